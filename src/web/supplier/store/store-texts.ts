import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

/** A connected store for its supplier, with its sync. */
export type SupplierStore = AnswerTo<'GET /supplier/connected-stores'>['stores'][number]
export type StoreSync = NonNullable<SupplierStore['sync']>
export type FollowedField = StoreSync['followed'][number]

/** The query key of the connected stores. */
export const STORES_KEY = ['supplier', 'connected-stores']

/** The labels of the platforms. */
export const PLATFORMS = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const

/** The fields of a product that can follow a store, with their labels. */
export const FIELDS: readonly Readonly<{ field: FollowedField; label: string; about: string }>[] = [
  { field: 'stock', label: 'Stock', about: 'Quantity of each variant. Sales here lower it in your store.' },
  { field: 'prices', label: 'Prices', about: 'Price, compare-at price and wholesale price.' },
  { field: 'variants', label: 'Variants', about: 'Sizes, colors and materials, and their SKUs.' },
  { field: 'title', label: 'Title', about: 'The name of the product.' },
  { field: 'description', label: 'Description', about: 'Description, including the short description.' },
  { field: 'pictures', label: 'Pictures', about: 'All pictures, in order.' },
  { field: 'category', label: 'Category', about: 'If your store’s categories match ours.' },
  { field: 'measures', label: 'Weight and measures', about: 'Weight, length, width and height.' },
  { field: 'customs', label: 'Customs', about: 'Country of origin and HS code.' },
  { field: 'status', label: 'Status', about: 'On sale here while it’s public in your store.' },
]

/** Returns the label and tone of a store's status. */
export function storeStatus({ problem, sync }: SupplierStore): Readonly<{ label: string; tone: StatusTone }> {
  if (problem !== null) return { label: 'Needs attention', tone: 'bad' }
  if (!sync) return { label: 'Not synced', tone: 'wait' }
  if (sync.isPaused) return { label: 'Paused', tone: 'plain' }
  return sync.isWorking ? { label: 'Checking', tone: 'do' } : { label: 'Synced', tone: 'good' }
}

/** Describes the changes of a sync, such as `2 changed, 1 added`. */
export function describeRun({ created, changed, notApplied, state }: StoreSync['runs'][number]): string {
  const parts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(created > 0 ? [`${created} added`] : []),
    ...(notApplied > 0 ? [`${notApplied} not applied`] : []),
  ]
  return state === 'planned' ? `${parts.join(', ')}: review before it is applied` : parts.join(', ')
}
