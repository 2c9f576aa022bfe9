-- Whether a piece is taken back for no fault of the seller's, as its buyer was told when it was bought. Of lines that were sold
-- before this was kept nobody was told anything else.
alter table supplier_order_lines add column is_returnable boolean not null default true;

-- When the words and pictures of a buyer who has closed the account were taken out of a case that is over; what was agreed stays.
alter table case_entries add column erased_at timestamptz;
