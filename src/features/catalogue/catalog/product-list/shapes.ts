/** The saved views of a supplier's products, by the names that calls and addresses use. */
export const PRODUCT_VIEWS = ['all', 'active', 'sold_out', 'low_stock', 'no_wholesale', 'hidden'] as const

export type ProductView = (typeof PRODUCT_VIEWS)[number]

/** The orders in which a supplier's products can be listed. */
export const PRODUCT_SORTS = [
  'newest',
  'title',
  'price_asc',
  'price_desc',
  'stock_asc',
  'stock_desc',
  'updated',
] as const

export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** Products with at most so many units in stock are low on stock. */
export const LOW_STOCK = 5

/** How many products may be selected, and changed together. */
export const MAX_SELECTED_PRODUCTS = 5_000
