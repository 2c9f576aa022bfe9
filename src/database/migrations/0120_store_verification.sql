-- What a supplier states for verification, item by item, and what the marketplace decided about it. A new statement is a new version
-- and takes the decision away.
create table store_verification_items (
  supplier_id bigint      not null references suppliers (id),
  item        text        not null check (item in ('company', 'address', 'tax_number', 'identity', 'product_proof')),
  statement   text        not null check (length(statement) between 1 and 500),
  version     integer     not null default 1,
  stated_by   bigint      not null references accounts (id),
  stated_at   timestamptz not null,
  decision    text check (decision in ('approved', 'rejected')),
  reason      text check (length(reason) <= 500),
  decided_by  bigint references accounts (id),
  decided_at  timestamptz,
  primary key (supplier_id, item),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)),
  check ((decision = 'rejected') = (reason is not null) or decision is null and reason is null)
);
