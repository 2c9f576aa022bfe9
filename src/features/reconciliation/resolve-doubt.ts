import { inTransaction, type Database } from '#database/database.ts'
import { notFound, refused } from '#ground/errors.ts'
import { clearingAdjustedPosting, post } from '#features/ledger/service.ts'
import { type DoubtRow, lockDoubt, noteResolved } from './doubt-queries.ts'

/** What an operator says of a difference; `adjust` lets our books take over what the provider says. */
export type Resolution = Readonly<{ note: string; adjust: boolean; by: number; now: Date }>

/**
 * Ends a doubt, once. Throws `doubt_not_found`, `already_resolved`, and `nothing_to_adjust` where there are no two amounts
 * that differ.
 */
export async function resolveDoubt(
  db: Database,
  publicId: string,
  { note, adjust, by, now }: Resolution,
): Promise<DoubtRow> {
  return inTransaction(db, async (tx) => {
    const doubt = await lockDoubt(tx, publicId)
    if (!doubt) throw notFound('doubt_not_found', 'There is no such difference.')
    if (doubt.resolvedAt) throw refused('already_resolved', 'Somebody has resolved this before.')
    if (adjust) await post(tx, adjustmentOf(doubt, note), now)
    await noteResolved(tx, { id: doubt.id, note, by, now })
    return { ...doubt, note, resolvedAt: now }
  })
}

function adjustmentOf(doubt: DoubtRow, note: string) {
  const { publicId, provider, method, currency, kind, expected, reported } = doubt
  // A fee is booked as it was taken: what is too much of it comes back as a movement of its own.
  const isBooked = kind === 'wrong_fee' || expected === null || reported === null
  const amount = isBooked ? 0 : reported - expected
  if (amount === 0) throw refused('nothing_to_adjust', 'There is no difference that could be taken over.')
  return clearingAdjustedPosting({
    adjustmentId: publicId,
    provider,
    method: method ?? 'account',
    currency,
    amount,
    reason: note,
  })
}
