-- Labels whose carrier bills what it scans: one that was not used costs nothing, and there is no refund of it.
alter table parcel_labels
  drop constraint parcel_labels_state_check,
  drop constraint parcel_labels_check,
  add constraint parcel_labels_state_check
    check (state in ('asked', 'bought', 'used', 'unused', 'given_back', 'refunded', 'not_billed', 'lost', 'failed')),
  add constraint parcel_labels_check
    check (state not in ('bought', 'used', 'unused', 'given_back', 'refunded', 'not_billed', 'lost')
      or (shipment_ref is not null and tracking_number is not null and currency is not null and amount is not null
        and file_key is not null));
