-- A supplier has several warehouses: archived ones keep their orders, and former names lead to the warehouse that had them, as orders
-- store the name that it had when they were placed.
alter table warehouses add column archived_at timestamptz;

create table warehouse_former_names (
  supplier_id  bigint not null references suppliers (id) on delete cascade,
  name         text   not null check (name <> ''),
  warehouse_id bigint not null references warehouses (id) on delete cascade,
  primary key (supplier_id, name)
);

-- The warehouse of a line that leaves from another one than the order names; null for the others.
alter table supplier_order_lines add column warehouse text;
