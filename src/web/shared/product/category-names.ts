import type { CategoryName } from '#features/catalogue/catalog/contract.ts'

/** The eight kinds of products, in the order of the chips (MKT-10). */
export const CATEGORY_NAMES = [
  'Rings',
  'Necklaces',
  'Bracelets',
  'Earrings',
  'Pendants',
  'Brooches',
  'Anklets',
  'Charms',
] as const satisfies readonly CategoryName[]
