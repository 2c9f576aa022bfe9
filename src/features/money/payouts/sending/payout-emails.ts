import type { Transaction } from '#database/database.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { payoutFailedEmail, payoutReturnedEmail, payoutSentEmail } from '../emails.ts'
import type { PayoutMove } from './move-payout.ts'
import type { Payout } from './payout-queries.ts'
import type { PayoutState } from '../shapes.ts'
import { toPayoutLines, sumPayoutLines } from '../statements/statement-lines.ts'
import { listStatementPostings } from '../statements/statement-queries.ts'

/**
 * Emails a supplier about its payout once for each outcome: sent, failed, returned. A transfer at a provider counts as
 * sent once it is made. A store without an address gets no email.
 */
export async function emailSupplier(
  tx: Transaction,
  payout: Payout,
  { move, to }: Readonly<{ move: PayoutMove; to: PayoutState }>,
): Promise<void> {
  const { supplierMail, publicId } = payout
  if (!supplierMail) return
  const built = await buildPayoutEmail(tx, payout, { move, to })
  if (!built) return
  const emails = [createEmail({ key: `${built.name}:${publicId}`, to: supplierMail }, built.letter)]
  const { deps, now } = move
  await sendEmails(tx, { emails, now, enqueue: deps.enqueue })
}

async function buildPayoutEmail(
  tx: Transaction,
  payout: Payout,
  { move, to }: Readonly<{ move: PayoutMove; to: PayoutState }>,
): Promise<Readonly<{ name: string; letter: EmailContent }> | undefined> {
  const { event, cause, isAccountsFault = false, now } = move
  const { publicUrl } = move.deps
  if (to === 'failed') {
    const context = { payout, reason: cause.reason ?? 'It was cancelled.', isAccountsFault, publicUrl }
    if (event === 'return') return { name: 'payout-returned', letter: payoutReturnedEmail(context) }
    return { name: 'payout-failed', letter: payoutFailedEmail(context) }
  }
  // A requested transfer is not worth an email yet.
  if (to !== 'confirmed' && !(to === 'sent' && payout.method === 'bank')) return undefined
  const totals = sumPayoutLines(toPayoutLines(await listStatementPostings(tx, payout)))
  return { name: 'payout-sent', letter: payoutSentEmail({ payout, totals, now, publicUrl }) }
}
