-- What of a gift of the marketplace's, or of its loss by a chargeback, was paid back by the order's own money, which ended unearned
-- after the buyer had had it already. It is part of the escrow's share then.
alter table refund_requests add column paid_back_amount bigint not null default 0 check (paid_back_amount between 0 and escrow_amount);
alter table chargeback_parts add column paid_back_amount bigint not null default 0 check (paid_back_amount between 0 and escrow_amount);
