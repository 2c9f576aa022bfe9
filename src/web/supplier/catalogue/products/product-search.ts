import type { InputOf } from '#web/app/calls/endpoints.ts'

type ProductQuery = NonNullable<InputOf<'GET /supplier/products'>['query']>

/** A view of a supplier's products, by its name in calls and addresses. */
export type ProductViewName = NonNullable<ProductQuery['view']>

type ProductSortName = NonNullable<ProductQuery['sort']>

/** A category of products. */
export type CategoryName = NonNullable<ProductQuery['category']>

/** The views of a supplier's products. */
export const PRODUCT_VIEWS: readonly Readonly<{ id: ProductViewName; label: string }>[] = [
  { id: 'all', label: 'All' },
  { id: 'active', label: 'Active' },
  { id: 'sold_out', label: 'Sold out' },
  { id: 'low_stock', label: 'Low stock' },
  { id: 'no_wholesale', label: 'No wholesale price' },
  { id: 'hidden', label: 'Archived or hidden' },
]

/** The sort orders of the list. */
export const PRODUCT_SORTS: readonly Readonly<{ id: ProductSortName; label: string }>[] = [
  { id: 'newest', label: 'Newest first' },
  { id: 'updated', label: 'Last updated' },
  { id: 'title', label: 'Title' },
  { id: 'price_asc', label: 'Lowest price' },
  { id: 'price_desc', label: 'Highest price' },
  { id: 'stock_asc', label: 'Lowest stock' },
  { id: 'stock_desc', label: 'Highest stock' },
]

const CATEGORIES: readonly CategoryName[] = [
  'Rings',
  'Necklaces',
  'Bracelets',
  'Earrings',
  'Pendants',
  'Brooches',
  'Anklets',
  'Charms',
]

/** Parses the search of the index from its address; invalid values are left out. */
export function parseProductSearch(address: Readonly<Record<string, string>>) {
  return {
    view: PRODUCT_VIEWS.find(({ id }) => id === address['view'])?.id ?? 'all',
    sort: PRODUCT_SORTS.find(({ id }) => id === address['sort'])?.id ?? 'newest',
    search: address['search']?.trim().slice(0, 100) || undefined,
    category: CATEGORIES.find((name) => name === address['category']),
    warehouse: /^[1-9]\d{0,14}$/.test(address['warehouse'] ?? '') ? address['warehouse'] : undefined,
  }
}

/** The search of the index. */
export type ProductSearch = ReturnType<typeof parseProductSearch>
