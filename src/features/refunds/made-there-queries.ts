import { named, type Queryable } from '#database/database.ts'

/** A refund that was booked of one made at the provider; `orderId` null for money without an order. `isOurs`: it was owed before. */
export type MadeThere = Readonly<{
  publicId: string
  orderId: number | null
  isOurs: boolean
  paidBack: number
}>

/** The refunds that were booked of one made at the provider, as far as they stand. */
export async function listMadeThere(
  db: Queryable,
  receiptId: number,
  providerRefundId: string,
): Promise<MadeThere[]> {
  return named(db, LIST_MADE_THERE, [receiptId, providerRefundId])
}

const LIST_MADE_THERE = {
  name: 'refunds_list_made_there',
  text: `
    select public_id as "publicId", supplier_order_id as "orderId", actor <> 'provider' as "isOurs", paid_back_amount as "paidBack"
    from refund_requests
    where receipt_id = $1 and provider_refund_id = $2 order by id`,
}

/** The oldest refund of this money and amount that waits for a person, locked: what is made at the provider is that one. */
export async function lockHandMade(
  tx: Queryable,
  receiptId: number,
  amount: number,
): Promise<string | undefined> {
  const [found] = await named<{ id: string }>(tx, LOCK_HAND_MADE, [receiptId, amount])
  return found?.id
}

const LOCK_HAND_MADE = {
  name: 'refunds_lock_hand_made',
  text: `
    select public_id as id from refund_requests
    where receipt_id = $1 and amount = $2 and state = 'refused' order by id limit 1 for update`,
}
