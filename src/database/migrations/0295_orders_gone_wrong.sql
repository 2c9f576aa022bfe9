-- no transaction
-- The orders behind a figure of reliability list those that went wrong first; they are few and are found by this index.
create index concurrently if not exists order_summaries_gone_wrong on order_summaries (supplier_id, paid_at, order_id)
  where cancelled_by_seller or invalid_since is not null or has_lost_case or delivered_at > deliver_by or shipped_at > ship_by
    or shipped_at is null;
