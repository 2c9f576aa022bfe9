import type { Id } from '#core/ids.ts'
import { checked, credit, debit, type Entry, type Posting, within } from './posting.ts'
import { type Clearing, clearingOf } from './postings.ts'

/** A payout to a supplier; `payoutId` stays the same however often it is tried. */
export type PayoutMade = Readonly<{
  payoutId: string
  supplier: Id<'supplier'>
  currency: string
  amount: number
}>

/** P6: a payout is on its way. */
export function payoutSentPosting(payout: PayoutMade): Posting {
  return checked({
    key: `payout_sent:${payout.payoutId}`,
    kind: 'payout_sent',
    currency: payout.currency,
    memo: 'Payout sent',
    entries: [
      ...debit('supplier_available', payout.supplier, payout.amount),
      ...credit('payout_in_transit', transitOf(payout), payout.amount),
    ],
  })
}

/** P6: a payout has arrived, from our bank or from what a provider holds for us. */
export function payoutConfirmedPosting(
  payout: PayoutMade & Readonly<{ from: Clearing | Readonly<{ bank: string }> }>,
): Posting {
  return checked({
    key: `payout_done:${payout.payoutId}`,
    kind: 'payout_confirmed',
    currency: payout.currency,
    memo: 'Payout arrived',
    entries: [
      ...debit('payout_in_transit', transitOf(payout), payout.amount),
      ...paidFrom(payout.from, payout.amount),
    ],
  })
}

/** P6: a payout came back or was never made; the money may be paid out anew. A payout has arrived or failed, never both. */
export function payoutFailedPosting(payout: PayoutMade & Readonly<{ reason: string }>): Posting {
  return checked({
    key: `payout_done:${payout.payoutId}`,
    kind: 'payout_failed',
    currency: payout.currency,
    memo: `Payout failed: ${payout.reason}`,
    entries: [
      ...debit('payout_in_transit', transitOf(payout), payout.amount),
      ...credit('supplier_available', payout.supplier, payout.amount),
    ],
  })
}

function transitOf({ supplier, payoutId }: PayoutMade): string {
  return within(supplier, payoutId)
}

function paidFrom(from: Clearing | Readonly<{ bank: string }>, amount: number): Entry[] {
  return 'bank' in from
    ? credit('bank', from.bank, amount)
    : credit('provider_clearing', clearingOf(from), amount)
}
