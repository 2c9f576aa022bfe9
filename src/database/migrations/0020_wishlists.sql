-- What people keep on their wishlists, and which changes of these pieces they wish to hear of by mail.

-- One row a person who ever kept something. Whoever changes a list locks it, so that clicks are done one after the other and
-- no list grows longer than it may. The token stands in the links of the mails about it; letters counts these.
create table wishlists (
  person_id bigint primary key references people (id) on delete cascade,
  token     text collate "C" not null unique,
  letters   integer not null default 0 check (letters >= 0)
);

-- Name and price are copies of the moment the piece was put here: it outlives its product.
create table wishes (
  id                bigint generated always as identity primary key,
  person_id         bigint      not null references wishlists (person_id) on delete cascade,
  product_id        bigint      references products (id) on delete set null,
  product_public_id text        collate "C" not null,
  name              text        not null,
  added_at          timestamptz not null,
  added_amount      bigint      not null check (added_amount >= 0),
  currency          text        not null,
  was_in_stock      boolean     not null,
  -- Mails about a lower price: the price last told, null where they are not wished for. A higher one is noted with the
  -- lowest it has been since, and takes the place of the told one once it has stood for long.
  told_amount       bigint      check (told_amount >= 0),
  dearer_since      timestamptz,
  dearer_amount     bigint,
  -- Mails about a return: since when the piece was seen missing, and when a return was last told.
  awaits_return     boolean     not null default false,
  missing_since     timestamptz,
  returned_at       timestamptz,
  unique (person_id, product_public_id),
  check ((dearer_since is null) = (dearer_amount is null)),
  check (dearer_since is null or told_amount is not null),
  check (missing_since is null or awaits_return)
);
create index wishes_newest on wishes (person_id, id desc);
-- For products that are deleted.
create index wishes_product on wishes (product_id);
-- The few that are looked at every five minutes, out of all that are kept.
create index wishes_watched on wishes (id) where told_amount is not null or awaits_return;
