-- What a supplier says of a parcel, which is news and no arrival; and what of an order is collected instead of sent.

alter table parcels
  -- When its supplier said that it had arrived.
  add column said_at timestamptz,
  -- Pieces that are collected have no number: whoever collects them shows this code, which the buyer alone is told.
  add column collection_code text check (collection_code ~ '^[A-Z2-9]{6}$'),
  -- When and where exactly, in the supplier's words.
  add column collection_note text not null default '' check (length(collection_note) <= 500);

-- What is called off before anybody began with it was not sold: that is noted as less.
alter table product_sales
  drop constraint product_sales_quantity_check,
  add constraint product_sales_quantity_check check (quantity <> 0);
