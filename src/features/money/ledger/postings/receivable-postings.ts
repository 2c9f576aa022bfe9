import type { Id } from '#core/ids.ts'
import { credit, debit, type Posting, validatePosting } from './posting.ts'

/** Returns the posting that deducts a supplier's debt from its available balance, before P6. */
export function receivableNettedPosting(
  netted: Readonly<{
    nettingId: string
    supplier: Id<'supplier'>
    currency: string
    amount: number
    /** The reason for the debt (`buildNettingMemo`). */
    memo: string
  }>,
): Posting {
  return validatePosting({
    key: `receivable_netted:${netted.nettingId}`,
    kind: 'receivable_netted',
    currency: netted.currency,
    memo: netted.memo,
    entries: [
      ...debit('supplier_available', netted.supplier, netted.amount),
      ...credit('supplier_receivable', netted.supplier, netted.amount),
    ],
  })
}

/** Returns the posting that restores what a supplier repaid of a debt, before that debt is reversed. */
export function receivableRestoredPosting(
  restored: Readonly<{ restoredId: string; supplier: Id<'supplier'>; currency: string; amount: number }>,
): Posting {
  return validatePosting({
    key: `receivable_restored:${restored.restoredId}`,
    kind: 'receivable_netted',
    currency: restored.currency,
    memo: 'Earlier repayment of a reversed charge',
    entries: [
      ...debit('supplier_receivable', restored.supplier, restored.amount),
      ...credit('supplier_available', restored.supplier, restored.amount),
    ],
  })
}
