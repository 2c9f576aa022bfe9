import { queryPrepared, type Queryable } from '#database/database.ts'

/** A receipt with its provider and method. */
export type LockedReceipt = Readonly<{
  receiptId: number
  provider: string
  method: string
  currency: string
  amount: number
  state: 'applied' | 'unapplied'
}>

const RECEIPT = `
  select r.id as "receiptId", r.provider, p.method, r.currency, r.amount, r.state
  from receipts r join payments p on p.id = r.payment_id`

/** Returns the receipt with a provider's ID, locked until the transaction ends, so that its changes are sequential. */
export async function lockReceiptByExternalId(
  tx: Queryable,
  { provider, externalId }: Readonly<{ provider: string; externalId: string }>,
): Promise<LockedReceipt | undefined> {
  const [found] = await queryPrepared<LockedReceipt>(tx, LOCK_BY_EXTERNAL_ID, [provider, externalId])
  return found
}

const LOCK_BY_EXTERNAL_ID = {
  name: 'refunds_lock_money_of',
  text: `${RECEIPT} where r.provider = $1 and r.external_id = $2 for no key update of r`,
}

/** Returns a receipt, locked until the transaction ends. */
export async function lockReceipt(tx: Queryable, receiptId: number): Promise<LockedReceipt | undefined> {
  const [found] = await queryPrepared<LockedReceipt>(tx, LOCK_RECEIPT, [receiptId])
  return found
}

const LOCK_RECEIPT = { name: 'refunds_lock_money', text: `${RECEIPT} where r.id = $1 for no key update of r` }

/** Lists the public ids of the supplier orders that a receipt paid, in order of creation. */
export async function listPaidOrders(db: Queryable, receiptId: number): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, LIST_PAID_ORDERS, [receiptId])
  return found.map(({ id }) => id)
}

const LIST_PAID_ORDERS = {
  name: 'refunds_list_paid_orders',
  text: `
    select o.public_id as id from allocations a join supplier_orders o on o.id = a.supplier_order_id
    where a.receipt_id = $1 order by o.id`,
}

/** An unapplied receipt, and its balance after refunds and chargebacks. */
export type UnappliedReceipt = LockedReceipt &
  Readonly<{
    left: number
    reason: string
    receivedAt: Date
    reference: string
    purchaseNumber: string | null
  }>

/** Lists unapplied receipts that wait for a decision, oldest first. */
export async function listUnappliedReceipts(db: Queryable, limit: number): Promise<UnappliedReceipt[]> {
  return queryPrepared<UnappliedReceipt>(db, LIST_UNAPPLIED, [limit])
}

const LIST_UNAPPLIED = {
  name: 'refunds_list_unapplied',
  text: `
    select r.id as "receiptId", r.provider, p.method, r.currency, r.amount, w.left, r.state, r.reason,
      r.received_at as "receivedAt", p.reference, u.number as "purchaseNumber"
    from receipts r join payments p on p.id = r.payment_id left join purchases u on u.public_id = p.reference
    cross join lateral (
      select -sum(b.balance)::bigint as left from ledger_balances b
      where b.account = 2900 and b.subledger = r.id::text and b.currency = r.currency) w
    where r.state = 'unapplied' and w.left > 0
    order by r.id limit $1`,
}

/** Marks an unapplied receipt as paying for a purchase. */
export async function markReceiptApplied(tx: Queryable, receiptId: number): Promise<void> {
  await queryPrepared(tx, MARK_APPLIED, [receiptId])
}

const MARK_APPLIED = {
  name: 'refunds_mark_applied',
  text: `update receipts set state = 'applied', reason = null where id = $1`,
}
