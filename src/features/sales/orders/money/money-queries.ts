import type { Id } from '#core/ids.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { EarningAmounts, MoneyBreakdown, ReversedAmounts } from '../rules.ts'

/**
 * An order's amounts so far, in cents: paid, earned, refunded and charged back. `back` are the parties that paid for
 * the last two, `shippingBack` the part of the refunds for shipping.
 */
export type OrderMoney = Readonly<{
  paid: number
  earned: EarningAmounts
  givenBack: number
  chargedBack: number
  shippingBack: number
  back: MoneyBreakdown
}>

/** Returns an order's amounts; they cannot change while the order is locked. */
export async function findMoney(db: Queryable, orderId: number): Promise<OrderMoney> {
  const money = (await listMoney(db, [orderId])).get(orderId)
  if (!money) throw new Error(`no money was reckoned for the order ${orderId}`)
  return money
}

/** Returns these orders' amounts by their keys. */
export async function listMoney(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, OrderMoney>> {
  const rows = await queryPrepared<MoneyRow>(db, LIST_MONEY, [orderIds])
  return new Map(rows.map((row) => [row.orderId, toOrderMoney(row)]))
}

function toOrderMoney(row: MoneyRow): OrderMoney {
  const { paid, givenBack, chargedBack, shippingBack, gross, commission, tax } = row
  const reversed = { escrow: row.escrow, net: row.net, commission: row.commissionBack, tax: row.taxBack }
  return { paid, givenBack, chargedBack, shippingBack, earned: { gross, commission, tax }, back: reversed }
}

type MoneyRow = EarningAmounts &
  Omit<OrderMoney, 'earned' | 'back'> & {
    orderId: number
    escrow: number
    net: number
    commissionBack: number
    taxBack: number
  }

const LIST_MONEY = {
  name: 'orders_list_money',
  text: `
    select o.id as "orderId", (select coalesce(sum(amount), 0)::bigint from allocations where supplier_order_id = o.id) as paid,
      r.amount as "givenBack", t.amount as "chargedBack", r.shipping as "shippingBack",
      r.escrow + t.escrow as escrow, r.net + t.net as net,
      r.commission + t.commission as "commissionBack", r.tax + t.tax as "taxBack",
      e.gross, e.commission, e.tax
    from unnest($1::bigint[]) as o (id)
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(shipping_amount), 0)::bigint as shipping,
        coalesce(sum(escrow_amount), 0)::bigint as escrow, coalesce(sum(net_amount), 0)::bigint as net,
        coalesce(sum(commission_amount), 0)::bigint as commission, coalesce(sum(tax_amount), 0)::bigint as tax
      from refund_requests where supplier_order_id = o.id and state <> 'undone') r
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount,
        coalesce(sum(escrow_amount), 0)::bigint as escrow, coalesce(sum(net_amount), 0)::bigint as net,
        coalesce(sum(commission_amount), 0)::bigint as commission, coalesce(sum(tax_amount), 0)::bigint as tax
      from chargeback_shares where supplier_order_id = o.id and not is_returned) t
    cross join lateral (
      select coalesce(sum(gross_amount), 0)::bigint as gross, coalesce(sum(commission_amount), 0)::bigint as commission,
        coalesce(sum(tax_amount), 0)::bigint as tax
      from earnings where supplier_order_id = o.id) e`,
}

/** The source of an order's money: the receipt, and its provider and method. */
export type PaymentSource = Readonly<{
  receiptId: number
  provider: string
  method: string
  /** The whole receipt, which may have paid other orders too. */
  paid: number
  receivedAt: Date
  /** The public id of the vendor whose wallet paid it. */
  wallet: Id<'account'> | null
}>

/** Returns the source of an order's money; undefined for an order that was never paid. */
export async function findPaymentSource(db: Queryable, orderId: number): Promise<PaymentSource | undefined> {
  const [found] = await queryPrepared<PaymentSource>(db, FIND_PAYMENT_SOURCE, [orderId])
  return found
}

const FIND_PAYMENT_SOURCE = {
  name: 'orders_find_source',
  text: `
    select r.id as "receiptId", r.provider, p.method, r.amount as paid, r.received_at as "receivedAt",
      case when r.provider = 'wallet' then (
        select a.public_id from supplier_orders o join purchases u on u.id = o.purchase_id join accounts a on a.id = u.account_id
        where o.id = $1) end as wallet
    from allocations a join receipts r on r.id = a.receipt_id join payments p on p.id = r.payment_id
    where a.supplier_order_id = $1`,
}

/** A supplier's new earning for a parcel. */
export type NewEarning = Readonly<{
  orderId: number
  parcelId: number
  currency: string
  earned: EarningAmounts
  now: Date
}>

/** Inserts an earning. Violates `earnings_parcel_id_key` when the parcel has earned already. */
export async function insertEarning(tx: Queryable, earning: NewEarning): Promise<void> {
  const { orderId, parcelId, currency, earned, now } = earning
  const { gross, commission, tax } = earned
  const values = [orderId, parcelId, currency, gross, commission, tax, gross - commission - tax, now]
  await queryPrepared(tx, INSERT_EARNING, values)
}

const INSERT_EARNING = {
  name: 'orders_insert_earning',
  text: `
    insert into earnings (supplier_order_id, parcel_id, currency, gross_amount, commission_amount, tax_amount, net_amount,
      earned_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Deletes the unreleased earning of a parcel that was not sent; returns whether there was one. */
export async function deleteEarning(tx: Queryable, parcelId: number): Promise<boolean> {
  return (await queryPrepared(tx, DELETE_EARNING, [parcelId])).length > 0
}

const DELETE_EARNING = {
  name: 'orders_delete_earning',
  text: 'delete from earnings where parcel_id = $1 and released_at is null returning id',
}

/** Marks an order's earnings as released and returns the public ids of the newly released parcels. */
export async function releaseEarnings(
  tx: Queryable,
  orderId: number,
  now: Date,
): Promise<{ parcel: string; amount: number }[]> {
  return queryPrepared(tx, RELEASE_EARNINGS, [orderId, now])
}

const RELEASE_EARNINGS = {
  name: 'orders_release_earnings',
  text: `
    update earnings e set released_at = $2 from parcels p
    where e.supplier_order_id = $1 and e.released_at is null and p.id = e.parcel_id
    returning p.public_id as parcel, e.net_amount as amount`,
}

/** A new refund request to a provider. `key` identifies its reason, once. */
export type NewRefund = Readonly<{
  publicId: string
  key: string
  orderId: number
  receiptId: number
  currency: string
  amount: number
  reason: string
  /** Whether the posting completes the refund, as into a wallet, without a provider. */
  isDone: boolean
  now: Date
}>

/** Inserts a refund request for unearned money. Violates `refund_requests_key_key` when it was requested already. */
export async function insertRefund(tx: Queryable, refund: NewRefund): Promise<void> {
  const { publicId, key, orderId, receiptId, currency, amount, reason, isDone, now } = refund
  const state = isDone ? 'done' : 'asked'
  const values = [publicId, key, orderId, receiptId, currency, amount, reason, now, state]
  await queryPrepared(tx, INSERT_REFUND, values)
}

const INSERT_REFUND = {
  name: 'orders_insert_refund',
  text: `
    insert into refund_requests (public_id, key, supplier_order_id, receipt_id, currency, amount, escrow_amount, reason,
      created_at, updated_at, state)
    values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $8, $9)`,
}

/** Lists these orders' refunded or charged-back amounts by their keys; orders without any are left out. */
export async function listReversedAmounts(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, ReversedAmounts>> {
  const found = await queryPrepared<ReversedAmounts & { orderId: number }>(db, LIST_REVERSED_AMOUNTS, [
    orderIds,
  ])
  return new Map(found.map(({ orderId, ...amounts }) => [orderId, amounts]))
}

const LIST_REVERSED_AMOUNTS = {
  name: 'orders_list_went_back',
  text: `
    select "orderId", sum(given)::bigint as "givenBack", sum(taken)::bigint as "chargedBack" from (
      select supplier_order_id as "orderId", amount as given, 0 as taken from refund_requests
      where supplier_order_id = any($1::bigint[]) and state <> 'undone'
      union all
      select supplier_order_id, 0, amount from chargeback_shares
      where supplier_order_id = any($1::bigint[]) and not is_returned) b
    group by 1`,
}
