import { readSettings } from '#web/app/browser-settings.ts'
import type { CategoryName } from '#features/catalogue/catalog/contract.ts'

/** The eight categories of products, in the order of the chips (MKT-10). */
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

/** Returns the categories in the shop's order, each with its label. */
export function listCategories(): readonly (readonly [category: CategoryName, label: string])[] {
  return readSettings().categories ?? CATEGORY_NAMES.map((name) => [name, name])
}

/** Returns the label of a category in the shop. */
export function categoryLabel(category: string): string {
  return listCategories().find(([name]) => name === category)?.[1] ?? category
}
