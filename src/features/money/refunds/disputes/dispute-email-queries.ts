import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DisputeState } from '../shapes.ts'

/** A dispute in an email, in minor units. */
export type EmailedDispute = Readonly<{
  provider: string
  disputeId: string
  state: DisputeState
  currency: string
  amount: number
  reason: string
  respondBy: Date | null
  /** The purchase that the money paid for. */
  purchaseNumber: string | null
}>

/** Returns the dispute with a key. */
export async function findEmailedDispute(db: Queryable, id: number): Promise<EmailedDispute | undefined> {
  const [found] = await queryPrepared<EmailedDispute>(db, FIND_DISPUTE, [id])
  return found
}

const FIND_DISPUTE = {
  name: 'refunds_find_reported_dispute',
  text: `
    select c.provider, c.dispute_id as "disputeId", c.state, c.currency, c.amount, c.reason, c.respond_by as "respondBy",
      u.number as "purchaseNumber"
    from chargebacks c
    join receipts r on r.id = c.receipt_id join payments p on p.id = r.payment_id
    left join purchases u on u.public_id = p.reference
    where c.id = $1`,
}

/** An order with a chargeback, and the supplier's share of the amount. */
export type DisputedOrder = Readonly<{
  order: string
  number: string
  email: string
  amount: number
  liability: number
}>

/** Lists a dispute's orders whose suppliers have an email address. */
export async function listDisputedOrders(db: Queryable, id: number): Promise<DisputedOrder[]> {
  return queryPrepared<DisputedOrder>(db, LIST_ORDERS, [id])
}

const LIST_ORDERS = {
  name: 'refunds_list_reported_parts',
  text: `
    select o.public_id as "order", u.number, s.contact_email as email, t.amount, t.net_amount as liability
    from chargeback_shares t
    join supplier_orders o on o.id = t.supplier_order_id
    join purchases u on u.id = o.purchase_id
    join suppliers s on s.id = o.supplier_id
    where t.chargeback_id = $1 and s.contact_email is not null order by o.id`,
}
