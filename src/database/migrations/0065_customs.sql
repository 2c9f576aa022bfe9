-- Where a product was made and under which number of the Harmonised System it is declared, as its feed says; null where
-- nobody has said. A label that leaves the customs territory keeps what was declared with it.
alter table products
  add column origin_country text check (origin_country ~ '^[A-Z]{2}$'),
  add column tariff_number text check (tariff_number ~ '^[0-9]{6,10}$');

alter table parcel_labels add column customs jsonb;
