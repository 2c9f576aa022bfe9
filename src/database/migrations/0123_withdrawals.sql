-- Consumers in the EU, the EEA and the United Kingdom may withdraw from a contract within 14 days of delivery, whatever the
-- product says, unless it was made to order (Directive 2011/83/EU, articles 9, 11a and 16).
alter table products add column is_made_to_order boolean not null default false;
-- As it was when it was sold.
alter table supplier_order_lines add column is_made_to_order boolean not null default false;

alter table cases
  drop constraint cases_agreed_by_check,
  add constraint cases_agreed_by_check check (agreed_by in ('agreement', 'silence', 'ruling', 'withdrawal'));
