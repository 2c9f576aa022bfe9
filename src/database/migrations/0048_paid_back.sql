-- What of a gift of the marketplace's, or of its loss by a chargeback, was paid back by the order's own money, which ended unearned
-- after the buyer had had it already. It is part of the escrow's share then.
alter table refund_requests add column paid_back_amount bigint not null default 0 check (paid_back_amount between 0 and escrow_amount);
alter table chargeback_parts add column paid_back_amount bigint not null default 0 check (paid_back_amount between 0 and escrow_amount);

-- A refund that a person has paid in the provider's panel is done once the provider tells of it; how it was paid stays noted.
alter table refund_requests drop constraint refund_requests_by_hand;
alter table refund_requests add constraint refund_requests_by_hand check (state <> 'paid_by_hand' or paid_how is not null);

-- How often a provider has surely refused: another try is another request to it.
alter table refund_requests add column refusals integer not null default 0 check (refusals >= 0);

-- The operator who has told of a dispute that the provider has not.
alter table chargebacks add column person_id bigint references people (id) on delete set null;
