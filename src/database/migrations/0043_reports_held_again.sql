-- Rows of reports are held against the books again with every further report: what our books learn later ends a doubt.

-- What a difference is, and what to do about it.
alter table settlement_doubts add column words text not null default '' check (length(words) <= 1000);

-- The same difference is raised once, but a row may differ in several ways, and change again and again.
alter table settlement_doubts drop constraint settlement_doubts_provider_kind_about_key;
create unique index settlement_doubts_once on settlement_doubts (provider, kind, about, expected, reported)
  nulls not distinct where kind <> 'changed';

-- Rows of money that no notice had told of yet.
create index settlement_rows_loose on settlement_rows (provider)
  where receipt_id is null and kind in ('payment', 'refund', 'dispute');

-- What was booked since a report ended. Postings come in the order of time, so a summary of their places is enough.
create index ledger_postings_posted on ledger_postings using brin (posted_at);
