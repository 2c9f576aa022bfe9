-- Logos of the shop, as PNG. None is deleted: documents show the one of their time.
create table shop_logos (
  key         text        collate "C" primary key check (key ~ '^[0-9a-f]{32}$'),
  image       bytea       not null check (octet_length(image) between 1 and 2000000),
  -- The same on white, for paper.
  print_image bytea       not null check (octet_length(print_image) between 1 and 2000000),
  created_at  timestamptz not null
);
