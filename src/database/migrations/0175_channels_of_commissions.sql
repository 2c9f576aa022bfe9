-- A rule may be for one channel only: sales on the marketplace, or wholesale to vendors for orders of their stores. Without a
-- channel it is for both, as all rules until now are.
alter table commission_rules add column channel text check (channel in ('marketplace', 'vendor'));
drop index commission_rules_scope;
create index commission_rules_scope
  on commission_rules (supplier_id, category_id, channel, valid_from desc, id desc);
