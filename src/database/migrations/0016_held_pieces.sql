-- How many pieces unpaid orders hold, so that nobody can empty the shop for nothing.

-- Whose order it is, as limits count callers; forgotten with the reservation.
alter table purchases add column client text;
alter table purchases add column pieces integer not null default 0 check (pieces >= 0);
create index purchases_held_by_client on purchases (client) where paid_at is null and closed_at is null;
create index purchases_held_by_email on purchases (lower(email)) where paid_at is null and closed_at is null;
