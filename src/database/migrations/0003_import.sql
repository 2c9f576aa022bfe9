-- Where an import keeps the rows of a file while it puts pieces together: a file may be larger than memory, and the rows
-- of one piece may stand anywhere in it. Unlogged: lost in a crash, and then the import is run again. One import at a time
-- for each supplier; no foreign key, as nothing here outlives an import.

create unlogged table import_parts (
  supplier_id bigint not null,
  seq         bigint not null,
  key         text collate "C" not null,
  parent      text collate "C",
  own_id      text collate "C",
  own_sku     text collate "C",
  rows        json not null
);
create index import_parts_key on import_parts (supplier_id, key, seq);

-- The pieces of the file in the order in which they first appear.
create unlogged table import_groups (
  supplier_id bigint not null,
  n           int not null,
  key         text collate "C" not null,
  primary key (supplier_id, n)
);

-- Fetching a picture: how often it was tried, and when it may be tried (again). A worker takes a picture by moving
-- retry_at into the future; should the worker die, the picture comes back by itself.
alter table product_images
  add column attempts int not null default 0,
  add column retry_at timestamptz not null default '-infinity';
