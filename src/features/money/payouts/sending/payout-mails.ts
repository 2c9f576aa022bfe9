import type { Transaction } from '#database/database.ts'
import { letterMail, type LetterContent, postMails } from '#features/messaging/notifications/service.ts'
import { payoutFailed, payoutReturned, payoutSent } from '../emails.ts'
import type { Move } from './move-payout.ts'
import type { Payout } from './payout-queries.ts'
import type { PayoutState } from '../shapes.ts'
import { linesOf, totalsOf } from '../statements/statement-lines.ts'
import { listMoves } from '../statements/statement-queries.ts'

/**
 * Writes to a supplier what became of its payout, each thing once: that the money was sent (a transfer at a provider, that it was
 * made), that nothing came of it, that it came back. Whoever has no address gets nothing.
 */
export async function tellSupplier(
  tx: Transaction,
  payout: Payout,
  { move, to }: Readonly<{ move: Move; to: PayoutState }>,
): Promise<void> {
  const { supplierMail, publicId } = payout
  if (!supplierMail) return
  const found = await letterOf(tx, payout, { move, to })
  if (!found) return
  const mails = [letterMail({ key: `${found.name}:${publicId}`, to: supplierMail }, found.letter)]
  const { desk, now } = move
  await postMails(tx, { mails, now, enqueue: desk.enqueue })
}

async function letterOf(
  tx: Transaction,
  payout: Payout,
  { move, to }: Readonly<{ move: Move; to: PayoutState }>,
): Promise<Readonly<{ name: string; letter: LetterContent }> | undefined> {
  const { event, cause, isAccountsFault = false, now } = move
  const { publicUrl } = move.desk
  if (to === 'failed') {
    const news = { payout, reason: cause.reason ?? 'It was given up.', isAccountsFault, publicUrl }
    if (event === 'return') return { name: 'payout-returned', letter: payoutReturned(news) }
    return { name: 'payout-failed', letter: payoutFailed(news) }
  }
  // That a provider will be asked is no news yet.
  if (to !== 'confirmed' && !(to === 'sent' && payout.method === 'bank')) return undefined
  const totals = totalsOf(linesOf(await listMoves(tx, payout)))
  return { name: 'payout-sent', letter: payoutSent({ payout, totals, now, publicUrl }) }
}
