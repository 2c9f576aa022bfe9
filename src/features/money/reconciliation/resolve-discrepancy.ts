import { inTransaction, type Database } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  clearingAdjustedPosting,
  post,
  type Posting,
  providerFeePosting,
} from '#features/money/ledger/service.ts'
import { type DoubtRow, lockDoubt, noteResolved } from './discrepancy-queries.ts'
import { adjustmentOf } from './rules.ts'
import { ACCOUNT } from './reports/settlement.ts'

/** What an operator says of a difference; `adjust` lets our books take over what the provider says. */
export type Resolution = Readonly<{ note: string; adjust: boolean; by: number; now: Date }>

/**
 * Ends a doubt, once. Throws `doubt_not_found`, `already_resolved`, and `nothing_to_adjust` where there are no two amounts
 * that differ, or what moved is money of people, which is taken in as what it is.
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
    if (adjust) await post(tx, adjusting(doubt, note), now)
    await noteResolved(tx, { id: doubt.id, note, by, now })
    return { ...doubt, note, resolvedAt: now }
  })
}

function adjusting(doubt: DoubtRow, reason: string): Posting {
  const { publicId, provider, currency, kind } = doubt
  const amount = adjustmentOf(doubt)
  if (amount === 0)
    throw refused(
      'nothing_to_adjust',
      doubt.words || 'There is no difference that could be taken over as rounding.',
    )
  const to = { provider, method: doubt.method ?? ACCOUNT, currency, amount }
  return kind === 'wrong_fee'
    ? providerFeePosting({ ...to, feeId: publicId })
    : clearingAdjustedPosting({ ...to, adjustmentId: publicId, reason })
}
