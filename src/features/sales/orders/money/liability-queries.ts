import { queryPrepared, type Queryable } from '#database/database.ts'

/**
 * A liability of the marketplace for an order, in cents. `id` is the refund's or chargeback's; with the key of its
 * posting.
 */
export type Liability = Readonly<{
  id: number
  account: 'goodwill' | 'chargeback_loss'
  of: string
  amount: number
}>

/**
 * Lists the marketplace's liabilities for an order, goodwill first, then oldest first. While the order is locked, none
 * can be added.
 */
export async function listLiabilities(tx: Queryable, orderId: number): Promise<Liability[]> {
  return queryPrepared<Liability>(tx, LIST_LIABILITIES, [orderId])
}

const LIST_LIABILITIES = {
  name: 'orders_list_liabilities',
  text: `
    select id, 'goodwill' as account, 'refunded:' || public_id as of, goodwill_amount as amount from refund_requests
    where supplier_order_id = $1 and state <> 'undone' and goodwill_amount > 0
    union all
    select c.id, 'chargeback_loss', 'charged_back:' || c.provider || ':' || c.dispute_id || ':' || o.public_id, p.loss_amount
    from chargeback_shares p
    join chargebacks c on c.id = p.chargeback_id
    join supplier_orders o on o.id = p.supplier_order_id
    where p.supplier_order_id = $1 and not p.is_returned and p.loss_amount > 0
    order by 2 desc, 1`,
}

/** Records that an order's own money repaid `amount` cents of the marketplace's loss. */
export async function recordLiabilityRepayment(
  tx: Queryable,
  { id, account }: Liability,
  { orderId, amount }: Readonly<{ orderId: number; amount: number }>,
): Promise<void> {
  if (account === 'goodwill') await queryPrepared(tx, RECORD_REFUND_REPAYMENT, [id, amount])
  else await queryPrepared(tx, RECORD_CHARGEBACK_REPAYMENT, [id, orderId, amount])
}

const RECORD_REFUND_REPAYMENT = {
  name: 'orders_note_paid_back_of_refund',
  text: `
    update refund_requests set goodwill_amount = goodwill_amount - $2, escrow_amount = escrow_amount + $2,
      recovered_amount = recovered_amount + $2
    where id = $1`,
}
const RECORD_CHARGEBACK_REPAYMENT = {
  name: 'orders_note_paid_back_of_chargeback',
  text: `
    update chargeback_shares set loss_amount = loss_amount - $3, escrow_amount = escrow_amount + $3,
      recovered_amount = recovered_amount + $3
    where chargeback_id = $1 and supplier_order_id = $2`,
}
