import { queryPrepared, type Transaction } from '#database/database.ts'
import { ERASED_DOMAIN } from '#core/emails/email.ts'

/** Erases the recipients of purchases for vendors' store orders, given by their public ids; the country stays. */
export async function eraseRecipients(tx: Transaction, vendorOrders: readonly string[]): Promise<void> {
  if (vendorOrders.length === 0) return
  const purchases = await queryPrepared<{ id: number }>(tx, ERASE_PURCHASES, [vendorOrders])
  await eraseChangedRecipients(
    tx,
    purchases.map(({ id }) => id),
  )
}

/**
 * Erases the contact data of purchases' buyers, given by their keys: email, phone, and addresses changed later. Name
 * and address stay, because the invoice has them.
 */
export async function eraseBuyers(tx: Transaction, purchaseIds: readonly number[]): Promise<void> {
  if (purchaseIds.length === 0) return
  await queryPrepared(tx, ERASE_BUYERS, [purchaseIds])
  await eraseChangedRecipients(tx, purchaseIds)
}

async function eraseChangedRecipients(tx: Transaction, purchaseIds: readonly number[]): Promise<void> {
  for (const query of [ERASE_RECIPIENTS, ERASE_CHANGES]) await queryPrepared(tx, query, [purchaseIds])
}

const ERASE_PURCHASES = {
  name: 'orders_erase_recipients_of_purchases',
  text: `
    update purchases set first_name = '', last_name = '', phone = '', block_number = '', street_address = '', unit_number = '',
      building_name = '', address2 = '', city = '', state = '', postcode = ''
    where vendor_order = any($1::text[]) returning id`,
}

const ERASE_BUYERS = {
  name: 'orders_erase_buyers',
  text: `
    update purchases set email = lower(number) || '@${ERASED_DOMAIN}', phone = '', client = null
    where id = any($1::bigint[])`,
}

const ERASE_RECIPIENTS = {
  name: 'orders_erase_changed_recipients',
  text: `
    update supplier_orders set recipient = null where purchase_id = any($1::bigint[]) and recipient is not null`,
}

const ERASE_CHANGES = {
  name: 'orders_erase_recipients_of_changes',
  text: `
    update order_change_requests r
    set content = (select jsonb_object_agg(key, case key when 'country' then value else '""'::jsonb end) from jsonb_each(r.content))
    from supplier_orders o
    where o.id = r.supplier_order_id and o.purchase_id = any($1::bigint[]) and r.kind = 'recipient'`,
}
