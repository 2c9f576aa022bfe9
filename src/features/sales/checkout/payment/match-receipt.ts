import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { notFound, refused } from '#core/errors.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import { readUnappliedBalance, lockReceipt, markReceiptApplied } from '#features/money/refunds/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { applyMoney, lockPayable, type UnpayableReason } from './payment-targets.ts'

/** An unapplied receipt by its ledger id, and the purchase that it pays for. */
export type ReceiptMatch = Readonly<{ receiptId: number; purchaseId: string; enqueue: Enqueue; now: Date }>

const UNPAYABLE_MESSAGES: Readonly<Record<UnpayableReason, string>> = {
  order_unknown: 'There is no order with this number.',
  already_paid: 'This order is already paid.',
  order_expired: 'This order has ended and its items are back on sale.',
  amount_differs: 'The amount doesn’t match the order total.',
}

/**
 * Matches an unapplied receipt to an unpaid purchase of exactly its amount (P11). Throws `receipt_not_found`; refuses
 * with `nothing_left`, and with the reason why the purchase cannot be paid by it.
 */
export async function matchReceipt(
  db: Database,
  { receiptId, purchaseId, enqueue, now }: ReceiptMatch,
): Promise<void> {
  const sold = await inTransaction(db, async (tx) => {
    const receipt = await lockReceipt(tx, receiptId)
    if (receipt?.state !== 'unapplied')
      throw notFound('receipt_not_found', 'This money doesn’t exist, or belongs to an order.')
    const { amount, currency } = receipt
    if ((await readUnappliedBalance(tx, receipt)) !== amount)
      throw refused('nothing_left', 'This money was already refunded.')
    const payable = await lockPayable(tx, { reference: purchaseId, amount, currency })
    if (!payable.ok) throw refused(payable.reason, UNPAYABLE_MESSAGES[payable.reason])
    await markReceiptApplied(tx, receiptId)
    const source = { kind: 'unapplied' } as const
    return applyMoney(tx, { purchases: [payable.purchase], receiptId, source, enqueue, now })
  })
  announceProducts(
    db,
    sold.map((line) => line.productPublicId),
  )
}
