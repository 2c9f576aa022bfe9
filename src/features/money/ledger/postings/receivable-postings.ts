import type { Id } from '#core/ids.ts'
import { credit, debit, type Posting, validatePosting } from './posting.ts'

/** Before P6: what a supplier owes us is taken from what may be paid out. */
export function receivableNettedPosting(
  netted: Readonly<{
    nettingId: string
    supplier: Id<'supplier'>
    currency: string
    amount: number
    /** What it was owed for (`nettedMemo`). */
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

/** What a supplier has paid of a debt that is taken back afterwards is free again, before that posting is reversed. */
export function receivableRestoredPosting(
  restored: Readonly<{ restoredId: string; supplier: Id<'supplier'>; currency: string; amount: number }>,
): Posting {
  return validatePosting({
    key: `receivable_restored:${restored.restoredId}`,
    kind: 'receivable_netted',
    currency: restored.currency,
    memo: 'Paid earlier for what is reversed now',
    entries: [
      ...debit('supplier_receivable', restored.supplier, restored.amount),
      ...credit('supplier_available', restored.supplier, restored.amount),
    ],
  })
}
