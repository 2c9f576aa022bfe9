-- The barcode of a variant as a GTIN of 14 digits whose check digit is right; null where there is none.
alter table product_variants add column gtin text collate "C" check (gtin ~ '^\d{14}$');
