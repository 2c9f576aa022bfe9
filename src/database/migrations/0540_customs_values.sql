-- What customs are told that the items of a vendor's orders cost: what the vendor pays, or what the customer paid.
alter table forwarding_settings
  add column customs_value text not null default 'cost' check (customs_value in ('cost', 'retail'));

-- The customs value of a unit, if it is not its price.
alter table supplier_order_lines add column customs_amount bigint;
alter table supplier_order_lines
  add constraint supplier_order_lines_customs_amount_check check (customs_amount > 0) not valid;
