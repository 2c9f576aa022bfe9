-- An order of a vendor's own store is bought by a purchase like any other: the vendor is its buyer, the vendor's customer its
-- recipient. What the suppliers and the papers in the parcel say of the vendor's store is copied when it is placed.
alter table purchases
  add column channel text not null default 'marketplace' check (channel in ('marketplace', 'vendor')),
  -- The order of the vendor's store by its public id, its number there, and the store's name.
  add column vendor_order text collate "C",
  add column vendor_reference text check (length(vendor_reference) <= 100),
  add column vendor_store text check (length(vendor_store) <= 200),
  -- For how long a paid order waits for a change of mind; null is the marketplace's usual time.
  add column hold_seconds integer check (hold_seconds between 120 and 600),
  add constraint purchases_vendor check (
    (channel = 'vendor') = (vendor_order is not null and vendor_reference is not null and vendor_store is not null)),
  add constraint purchases_vendor_account check (channel = 'marketplace' or account_id is not null);
create index purchases_vendor_order on purchases (vendor_order) where vendor_order is not null;

-- Suppliers that nobody runs: they send the orders of practice shops, in XTS, at the press of a button.
alter table suppliers add column is_practice boolean not null default false;

-- Orders of practice shops are not real; a shop of the demo may be marked as real.
alter table store_connections add column is_practice boolean not null default false;
update store_connections c set is_practice = true
from practice_shops p where p.account_id = c.account_id and c.address like '%/practice-shop/' || p.public_id;
