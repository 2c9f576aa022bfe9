-- Whether a product has had its pictures in the store: null where that is not known. `note` says in words what is missing of one that
-- is there; null where nothing is.
alter table store_listings
  add column has_pictures boolean,
  add column note text;
