import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import type { FactRow } from '#web/shared/product/fact-row.ts'

/** What the marketplace has counted of a store, as shown. */
export function measuredFigures({
  pieces,
  rating,
  ratingCount,
  sold,
}: StoreData['measured']): readonly FactRow[] {
  return [
    { name: 'Pieces', value: pieces.toLocaleString('en-US') },
    { name: 'Average rating', value: ratingCount === 0 ? 'None yet' : `${rating.toFixed(1)}/5` },
    { name: 'Reviews', value: ratingCount.toLocaleString('en-US') },
    { name: 'Pieces sold', value: sold.toLocaleString('en-US') },
  ]
}

/** The month of a moment given in ISO 8601, the same wherever it is drawn: `March 2026`. */
export function memberSince(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
