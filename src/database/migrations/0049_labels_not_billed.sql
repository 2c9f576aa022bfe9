-- Labels whose carrier bills what it scans: one that was not used costs nothing, and there is no refund of it.
alter table parcel_labels
  drop constraint parcel_labels_state_check,
  drop constraint parcel_labels_check,
  add constraint parcel_labels_state_check
    check (state in ('asked', 'bought', 'used', 'unused', 'given_back', 'refunded', 'not_billed', 'lost', 'failed')),
  add constraint parcel_labels_check
    check (state not in ('bought', 'used', 'unused', 'given_back', 'refunded', 'not_billed', 'lost')
      or (shipment_ref is not null and tracking_number is not null and currency is not null and amount is not null
        and file_key is not null)),
  -- When the hourly timer takes a label up next. One that was given up is looked at once more, as an attempt that nobody heard of
  -- again may have bought it.
  add column next_look_at timestamptz;
create index parcel_labels_open on parcel_labels (next_look_at)
  where state in ('asked', 'bought', 'unused') or (state = 'failed' and next_look_at is not null);

update parcel_labels set next_look_at = updated_at where state = 'failed' and shipment_ref is not null;
