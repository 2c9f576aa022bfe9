-- A label is bought before its parcel is packed: when it was, as its supplier has said. Labels of before count as packed.
alter table parcel_labels add column packed_at timestamptz;
update parcel_labels set packed_at = updated_at where state = 'used';
create index parcel_labels_to_pack on parcel_labels (supplier_order_id)
  where packed_at is null and state in ('asked', 'bought', 'used');
