import type { ListingData } from '#features/stores/listings/contract.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

const STATES: Readonly<Record<ListingData['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  published: { label: 'On sale', tone: 'good' },
  updating: { label: 'Updating', tone: 'do' },
  failed: { label: 'Failed', tone: 'bad' },
  not_published: { label: 'Not published', tone: 'plain' },
  unpublished: { label: 'Off sale', tone: 'plain' },
  left_out: { label: 'Not selected', tone: 'plain' },
}

/** Returns the status of a product in a store; one without stock is sold out. */
export function getListingStatus({
  state,
  stock,
}: Pick<ListingData, 'state' | 'stock'>): Readonly<{ label: string; tone: StatusTone }> {
  if (state === 'published' && stock === 0) return { label: 'Sold out', tone: 'wait' }
  return STATES[state]
}

const SOURCES: Readonly<Record<ListingData['priceSource'], string>> = {
  rule: 'Price rule',
  mine: 'Your price',
  store: 'Set in your store',
  marketplace: 'Marketplace price',
}

/** Describes who sets the price. */
export function describePriceSource({ priceSource }: Pick<ListingData, 'priceSource'>): string {
  return SOURCES[priceSource]
}

/** The texts of a listing in display order. */
export const TEXT_FIELDS = ['title', 'description', 'shortDescription', 'category'] as const

/** The labels of a listing's texts. */
export const TEXT_NAMES: Readonly<Record<(typeof TEXT_FIELDS)[number], string>> = {
  title: 'Title',
  description: 'Description',
  shortDescription: 'Short description',
  category: 'Category',
}

/** Describes which fields of a listing follow the supplier, and which are locked because the store sets them. */
export function describeFieldOwners({
  priceSource,
  supplierFields,
}: Pick<ListingData, 'priceSource' | 'supplierFields'>): Readonly<{ followed: string; locked: string }> {
  const isFollowed = (field: (typeof TEXT_FIELDS)[number]) => supplierFields.includes(field)
  const toNames = (fields: readonly (typeof TEXT_FIELDS)[number][]) =>
    fields.map((field) => TEXT_NAMES[field].toLowerCase())
  const locked = TEXT_FIELDS.filter((field) => !isFollowed(field))
  return {
    followed: toNames(TEXT_FIELDS.filter(isFollowed)).join(', '),
    locked: [
      ...(priceSource === 'store' ? ['price'] : []),
      ...(locked.length === TEXT_FIELDS.length ? ['texts'] : toNames(locked)),
    ].join(', '),
  }
}

/** The views of a vendor's listings. */
export const LISTING_TABS = [
  { id: 'all', label: 'All' },
  { id: 'on_sale', label: 'On sale' },
  { id: 'attention', label: 'Needs attention' },
  { id: 'variants', label: 'Variants to repair' },
  { id: 'removed', label: 'No longer supplied' },
  { id: 'cost_up', label: 'Cost went up' },
  { id: 'sold_out', label: 'Sold out' },
  { id: 'not_published', label: 'Not published' },
  { id: 'off_sale', label: 'Off sale' },
] as const
