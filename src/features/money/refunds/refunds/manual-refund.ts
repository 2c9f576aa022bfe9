import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { refused } from '#core/errors.ts'
import { REFUND_EFFECT } from '#features/sales/orders/service.ts'
import { applyReportedChange, retryEffect } from '#platform/effects/request-effects.ts'
import { post, providerPayoutPosting } from '#features/money/ledger/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { type StoredRefund, lockRefund, markPaidManually, updateRefund } from './refund-queries.ts'
import type { MANUAL_PAYMENT_METHODS } from '../shapes.ts'
import { refundNotFound } from '../views.ts'

/** How an operator has paid a refund: the reference to find it by, and the bank account if paid by bank. */
export type ManualPayment = Readonly<{
  refundId: string
  how: (typeof MANUAL_PAYMENT_METHODS)[number]
  reference: string
  bank: string
  accountId: number
  now: Date
}>

/**
 * Records how an operator paid a manual refund. Money from the bank is booked, because the provider still has the
 * amount (P3f reversed). Throws `refund_not_found`, and `refund_state` for a refund that does not wait for an operator.
 */
export async function recordManualPayment(db: Database, paid: ManualPayment): Promise<void> {
  await inTransaction(db, async (tx) => {
    const refund = await lockRefund(tx, paid.refundId)
    if (!refund) throw refundNotFound()
    if (!(await markPaidManually(tx, { ...paid, publicId: paid.refundId }))) throw invalidState(refund)
    const message =
      paid.how === 'bank_transfer' ? 'Paid by bank transfer.' : 'Paid in the provider’s dashboard.'
    const ref = { kind: REFUND_EFFECT, subject: paid.refundId }
    await applyReportedChange(tx, ref, { state: 'done', message, now: paid.now })
    if (paid.how !== 'bank_transfer') return
    const { provider, method, currency, amount } = refund
    const parts = [{ method, amount: -amount }]
    const settlementId = `by_hand:${paid.refundId}`
    await post(
      tx,
      providerPayoutPosting({ settlementId, provider, bank: paid.bank, currency, parts }),
      paid.now,
    )
  })
}

/**
 * Retries a refund that waits for an operator with its provider. It was requested before, so its state there is looked
 * up first. Throws `refund_not_found` and `refund_state`.
 */
export async function retryRefund(
  db: Database,
  { refundId, enqueue, now }: Readonly<{ refundId: string; enqueue: Enqueue; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await reopenRefund(tx, refundId, now)
    await retryEffect(tx, { kind: REFUND_EFFECT, subject: refundId }, { enqueue, now })
  })
}

/**
 * Reopens a refund that waits for an operator, so that it waits for its provider again. Throws `refund_not_found` and
 * `refund_state`.
 */
export async function reopenRefund(tx: Transaction, refundId: string, now: Date): Promise<void> {
  const refund = await lockRefund(tx, refundId)
  if (!refund) throw refundNotFound()
  const change = { publicId: refundId, from: ['refused'], state: 'unknown', now } as const
  if (!(await updateRefund(tx, change))) throw invalidState(refund)
}

function invalidState({ state }: StoredRefund) {
  return refused('refund_state', 'This refund isn’t waiting for an operator.', { state })
}
