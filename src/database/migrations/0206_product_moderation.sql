-- Operators hide products, and review new and changed ones by rules that they set. Nothing is held until they set one.
create table moderation_rules (
  id             boolean primary key default true check (id),
  -- So many listed products a supplier has before its further ones are listed without a review; 0 is off.
  first_products integer not null default 0 check (first_products between 0 and 1000),
  -- A change of the price by more than this is reviewed; null is off.
  price_jump_percent integer check (price_jump_percent between 1 and 1000),
  words          text[] not null default '{}',
  stones         text[] not null default '{}',
  -- What the words and stones are as regular expressions over folded text; null without any.
  words_pattern  text,
  stones_pattern text,
  changed_at     timestamptz
);
insert into moderation_rules default values;

alter table products
  add column moderation text not null default 'approved'
    check (moderation in ('approved', 'pending', 'refused', 'hidden')),
  -- Why it waits for a review.
  add column moderation_causes text[] not null default '{}',
  -- What the operator wrote when it was refused or hidden.
  add column moderation_reason text check (length(moderation_reason) <= 500);
create index products_moderation on products (moderation, id) where moderation <> 'approved';
create index products_unlisted on products (id desc) where not is_listed;

-- Since when a product waits, and what it was before the change that made it wait.
create table product_moderations (
  product_id bigint      primary key references products (id) on delete cascade,
  since      timestamptz not null,
  before     jsonb
);

-- What operators decided about products.
create table product_decisions (
  id         bigint      generated always as identity primary key,
  product_id bigint      not null references products (id) on delete cascade,
  account_id bigint      not null references accounts (id),
  decision   text        not null check (decision in ('approve', 'refuse', 'hide', 'show')),
  reason     text        not null default '' check (length(reason) <= 500),
  at         timestamptz not null
);
create index product_decisions_product on product_decisions (product_id, id);

create function products_moderate() returns trigger language plpgsql as $$
declare
  rules moderation_rules;
  causes text[] := '{}';
  was_active boolean := false;
  price_before bigint;
  price bigint := case when new.offer_amount > 0 and new.offer_amount < new.price_amount then new.offer_amount else new.price_amount end;
begin
  if new.moderation = 'hidden' then return new; end if;
  select * into rules from moderation_rules;
  if tg_op = 'UPDATE' then
    was_active := old.status = 'active';
    price_before := case when old.offer_amount > 0 and old.offer_amount < old.price_amount then old.offer_amount else old.price_amount end;
    -- What was refused and is changed is looked at again.
    if old.moderation = 'refused' and new.moderation = 'refused' then causes := array['changed']; end if;
    if was_active and rules.price_jump_percent is not null and price_before > 0
      and abs(price - price_before) * 100 > price_before * rules.price_jump_percent then
      causes := array_append(causes, 'price_jump');
    end if;
  end if;
  if not was_active and rules.first_products > 0
    and not exists (select from suppliers where id = new.supplier_id and is_practice)
    and (select count(*) from (
      select from products where supplier_id = new.supplier_id and is_listed limit rules.first_products) listed) < rules.first_products then
    causes := array_append(causes, 'first_products');
  end if;
  if not was_active or old.name <> new.name or old.summary <> new.summary or old.description_html <> new.description_html
    or old.stones is distinct from new.stones then
    if lower(f_unaccent(new.name || ' ' || new.summary || ' ' || new.description_html)) ~ rules.words_pattern then
      causes := array_append(causes, 'banned_word');
    end if;
    if lower(f_unaccent(new.name || ' ' || coalesce(new.stones, ''))) ~ rules.stones_pattern then
      causes := array_append(causes, 'banned_stone');
    end if;
  end if;
  if cardinality(causes) > 0 then
    new.moderation := 'pending';
    new.moderation_reason := null;
    new.moderation_causes := array(select distinct c from unnest(new.moderation_causes || causes) c order by c);
    new.is_listed := false;
  end if;
  return new;
end $$;
create trigger products_moderate_new before insert on products
  for each row when (new.status = 'active') execute function products_moderate();
create trigger products_moderate_changed
  before update of status, name, summary, description_html, stones, price_amount, offer_amount on products
  for each row when (new.status = 'active' and (old.status <> 'active' or old.name <> new.name or old.summary <> new.summary
    or old.description_html <> new.description_html or old.stones is distinct from new.stones
    or old.price_amount <> new.price_amount or old.offer_amount is distinct from new.offer_amount))
  execute function products_moderate();

create function products_note_moderation() returns trigger language plpgsql as $$ begin
  insert into product_moderations (product_id, since, before) values (new.id, new.updated_at, case
    when tg_op = 'UPDATE' and old.status = 'active' then jsonb_build_object('name', old.name, 'summary', old.summary,
      'description', old.description_html, 'stones', old.stones, 'priceCents', old.price_amount, 'offerCents', old.offer_amount) end)
  on conflict (product_id) do update set since = excluded.since, before = excluded.before;
  return null;
end $$;
create trigger products_note_new_moderation after insert on products
  for each row when (new.moderation = 'pending') execute function products_note_moderation();
create trigger products_note_moderation after update on products
  for each row when (new.moderation = 'pending' and old.moderation <> 'pending') execute function products_note_moderation();

create or replace function products_set_listed() returns trigger language plpgsql as $$ begin
  select new.status = 'active' and is_verified and new.moderation = 'approved' into new.is_listed
    from suppliers where id = new.supplier_id for share;
  return new;
end $$;
drop trigger products_set_listed on products;
create trigger products_set_listed before insert or update of status, supplier_id, is_listed, moderation on products
  for each row execute function products_set_listed();
-- A review may take a product off the marketplace by whatever changed it.
drop trigger products_listing_change on products;
create trigger products_listing_change after update on products for each row
  when (old.is_listed is distinct from new.is_listed) execute function note_listed_change();

-- The list of kinds stands in the code.
alter table audit_log
  drop constraint audit_log_kind_check,
  add constraint audit_log_kind_check check (length(kind) between 1 and 40);
