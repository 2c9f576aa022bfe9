import type { Id } from '#core/ids.ts'
import { validatePosting, credit, debit, type Entry, type Posting, toSubledgerPath } from './posting.ts'
import { type ClearingAccount, toClearingSubledger } from './postings.ts'

/** A payout to a supplier; `payoutId` stays the same however often it is tried. */
export type LedgerPayout = Readonly<{
  payoutId: string
  supplier: Id<'supplier'>
  currency: string
  amount: number
}>

/** P6: a payout is on its way. */
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

/** P6: a payout has arrived, from our bank or from what a provider holds for us. */
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

/** P6: a payout came back or was never made; the money may be paid out again. A payout has arrived or failed, never both. */
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
