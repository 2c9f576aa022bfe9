-- An operator stops a supplier's payouts, as on a suspicion, until somebody lets them go on. The rows are the trail: none is removed.
create table payout_stops (
  id          bigint generated always as identity primary key,
  supplier_id bigint      not null references suppliers (id),
  -- For operators only.
  reason      text        not null check (length(reason) between 1 and 400),
  -- What the supplier reads.
  told        text        not null check (length(told) between 1 and 400),
  made_by     bigint      references people (id) on delete set null,
  made_at     timestamptz not null,
  ended_by    bigint      references people (id) on delete set null,
  ended_at    timestamptz,
  end_reason  text        check (length(end_reason) between 1 and 400),
  check ((ended_at is null) = (end_reason is null))
);
create unique index payout_stops_current on payout_stops (supplier_id) where ended_at is null;
