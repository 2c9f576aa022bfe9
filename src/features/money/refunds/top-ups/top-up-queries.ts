import { queryPrepared, type Queryable } from '#database/database.ts'

/** Returns how much of a receipt's top-up may still be refunded to its payment, in minor units. */
export async function readTopUpRefundable(db: Queryable, receiptId: number): Promise<number> {
  const [found] = await queryPrepared<{ amount: number }>(db, READ_REFUNDABLE, [receiptId])
  return found?.amount ?? 0
}

const REFUNDABLE = `
  t.amount
    - (select coalesce(sum(r.amount), 0) from refund_requests r
       where r.receipt_id = t.receipt_id and r.supplier_order_id is null and r.state <> 'undone')
    - (select coalesce(sum(c.top_up_amount), 0) from chargebacks c
       where c.receipt_id = t.receipt_id and c.state in ('open', 'lost'))`

const READ_REFUNDABLE = {
  name: 'refunds_read_top_up_refundable',
  text: `select greatest(${REFUNDABLE}, 0)::bigint as amount from wallet_top_ups t where t.receipt_id = $1`,
}

/** A top-up that may be refunded, and its receipt. */
export type RefundableTopUp = Readonly<{
  receiptId: number
  provider: string
  method: string
  refundable: number
}>

/** Returns an account's top-ups in a currency that may be refunded, the newest first. */
export async function listRefundableTopUps(
  db: Queryable,
  { accountId, currency }: Readonly<{ accountId: number; currency: string }>,
): Promise<RefundableTopUp[]> {
  return queryPrepared(db, LIST_REFUNDABLE, [accountId, currency])
}

const LIST_REFUNDABLE = {
  name: 'refunds_list_refundable_top_ups',
  text: `
    select * from (
      select t.receipt_id as "receiptId", c.provider, p.method, (${REFUNDABLE})::bigint as refundable
      from wallet_top_ups t join receipts c on c.id = t.receipt_id join payments p on p.id = c.payment_id
      where t.account_id = $1 and t.currency = $2) x
    where refundable > 0 order by "receiptId" desc`,
}

/** Stores a top-up's chargeback and the marketplace's loss, which was refunded before. */
export async function saveTopUpChargeback(
  tx: Queryable,
  { id, amount, loss }: Readonly<{ id: number; amount: number; loss: number }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_CHARGEBACK, [id, amount, loss])
}

const SAVE_CHARGEBACK = {
  name: 'refunds_save_top_up_chargeback',
  text: 'update chargebacks set top_up_amount = $2, loss_amount = $3 where id = $1',
}
