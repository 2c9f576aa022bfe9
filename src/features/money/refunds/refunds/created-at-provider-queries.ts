import { queryPrepared, type Queryable } from '#database/database.ts'

/**
 * A refund booked for one made at the provider; `orderId` is null for money without an order. `isOurs`: it was
 * requested before.
 */
export type BookedProviderRefund = Readonly<{
  publicId: string
  orderId: number | null
  isOurs: boolean
  paidBack: number
}>

/** Lists the unreversed refunds booked for one created at the provider. */
export async function listBookedProviderRefunds(
  db: Queryable,
  receiptId: number,
  providerRefundId: string,
): Promise<BookedProviderRefund[]> {
  return queryPrepared(db, LIST_BOOKED, [receiptId, providerRefundId])
}

const LIST_BOOKED = {
  name: 'refunds_list_made_there',
  text: `
    select public_id as "publicId", supplier_order_id as "orderId", actor <> 'provider' as "isOurs", recovered_amount as "paidBack"
    from refund_requests
    where receipt_id = $1 and provider_refund_id = $2 order by id`,
}

/**
 * A refund that an operator has to make, or has reported as made in the provider's panel with an id. No webhook event
 * has reported it yet.
 */
export type ManualRefund = Readonly<{
  publicId: string
  amount: number
  isNoted: boolean
  noted: string | null
}>

/**
 * Locks the manual refunds of a receipt and returns them, oldest first. A refund created at the provider may be one of
 * them, or all.
 */
export async function lockManualRefunds(tx: Queryable, receiptId: number): Promise<ManualRefund[]> {
  return queryPrepared<ManualRefund>(tx, LOCK_MANUAL, [receiptId])
}

const LOCK_MANUAL = {
  name: 'refunds_lock_hand_made',
  text: `
    select public_id as "publicId", amount, state = 'paid_by_hand' as "isNoted", paid_reference as noted
    from refund_requests
    where receipt_id = $1 and (state = 'refused' or (state = 'paid_by_hand' and manual_payment_method = 'provider_panel'))
    order by id for update`,
}
