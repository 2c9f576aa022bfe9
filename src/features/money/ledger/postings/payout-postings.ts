import type { Id } from '#core/ids.ts'
import { validatePosting, credit, debit, type Entry, type Posting, toSubledgerPath } from './posting.ts'
import { type ClearingAccount, toClearingSubledger } from './postings.ts'

/** A payout to a supplier; `payoutId` stays the same for every attempt. */
export type LedgerPayout = Readonly<{
  payoutId: string
  supplier: Id<'supplier'>
  currency: string
  amount: number
}>

/** Returns the posting of a sent payout (P6). */
export function payoutSentPosting(payout: LedgerPayout): Posting {
  return validatePosting({
    key: `payout_sent:${payout.payoutId}`,
    kind: 'payout_sent',
    currency: payout.currency,
    memo: 'Payout sent',
    entries: [
      ...debit('supplier_available', payout.supplier, payout.amount),
      ...credit('payout_in_transit', toTransitSubledger(payout), payout.amount),
    ],
  })
}

/** Returns the posting of an arrived payout, from our bank or a provider's balance (P6). */
export function payoutConfirmedPosting(
  payout: LedgerPayout & Readonly<{ from: ClearingAccount | Readonly<{ bank: string }> }>,
): Posting {
  return validatePosting({
    key: `payout_done:${payout.payoutId}`,
    kind: 'payout_confirmed',
    currency: payout.currency,
    memo: 'Payout arrived',
    entries: [
      ...debit('payout_in_transit', toTransitSubledger(payout), payout.amount),
      ...toSourceEntries(payout.from, payout.amount),
    ],
  })
}

/**
 * Returns the posting of a failed payout, whose money can be paid out again (P6). A payout either arrives or fails,
 * never both.
 */
export function payoutFailedPosting(payout: LedgerPayout & Readonly<{ reason: string }>): Posting {
  return validatePosting({
    key: `payout_done:${payout.payoutId}`,
    kind: 'payout_failed',
    currency: payout.currency,
    memo: `Payout failed: ${payout.reason}`,
    entries: [
      ...debit('payout_in_transit', toTransitSubledger(payout), payout.amount),
      ...credit('supplier_available', payout.supplier, payout.amount),
    ],
  })
}

function toTransitSubledger({ supplier, payoutId }: LedgerPayout): string {
  return toSubledgerPath(supplier, payoutId)
}

function toSourceEntries(from: ClearingAccount | Readonly<{ bank: string }>, amount: number): Entry[] {
  return 'bank' in from
    ? credit('bank', from.bank, amount)
    : credit('provider_clearing', toClearingSubledger(from), amount)
}
