-- How often a vendor has changed, since it was sent last, what the options of a listing's variants mean in the store.
alter table store_listings add column uncertain_count int not null default 0;
alter table store_listings
  add constraint store_listings_uncertain_count_check check (uncertain_count >= 0) not valid;
