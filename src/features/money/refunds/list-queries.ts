import { queryPrepared, type Queryable } from '#database/database.ts'
import type { MANUAL_PAYMENT_METHODS, RefundActor, RefundState } from './shapes.ts'

/** A refund for display; amounts in minor units. */
export type ListedRefund = Readonly<{
  publicId: string
  orderPublicId: string | null
  state: RefundState
  actor: RefundActor
  currency: string
  amount: number
  escrow: number
  net: number
  commission: number
  tax: number
  goodwill: number
  reason: string
  provider: string
  method: string
  providerRefundId: string | null
  attempts: number
  problem: string | null
  manualPaymentMethod: (typeof MANUAL_PAYMENT_METHODS)[number] | null
  paidReference: string | null
  createdAt: Date
  updatedAt: Date
}>

const LISTED = `
  select r.public_id as "publicId", o.public_id as "orderPublicId", r.state, r.actor, r.currency, r.amount,
    r.escrow_amount as escrow, r.net_amount as net, r.commission_amount as commission, r.tax_amount as tax,
    r.goodwill_amount as goodwill, r.reason, c.provider, p.method, r.provider_refund_id as "providerRefundId",
    coalesce(e.requests, 0) as attempts, case when r.state in ('asked', 'unknown', 'refused') then e.message end as problem,
    r.manual_payment_method as "manualPaymentMethod", r.paid_reference as "paidReference", r.created_at as "createdAt",
    r.updated_at as "updatedAt"
  from refund_requests r
  join receipts c on c.id = r.receipt_id
  join payments p on p.id = c.payment_id
  left join supplier_orders o on o.id = r.supplier_order_id
  left join effects e on e.kind = 'refunds.send' and e.subject = r.public_id`

/** Returns the refund of a public id. */
export async function findRefund(db: Queryable, publicId: string): Promise<ListedRefund | undefined> {
  const [found] = await queryPrepared<ListedRefund>(db, FIND_REFUND, [publicId])
  return found
}

const FIND_REFUND = { name: 'refunds_find', text: `${LISTED} where r.public_id = $1` }

/** The payer of a refund's money, and the purchase. */
export type Payer = Readonly<{ email: string; purchaseId: string; number: string }>

/** Returns the payer of a refund's money; undefined if the payment was not for a purchase. */
export async function findPayer(db: Queryable, publicId: string): Promise<Payer | undefined> {
  const [found] = await queryPrepared<Payer>(db, FIND_PAYER, [publicId])
  return found
}

const FIND_PAYER = {
  name: 'refunds_find_payer',
  text: `
    select u.email, u.public_id as "purchaseId", u.number
    from refund_requests r join receipts c on c.id = r.receipt_id join payments p on p.id = c.payment_id
    join purchases u on u.public_id = p.reference
    where r.public_id = $1`,
}

/** Lists an order's refunds, oldest first. */
export async function listOrderRefunds(db: Queryable, orderId: number): Promise<ListedRefund[]> {
  return queryPrepared<ListedRefund>(db, LIST_OF_ORDER, [orderId])
}

const LIST_OF_ORDER = {
  name: 'refunds_list_of_order',
  text: `${LISTED} where r.supplier_order_id = $1 order by r.id`,
}

/** Returns refunds newest first, older than the one with the id `before`, with one state if given. */
export async function listAllRefunds(
  db: Queryable,
  {
    state,
    before,
    limit,
  }: Readonly<{ state: RefundState | undefined; before: string | undefined; limit: number }>,
): Promise<ListedRefund[]> {
  return queryPrepared<ListedRefund>(db, LIST_ALL, [state ?? null, before ?? null, limit])
}

const LIST_ALL = {
  name: 'refunds_list_all',
  text: `${LISTED}
    where ($1::text is null or r.state = $1)
      and ($2::text is null or r.id < (select id from refund_requests where public_id = $2))
    order by r.id desc limit $3`,
}
