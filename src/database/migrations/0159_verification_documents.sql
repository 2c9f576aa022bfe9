-- Documents that prove what a supplier has stated. Only the store's team and operators may open them; `stored_at` is when the file
-- was written, and after review the file is deleted while the row says that there was one.
create table verification_documents (
  id          bigint generated always as identity primary key,
  public_id   text        not null unique,
  supplier_id bigint      not null references suppliers (id),
  item        text        not null check (item in ('company', 'address', 'tax_number', 'identity', 'product_proof')),
  name        text        not null check (length(name) <= 120),
  type        text        not null check (type in ('pdf', 'picture')),
  size        integer     not null check (size > 0),
  uploaded_by bigint      not null references accounts (id),
  uploaded_at timestamptz not null,
  stored_at   timestamptz,
  deleted_at  timestamptz
);
create index verification_documents_supplier on verification_documents (supplier_id, item);
create index verification_documents_files on verification_documents (uploaded_at) where deleted_at is null;
