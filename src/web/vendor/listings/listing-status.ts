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

/** The views of a vendor's listings. */
export const LISTING_TABS = [
  { id: 'all', label: 'All' },
  { id: 'on_sale', label: 'On sale' },
  { id: 'attention', label: 'Needs attention' },
  { id: 'variants', label: 'Variants to repair' },
  { id: 'cost_up', label: 'Cost went up' },
  { id: 'sold_out', label: 'Sold out' },
  { id: 'not_published', label: 'Not published' },
  { id: 'off_sale', label: 'Off sale' },
] as const
