import { inTransaction, type Database } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  clearingAdjustedPosting,
  post,
  type Posting,
  providerFeePosting,
} from '#features/money/ledger/service.ts'
import { type DiscrepancyRow, lockDiscrepancy, markResolved } from './discrepancy-queries.ts'
import { computeAdjustment } from './rules.ts'
import { ACCOUNT_METHOD } from './reports/settlement.ts'

/** An operator's resolution of a discrepancy. `adjust` changes our ledger to match the provider. */
export type DiscrepancyResolution = Readonly<{ note: string; adjust: boolean; by: number; now: Date }>

/**
 * Resolves a discrepancy, once. Throws `discrepancy_not_found`, `already_resolved`, and `nothing_to_adjust` if there
 * are no two different amounts, or if the movement is other people's money, which needs a booking of its own.
 */
export async function resolveDiscrepancy(
  db: Database,
  publicId: string,
  { note, adjust, by, now }: DiscrepancyResolution,
): Promise<DiscrepancyRow> {
  return inTransaction(db, async (tx) => {
    const discrepancy = await lockDiscrepancy(tx, publicId)
    if (!discrepancy) throw notFound('discrepancy_not_found', 'This discrepancy doesn’t exist.')
    if (discrepancy.resolvedAt) throw refused('already_resolved', 'This discrepancy is already resolved.')
    if (adjust) await post(tx, toAdjustmentPosting(discrepancy, note), now)
    await markResolved(tx, { id: discrepancy.id, note, by, now })
    return { ...discrepancy, note, resolvedAt: now }
  })
}

function toAdjustmentPosting(discrepancy: DiscrepancyRow, reason: string): Posting {
  const { publicId, provider, currency, kind } = discrepancy
  const amount = computeAdjustment(discrepancy)
  if (amount === 0)
    throw refused('nothing_to_adjust', discrepancy.message || 'This difference can’t be booked as rounding.')
  const to = { provider, method: discrepancy.method ?? ACCOUNT_METHOD, currency, amount }
  return kind === 'wrong_fee'
    ? providerFeePosting({ ...to, feeId: publicId })
    : clearingAdjustedPosting({ ...to, adjustmentId: publicId, reason })
}
