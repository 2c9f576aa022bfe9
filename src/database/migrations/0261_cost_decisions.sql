-- What a vendor decided about listings whose cost rose, with what each was before: one click, and its undo.
create table cost_decisions (
  id         bigint      generated always as identity primary key,
  public_id  text        collate "C" not null unique,
  account_id bigint      not null references accounts (id) on delete cascade,
  decision   text        not null check (decision in ('follow_rule', 'keep_price', 'take_off')),
  title      text        not null check (length(title) <= 300),
  -- Of each listing its keys, the alert, and price and visibility before: connectionId, productKey, costAlert, isUnpublished,
  -- retailAmount, retailCurrency, isPriceLocked.
  listings   jsonb       not null check (jsonb_typeof(listings) = 'array'),
  decided_at timestamptz not null,
  undone_at  timestamptz
);
create index cost_decisions_account on cost_decisions (account_id, id desc);
