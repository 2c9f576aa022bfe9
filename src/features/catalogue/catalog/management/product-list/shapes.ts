/** The views of a supplier's products, by the names in calls and URLs. */
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

/** The largest stock of a product that counts as low. */
export const LOW_STOCK = 5

/** The most products that can be selected and changed together. */
export const MAX_SELECTED_PRODUCTS = 5_000
