-- A piece that was listed once and is not offered any more: its address answers 410 (gone), not 404 (never was). Kept by the
-- database, whoever writes, and also when the row itself is deleted. A piece that is only hidden because its supplier
-- lost its verification is none of these.
create table withdrawn_products (
  public_id    text collate "C" primary key,
  supplier_id  bigint not null references suppliers (id) on delete cascade,
  category_id  smallint not null references categories (id),
  name         text not null,
  withdrawn_at timestamptz not null default now()
);

create function products_note_withdrawn() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and new.is_listed then
    delete from withdrawn_products where public_id = new.public_id;
  else
    insert into withdrawn_products (public_id, supplier_id, category_id, name)
    values (old.public_id, old.supplier_id, old.category_id, old.name)
    on conflict (public_id) do nothing;
  end if;
  return null;
end $$;
create trigger products_withdrawn after update on products
  for each row when (old.is_listed <> new.is_listed and (new.is_listed or new.status <> 'active'))
  execute function products_note_withdrawn();
create trigger products_deleted after delete on products
  for each row when (old.is_listed) execute function products_note_withdrawn();

-- Of those that were withdrawn before this, nobody noted whether they had been listed; most had.
insert into withdrawn_products (public_id, supplier_id, category_id, name, withdrawn_at)
  select public_id, supplier_id, category_id, name, updated_at from products where status = 'archived';
