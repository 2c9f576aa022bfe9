-- What the sandbox provider's server has given back: its books, not the shop's.
create table sandbox_refunds (
  id         text        primary key,
  refund_id  text        not null unique,
  payment_id text        not null references sandbox_payments (id),
  amount     bigint      not null check (amount > 0),
  created_at timestamptz not null
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);
