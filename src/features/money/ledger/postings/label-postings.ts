import type { Id } from '#core/ids.ts'
import { validatePosting, credit, debit, type Posting, toSubledgerPath } from './posting.ts'

/**
 * A carrier's label was bought by the marketplace's account for a supplier: of what the supplier may be paid out first, the rest it
 * owes. `provider` is who sells labels, `carrier` who sends: that is whom the marketplace owes.
 */
export function labelChargedPosting(
  charged: Readonly<{
    /** `labelChargedKey`, or `labelChargedAgainKey` after it was given back in vain. */
    key: string
    supplier: Id<'supplier'>
    provider: string
    carrier: string
    currency: string
    available: number
    receivable: number
    memo: string
  }>,
): Posting {
  const { key, supplier, provider, carrier, currency, available, receivable, memo } = charged
  return validatePosting({
    key,
    kind: 'label_charged',
    currency,
    memo,
    entries: [
      ...debit('supplier_available', supplier, available),
      ...debit('supplier_receivable', supplier, receivable),
      ...credit('carrier_payable', toSubledgerPath(provider, carrier), available + receivable),
    ],
  })
}

/** The key of the posting about what a label costs. */
export function labelChargedKey(labelId: string): string {
  return `label_charged:${labelId}`
}

/** The key of the second posting about a label: it was given back, and its carrier kept the money after all. */
export function labelChargedAgainKey(labelId: string): string {
  return `label_charged_again:${labelId}`
}
