import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DisputeState } from '../shapes.ts'

/** A chargeback for display; amounts in minor units. */
export type ListedChargeback = Readonly<{
  provider: string
  disputeId: string
  method: string
  state: DisputeState
  currency: string
  amount: number
  fee: number
  reason: string
  receiptId: number
  reference: string
  purchaseNumber: string | null
  isUnapplied: boolean
  orders: readonly Readonly<{ order: string; amount: number; isReturned: boolean }>[]
  respondBy: Date | null
  createdAt: Date
  updatedAt: Date
}>

/** A page of chargebacks older than the one with the id `before`, with one state if given. */
export type ChargebackPage = Readonly<{
  state: DisputeState | undefined
  before: Readonly<{ provider: string; disputeId: string }> | undefined
  limit: number
}>

/** Lists a page of chargebacks, newest first. */
export async function listChargebacks(
  db: Queryable,
  { state, before, limit }: ChargebackPage,
): Promise<ListedChargeback[]> {
  const values = [state ?? null, before?.provider ?? null, before?.disputeId ?? null, limit]
  return queryPrepared<ListedChargeback>(db, LIST_CHARGEBACKS, values)
}

const LIST_CHARGEBACKS = {
  name: 'refunds_list_chargebacks',
  text: `
    select c.provider, c.dispute_id as "disputeId", p.method, c.state, c.currency, c.amount, c.fee_amount as fee, c.reason,
      c.receipt_id as "receiptId", p.reference, u.number as "purchaseNumber", r.state = 'unapplied' as "isUnapplied",
      coalesce((
        select json_agg(json_build_object('order', o.public_id, 'amount', s.amount, 'isReturned', s.is_returned) order by o.id)
        from chargeback_shares s join supplier_orders o on o.id = s.supplier_order_id
        where s.chargeback_id = c.id), '[]') as orders,
      c.respond_by as "respondBy", c.created_at as "createdAt", c.updated_at as "updatedAt"
    from chargebacks c
    join receipts r on r.id = c.receipt_id
    join payments p on p.id = r.payment_id
    left join purchases u on u.public_id = p.reference
    where ($1::text is null or c.state = $1)
      and ($2::text is null or c.id < (select id from chargebacks where provider = $2 and dispute_id = $3))
    order by c.id desc limit $4`,
}
