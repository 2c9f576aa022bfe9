import { queryPrepared, type Transaction } from '#database/database.ts'

/** Erases who got what was bought for orders of vendors' stores, given by their public ids; the country stays. */
export async function eraseRecipients(tx: Transaction, vendorOrders: readonly string[]): Promise<void> {
  if (vendorOrders.length === 0) return
  for (const query of [ERASE_PURCHASES, ERASE_RECIPIENTS, ERASE_CHANGES])
    await queryPrepared(tx, query, [vendorOrders])
}

const ERASE_PURCHASES = {
  name: 'orders_erase_recipients_of_purchases',
  text: `
    update purchases set first_name = '', last_name = '', phone = '', block_number = '', street_address = '', unit_number = '',
      building_name = '', address2 = '', city = '', state = '', postcode = ''
    where vendor_order = any($1::text[])`,
}

const ERASE_RECIPIENTS = {
  name: 'orders_erase_changed_recipients',
  text: `
    update supplier_orders o set recipient = null from purchases p
    where p.id = o.purchase_id and p.vendor_order = any($1::text[]) and o.recipient is not null`,
}

const ERASE_CHANGES = {
  name: 'orders_erase_recipients_of_changes',
  text: `
    update order_change_requests r
    set content = (select jsonb_object_agg(key, case key when 'country' then value else '""'::jsonb end) from jsonb_each(r.content))
    from supplier_orders o join purchases p on p.id = o.purchase_id
    where o.id = r.supplier_order_id and p.vendor_order = any($1::text[]) and r.kind = 'recipient'`,
}
