-- A connected store may have put a product away: it is sold there no more.
alter table store_products
  drop constraint store_products_status_check,
  add constraint store_products_status_check
    check (status in ('public', 'hidden', 'draft', 'pending', 'private', 'scheduled', 'archived'));
