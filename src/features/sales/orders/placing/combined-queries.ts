import type { Id } from '#core/ids.ts'
import { queryPrepared, type Queryable, selectColumns } from '#database/database.ts'
import { purchases } from '../tables.ts'
import type { Purchase } from '../views/purchase-queries.ts'

/** One payment for several purchases of an account; amounts in minor units. */
export type CombinedPayment = Readonly<{
  id: number
  publicId: Id<'combinedPayment'>
  accountId: number
  /** The account's public id, which identifies its wallet. */
  vendor: Id<'account'>
  currency: string
  amount: number
  paidAt: Date | null
}>

/** Inserts a payment for several purchases; returns its key. */
export async function insertCombinedPayment(
  tx: Queryable,
  payment: Pick<CombinedPayment, 'publicId' | 'accountId' | 'currency' | 'amount'> &
    Readonly<{ purchaseIds: readonly number[]; now: Date }>,
): Promise<void> {
  const { publicId, accountId, currency, amount, purchaseIds, now } = payment
  await queryPrepared(tx, INSERT_PAYMENT, [publicId, accountId, currency, amount, now, purchaseIds])
}

const INSERT_PAYMENT = {
  name: 'orders_insert_combined_payment',
  text: `
    with payment as (
      insert into combined_payments (public_id, account_id, currency, amount, created_at)
      values ($1, $2, $3, $4, $5) returning id)
    insert into combined_payment_purchases (combined_payment_id, purchase_id)
    select p.id, x.id from payment p cross join unnest($6::bigint[]) x(id)`,
}

/** Returns the payment of this public id, locked until the transaction ends. */
export async function lockCombinedPayment(
  tx: Queryable,
  publicId: string,
): Promise<CombinedPayment | undefined> {
  const [found] = await queryPrepared<CombinedPayment>(tx, LOCK_PAYMENT, [publicId])
  return found
}

const LOCK_PAYMENT = {
  name: 'orders_lock_combined_payment',
  text: `
    select c.id, c.public_id as "publicId", c.account_id as "accountId", a.public_id as vendor, c.currency, c.amount,
      c.paid_at as "paidAt"
    from combined_payments c join accounts a on a.id = c.account_id
    where c.public_id = $1 for no key update of c`,
}

/** Returns a combined payment's purchases, locked in the order of their keys until the transaction ends. */
export async function lockCombinedPurchases(tx: Queryable, combinedId: number): Promise<Purchase[]> {
  return queryPrepared<Purchase>(tx, LOCK_PURCHASES, [combinedId])
}

const LOCK_PURCHASES = {
  name: 'orders_lock_combined_purchases',
  text: `
    select ${selectColumns(purchases, 'p')} from purchases p
    where p.id in (select purchase_id from combined_payment_purchases where combined_payment_id = $1)
    order by p.id for update`,
}

/** Marks a combined payment as paid. */
export async function markCombinedPaid(tx: Queryable, combinedId: number, now: Date): Promise<void> {
  await queryPrepared(tx, MARK_PAID, [combinedId, now])
}

const MARK_PAID = {
  name: 'orders_mark_combined_paid',
  text: 'update combined_payments set paid_at = $2 where id = $1',
}

/** Locks purchases by their keys, in this order, until the transaction ends. */
export async function lockPurchases(tx: Queryable, ids: readonly number[]): Promise<Purchase[]> {
  return queryPrepared<Purchase>(tx, LOCK_BY_IDS, [ids])
}

const LOCK_BY_IDS = {
  name: 'orders_lock_purchases',
  text: `
    select ${selectColumns(purchases, 'p')} from purchases p where p.id = any($1::bigint[]) order by p.id for update`,
}
