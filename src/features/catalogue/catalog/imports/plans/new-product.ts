import { formatCents } from '#core/money.ts'
import type { FeedProduct } from '../../import/map/feed-product.ts'
import {
  type CompareContext,
  type Comparison,
  type FieldChange,
  getSellingCents,
  STATUSES,
} from './compare-rules.ts'

/** A new product as it is written. Without a status in the file it is a draft. */
export function describeNewProduct(
  product: FeedProduct,
  { unstated, added: policy }: CompareContext,
): Comparison {
  const isDraft = unstated.status || policy === 'draft'
  const written = isDraft ? { ...product, status: 'draft' as const } : product
  const prices = written.variants.map(getSellingCents)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const added = (field: string, after: string | null): FieldChange[] =>
    after === null ? [] : [{ field, variant: null, before: null, after }]
  const stock = written.variants.reduce((sum, variant) => sum + variant.stock, 0)
  return {
    product: written,
    changes: [
      ...added('Price', formatRange(low, high)),
      ...added('Quantity', stock.toLocaleString('en-US')),
      ...added('Variants', written.variants.length > 1 ? String(written.variants.length) : null),
      ...added('Pictures', written.images.length > 0 ? String(written.images.length) : null),
      ...added('Category', written.category),
      ...added('Status', STATUSES[written.status]),
    ],
  }
}

function formatRange(low: number, high: number): string | null {
  if (high === 0) return null
  return low === high ? formatCents(low) : `${formatCents(low)} to ${formatCents(high)}`
}
