-- A store is named by its owner. Until then it has a placeholder, and it cannot be verified.
alter table suppliers add column is_named boolean not null default true;

-- Stores that were given their owner's own name without being asked, unless buyers know them by it.
with unasked as (
  select s.id, s.name from suppliers s join people p on p.id = s.owner_id
  where not s.is_verified and s.name = p.first_name || ' ' || p.last_name and p.company_name is distinct from s.name
    and not exists (select 1 from supplier_orders o where o.supplier_id = s.id)
), renamed as (
  update warehouses w set name = 'Main warehouse' from unasked u
  where w.supplier_id = u.id and w.name = u.name || ' warehouse'
    and not exists (select 1 from warehouses o where o.supplier_id = u.id and o.name = 'Main warehouse')
)
update suppliers s set name = 'Unnamed store', slug = 'store-' || right(s.public_id, 12), is_named = false
from unasked u where s.id = u.id;

alter table suppliers add constraint suppliers_verified_are_named check (is_named or not is_verified);
