-- What the marketplace keeps of sales, by supplier and category, and what providers report of the money they took.

-- A rule counts from its day on until a later one of the same supplier and category; it is never changed. Without a rate there
-- is no rule any more. Of no supplier it is for all, of no category for everything.
create table commission_rules (
  id          bigint generated always as identity primary key,
  public_id   text        not null unique,
  supplier_id bigint      references suppliers (id),
  category_id smallint    references categories (id),
  bps         integer     check (bps between 0 and 10000),
  valid_from  timestamptz not null,
  made_by     bigint      references people (id) on delete set null,
  created_at  timestamptz not null
);
create index commission_rules_scope on commission_rules (supplier_id, category_id, valid_from desc, id desc);

-- Frozen at the sale. Lines of before have the rate of their order.
alter table supplier_order_lines
  add column commission_bps integer check (commission_bps between 0 and 10000);

-- A report of a provider as it was handed in; the same file is taken in once.
create table settlement_reports (
  id          bigint generated always as identity primary key,
  public_id   text        not null unique,
  provider    text        not null check (provider ~ '^[a-z0-9_-]{1,40}$'),
  file_hash   text        not null,
  rows        integer     not null check (rows > 0),
  new_rows    integer     not null check (new_rows >= 0),
  -- Money that came in this stretch has to be in the report.
  covers_from timestamptz not null,
  covers_to   timestamptz not null check (covers_to > covers_from),
  made_by     bigint      references people (id) on delete set null,
  created_at  timestamptz not null,
  unique (provider, file_hash)
);

-- What the reports said, each movement once. Amounts in minor units, from our side: what came is above zero.
create table settlement_rows (
  id            bigint generated always as identity primary key,
  report_id     bigint      not null references settlement_reports (id),
  provider      text        not null,
  external_id   text        not null check (length(external_id) between 1 and 120),
  kind          text        not null check (kind in ('payment', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'other')),
  reference     text,
  settlement    text,
  currency      text        not null check (currency ~ '^[A-Z]{3}$'),
  gross_amount  bigint      not null,
  fee_amount    bigint      not null,
  net_amount    bigint      not null,
  at            timestamptz not null,
  receipt_id    bigint      references receipts (id),
  unique (provider, external_id)
);
create index settlement_rows_receipt on settlement_rows (receipt_id);
create index settlement_rows_reference on settlement_rows (provider, reference);

-- Where a report and our books differ, until somebody has said why.
create table settlement_doubts (
  id          bigint generated always as identity primary key,
  public_id   text        not null unique,
  report_id   bigint      not null references settlement_reports (id),
  provider    text        not null,
  kind        text        not null check (kind in ('missing', 'doubled', 'unknown', 'wrong_amount', 'wrong_fee', 'changed')),
  -- What it is about: the same doubt is raised once.
  about       text        not null,
  row_id      bigint      references settlement_rows (id),
  receipt_id  bigint      references receipts (id),
  currency    text        not null,
  expected    bigint,
  reported    bigint,
  note        text        check (length(note) <= 1000),
  resolved_by bigint      references people (id) on delete set null,
  resolved_at timestamptz,
  created_at  timestamptz not null,
  unique (provider, kind, about),
  check ((resolved_at is null) = (note is null))
);
create index settlement_doubts_open on settlement_doubts (id) where resolved_at is null;
