-- The double-entry ledger. It is only added to: a correction is a posting of its own. What must hold is held here, whoever writes.

-- The chart of accounts. A sub-ledger of an account that may not go below zero is kept in one row, so that nobody takes more
-- than is there; any other is kept in stripes (see ledger_balances).
create table ledger_accounts (
  number            integer primary key,
  name              text    not null unique,
  title             text    not null,
  type              text    not null check (type in ('asset', 'liability', 'income', 'expense')),
  may_go_below_zero boolean not null
);

insert into ledger_accounts (number, name, title, type, may_go_below_zero) values
  (1000, 'provider_clearing',   'Provider clearing',      'asset',     true),
  (1010, 'bank',                'Bank',                   'asset',     true),
  (1100, 'supplier_receivable', 'Supplier receivable',    'asset',     false),
  (1110, 'vendor_receivable',   'Vendor receivable',      'asset',     false),
  (2000, 'vendor_wallet',       'Vendor wallet',          'liability', false),
  (2010, 'shopper_credit',      'Shopper credit',         'liability', false),
  (2100, 'order_escrow',        'Order escrow',           'liability', false),
  (2200, 'supplier_pending',    'Supplier pending',       'liability', false),
  (2210, 'supplier_available',  'Supplier available',     'liability', false),
  (2220, 'payout_in_transit',   'Payout in transit',      'liability', false),
  (2300, 'case_hold',           'Case hold',              'liability', false),
  (2400, 'tax_payable',         'Tax payable',            'liability', true),
  (2900, 'unapplied_receipts',  'Unapplied receipts',     'liability', false),
  (4000, 'commission',          'Commission',             'income',    false),
  (4010, 'service_fees',        'Order and service fees', 'income',    false),
  (5000, 'provider_fees',       'Provider fees',          'expense',   true),
  (5010, 'goodwill',            'Goodwill',               'expense',   true),
  (5020, 'chargeback_loss',     'Chargeback loss',        'expense',   true),
  (5030, 'rounding',            'Rounding and exchange',  'expense',   true);

-- Something that happened to money. The key names it in the words of the business: a second posting of it is refused. The
-- currency stands here alone, so that the entries of a posting cannot be of several.
create table ledger_postings (
  id          bigint      generated always as identity primary key,
  key         text        collate "C" not null unique check (length(key) between 1 and 300),
  kind        text        not null check (kind ~ '^[a-z_]{1,40}$'),
  currency    text        not null check (currency ~ '^[A-Z]{3}$'),
  memo        text        not null check (length(memo) <= 500),
  -- A posting is taken back once.
  reverses_id bigint      unique references ledger_postings (id),
  posted_at   timestamptz not null,
  -- Entries come with their posting, in the same transaction, or not at all.
  made_in     xid8        not null default pg_current_xact_id(),
  check ((kind = 'reversed') = (reverses_id is not null))
);

-- Debits above zero, credits below, in minor units of the posting's currency.
create table ledger_entries (
  posting_id bigint   not null references ledger_postings (id),
  line       smallint not null check (line > 0),
  account    integer  not null references ledger_accounts (number),
  subledger  text     collate "C" not null check (length(subledger) between 1 and 200),
  amount     bigint   not null check (amount <> 0),
  primary key (posting_id, line)
);
-- The entries behind a balance, newest first.
create index ledger_entries_balance on ledger_entries (account, subledger, posting_id);

-- What the entries of each sub-ledger add up to, debits less credits. Rows are updated in place (fillfactor), as they are often.
-- A row is locked until its transaction is on the disk: were a provider's account one row, purchases would go through one by
-- one. So accounts that everybody writes and nobody must keep above zero have a row for each connection (stripe).
create table ledger_balances (
  account   integer  not null references ledger_accounts (number),
  subledger text     collate "C" not null,
  currency  text     not null,
  stripe    smallint not null,
  balance   bigint   not null,
  primary key (account, subledger, currency, stripe)
) with (fillfactor = 70);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only added to: % on % is refused', lower(tg_op), tg_table_name
    using errcode = 'check_violation', constraint = 'ledger_only_added_to', table = tg_table_name;
end
$$;

create trigger ledger_postings_only_added before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_only_added before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();

-- Balances follow the entries and nothing else: only what another trigger does (ledger_keep_balances) may write them.
create trigger ledger_balances_follow before insert or update or delete on ledger_balances
  for each statement when (pg_trigger_depth() < 1) execute function ledger_refuse_change();
create trigger ledger_balances_stay before truncate on ledger_balances
  for each statement execute function ledger_refuse_change();

-- Adds entries to the balances, in one order of rows for everybody, so that two postings never wait for each other; refuses
-- what would take a sub-ledger below zero that may not go there.
create function ledger_keep_balances() returns trigger language plpgsql as $$
declare
  short record;
begin
  if exists (
    select from added a join ledger_postings p on p.id = a.posting_id where p.made_in <> pg_current_xact_id()
  ) then
    raise exception 'Entries cannot be added to a posting that was made before'
      using errcode = 'check_violation', constraint = 'ledger_only_added_to', table = 'ledger_entries';
  end if;

  with changed as (
    insert into ledger_balances as b (account, subledger, currency, stripe, balance)
    select a.account, a.subledger, p.currency,
      case when c.may_go_below_zero then pg_backend_pid() % 64 else 0 end as stripe, sum(a.amount)
    from added a
    join ledger_postings p on p.id = a.posting_id
    join ledger_accounts c on c.number = a.account
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (account, subledger, currency, stripe) do update set balance = b.balance + excluded.balance
    returning b.account, b.subledger, b.currency, b.balance)
  select c.title, changed.subledger into short
  from changed join ledger_accounts c on c.number = changed.account
  where not c.may_go_below_zero
    and case when c.type in ('asset', 'expense') then changed.balance else -changed.balance end < 0
  limit 1;

  if found then
    raise exception '% of % would go below zero', short.title, short.subledger
      using errcode = 'check_violation', constraint = 'ledger_floor', table = 'ledger_balances';
  end if;
  return null;
end
$$;

create trigger ledger_entries_balances after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_keep_balances();

-- Looks at each posting when its transaction is to be committed, whoever wrote it and in however many statements.
create function ledger_check_posting() returns trigger language plpgsql as $$
declare
  posting bigint;
  entries integer;
  total   numeric;
begin
  if tg_table_name = 'ledger_postings' then
    posting := new.id;
  else
    posting := new.posting_id;
  end if;
  select count(*), coalesce(sum(amount), 0) into entries, total from ledger_entries where posting_id = posting;
  if entries < 2 or total <> 0 then
    raise exception 'Posting % has % entries that add up to %', posting, entries, total
      using errcode = 'check_violation', constraint = 'ledger_balanced', table = 'ledger_postings';
  end if;
  return null;
end
$$;

create constraint trigger ledger_postings_balanced after insert on ledger_postings
  deferrable initially deferred for each row execute function ledger_check_posting();
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_posting();
