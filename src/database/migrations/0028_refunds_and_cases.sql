-- Money given back, taken back by a payer's bank, and what buyers and suppliers disagree about.

-- A refund is asked of its provider after the commit; what the provider never will do is for a person (refused), who says how it
-- was paid (paid_by_hand). One that was made at the provider by hand and came to nothing is undone.
alter table refund_requests drop constraint refund_requests_state_check;
update refund_requests set state = 'refused' where state = 'failed';
alter table refund_requests
  add constraint refund_requests_state_check
    check (state in ('asked', 'sent', 'unknown', 'done', 'refused', 'paid_by_hand', 'undone')),
  -- Money that belongs to no order is given back too.
  alter column supplier_order_id drop not null,
  -- Who bears it: what was not earned yet, the supplier, the marketplace by its commission and the tax on that, or of its own.
  add column escrow_amount bigint not null default 0 check (escrow_amount >= 0),
  add column net_amount bigint not null default 0 check (net_amount >= 0),
  add column commission_amount bigint not null default 0 check (commission_amount >= 0),
  add column tax_amount bigint not null default 0 check (tax_amount >= 0),
  add column goodwill_amount bigint not null default 0 check (goodwill_amount >= 0),
  -- How much of it was for the shipping.
  add column shipping_amount bigint not null default 0 check (shipping_amount >= 0 and shipping_amount <= amount),
  add column request_hash text,
  add column actor text not null default 'order'
    check (actor in ('order', 'supplier', 'operator', 'case', 'provider', 'unapplied')),
  add column person_id bigint references people (id) on delete set null,
  add column provider_refund_id text,
  add column attempts integer not null default 0,
  -- When the provider is to be asked (again).
  add column ask_at timestamptz,
  -- Why it is for a person.
  add column problem text check (length(problem) <= 1000),
  -- What an operator says of how it was paid.
  add column paid_how text check (paid_how in ('provider_panel', 'bank_transfer')),
  add column paid_reference text check (length(paid_reference) <= 200),
  add column paid_by bigint references people (id) on delete set null;

update refund_requests set escrow_amount = amount;
update refund_requests set ask_at = updated_at where state in ('asked', 'sent');

alter table refund_requests
  add constraint refund_requests_borne check (supplier_order_id is null
    or amount = escrow_amount + net_amount + commission_amount + tax_amount + goodwill_amount),
  add constraint refund_requests_by_hand check ((state = 'paid_by_hand') = (paid_how is not null));

drop index refund_requests_open;
create index refund_requests_due on refund_requests (ask_at) where state in ('asked', 'sent', 'unknown');
create index refund_requests_tasks on refund_requests (id) where state in ('refused', 'unknown');
create index refund_requests_receipt on refund_requests (receipt_id);

-- Units of a line whose money went back after they were sent.
alter table supplier_order_lines
  add column refunded_quantity integer not null default 0 check (refunded_quantity >= 0),
  add constraint supplier_order_lines_refunded check (refunded_quantity <= shipped_quantity);

-- What a payer's bank wants back. From open on the money is gone, until it is won.
create table chargebacks (
  id         bigint generated always as identity primary key,
  provider   text        not null,
  dispute_id text        not null,
  receipt_id bigint      not null references receipts (id),
  currency   text        not null,
  amount     bigint      not null check (amount >= 0),
  fee_amount bigint      not null default 0,
  reason     text        not null,
  state      text        not null check (state in ('inquiry', 'open', 'won', 'lost')),
  respond_by timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, dispute_id)
);
create index chargebacks_receipt on chargebacks (receipt_id);

-- Whose share of a chargeback is borne by what.
create table chargeback_parts (
  chargeback_id     bigint  not null references chargebacks (id),
  supplier_order_id bigint  not null references supplier_orders (id),
  amount            bigint  not null check (amount > 0),
  escrow_amount     bigint  not null check (escrow_amount >= 0),
  net_amount        bigint  not null check (net_amount >= 0),
  commission_amount bigint  not null check (commission_amount >= 0),
  tax_amount        bigint  not null check (tax_amount >= 0),
  loss_amount       bigint  not null check (loss_amount >= 0),
  -- Won: the money has come back.
  is_returned       boolean not null default false,
  primary key (chargeback_id, supplier_order_id),
  check (amount = escrow_amount + net_amount + commission_amount + tax_amount + loss_amount)
);
create index chargeback_parts_order on chargeback_parts (supplier_order_id);

-- Whose earning is frozen by which case: that part bears first what is given or taken back.
create table order_holds (
  supplier_order_id bigint primary key references supplier_orders (id),
  case_id           text   not null
);

-- A buyer's complaint about a supplier's part of a purchase.
create table cases (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  supplier_order_id bigint      not null references supplier_orders (id),
  kind              text        not null check (kind in ('return', 'damaged', 'not_delivered', 'wrong')),
  reason            text        not null check (length(reason) <= 60),
  state             text        not null
    check (state in ('supplier_turn', 'buyer_turn', 'operator_turn', 'awaiting_return', 'returning', 'closed')),
  version           integer     not null default 1,
  outcome           text check (outcome in ('refunded', 'not_refunded', 'withdrawn')),
  currency          text        not null,
  -- What was agreed or ruled.
  agreed_amount     bigint check (agreed_amount >= 0),
  agreed_by         text check (agreed_by in ('agreement', 'silence', 'ruling')),
  return_tracking   text check (length(return_tracking) <= 100),
  opened_at         timestamptz not null,
  closed_at         timestamptz,
  updated_at        timestamptz not null,
  check ((state = 'closed') = (closed_at is not null) and (state = 'closed') = (outcome is not null))
);
-- One at a time: a further one waits until the first is over.
create unique index cases_open on cases (supplier_order_id) where state <> 'closed';
create index cases_order on cases (supplier_order_id);
create index cases_of_operator on cases (id) where state = 'operator_turn';

-- What the complaint is about; none is all of the order.
create table case_lines (
  case_id                bigint  not null references cases (id),
  supplier_order_line_id bigint  not null references supplier_order_lines (id),
  quantity               integer not null check (quantity > 0),
  primary key (case_id, supplier_order_line_id)
);

-- Everything that was said and done in a case, only added to: messages, proposals, answers and rulings.
create table case_entries (
  id         bigint generated always as identity primary key,
  case_id    bigint      not null references cases (id),
  event      text        not null check (event in ('open', 'message', 'propose', 'accept', 'escalate', 'withdraw', 'send_back',
    'receive_back', 'rule', 'lapse', 'stand', 'close')),
  side       text        not null check (side in ('buyer', 'supplier', 'operator', 'timer')),
  person_id  bigint references people (id) on delete set null,
  text       text        not null default '' check (length(text) <= 2000),
  -- Of a proposal or ruling.
  amount     bigint check (amount >= 0),
  with_return boolean,
  at         timestamptz not null,
  check ((event in ('propose', 'rule', 'open')) = (amount is not null)),
  check ((amount is null) = (with_return is null))
);
create index case_entries_case on case_entries (case_id);

create table case_pictures (
  public_id  text        primary key,
  case_id    bigint      not null references cases (id),
  entry_id   bigint references case_entries (id),
  side       text        not null check (side in ('buyer', 'supplier', 'operator')),
  width      integer     not null check (width > 0),
  height     integer     not null check (height > 0),
  created_at timestamptz not null
);
create index case_pictures_case on case_pictures (case_id);
create index case_pictures_loose on case_pictures (created_at) where entry_id is null;

-- What is to happen to a case by itself, and when.
create table case_timers (
  case_id  bigint      not null references cases (id) on delete cascade,
  kind     text        not null check (kind in ('answer', 'end')),
  due_at   timestamptz not null,
  failures integer     not null default 0,
  primary key (case_id, kind)
);
create index case_timers_due on case_timers (due_at);
