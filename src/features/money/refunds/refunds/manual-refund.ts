import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { refused } from '#core/errors.ts'
import { post, settledPosting } from '#features/money/ledger/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { type KeptRefund, lockRefund, notePaidByHand, noteRefund } from './refund-queries.ts'
import type { PAID_HOW } from '../shapes.ts'
import { refundNotFound } from '../views.ts'

/** How an operator has paid a refund: with what finds it again, and from which account where the bank did. */
export type PaidByHand = Readonly<{
  refundId: string
  how: (typeof PAID_HOW)[number]
  reference: string
  bank: string
  personId: number
  now: Date
}>

/**
 * Notes how a person has paid a refund that its provider does not make. Money from the bank is booked: the provider still has
 * what it did not give back (P3f, the other way). Throws `refund_not_found`, and `refund_state` for one that waits for nobody.
 */
export async function paidByHand(db: Database, paid: PaidByHand): Promise<void> {
  await inTransaction(db, async (tx) => {
    const refund = await lockRefund(tx, paid.refundId)
    if (!refund) throw refundNotFound()
    if (!(await notePaidByHand(tx, { ...paid, publicId: paid.refundId }))) throw wrongState(refund)
    if (paid.how !== 'bank_transfer') return
    const { provider, method, currency, amount } = refund
    const parts = [{ method, amount: -amount }]
    const settlementId = `by_hand:${paid.refundId}`
    await post(tx, settledPosting({ settlementId, provider, bank: paid.bank, currency, parts }), paid.now)
  })
}

/**
 * Has the provider asked again about a refund that waits for a person. It was asked before, so it is asked how it stands first.
 * Throws `refund_not_found` and `refund_state`.
 */
export async function askAgain(
  db: Database,
  { refundId, enqueue, now }: Readonly<{ refundId: string; enqueue: Enqueue; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!refund) throw refundNotFound()
    const news = { publicId: refundId, from: ['refused'], state: 'unknown', askAt: now, now } as const
    if (!(await noteRefund(tx, news))) throw wrongState(refund)
    await enqueue(tx, { job: 'refunds.send', input: { refundId } })
  })
}

function wrongState({ state }: KeptRefund) {
  return refused('refund_state', 'This refund does not wait for a person.', { state })
}
