import { FACT_LABELS } from '#core/jewellery/vocabulary.ts'
import type { Queryable } from '#database/database.ts'
import type { Setting } from '#features/identity/settings/service.ts'
import { CATEGORIES, type CategoryName, type SizeGuideKind } from '../contract.ts'
import { type CategoryRow, selectCategories, updateCategories } from './category-queries.ts'

/** The setting of the categories, in the order of the shop. */
export const CATEGORY_SETTING: Setting<readonly CategoryRow[]> = {
  name: 'categories',
  action: 'Changed the categories',
  rows: { read: selectCategories, write: updateCategories },
  toAuditValues: (rows) => ({
    order: rows.map(({ label }) => label),
    ...Object.fromEntries(rows.map((row) => [row.category, describeRow(row)])),
  }),
  describe: listChanges,
}

/**
 * Returns the names of the categories in the shop's order, as pairs of category and name. Undefined while they are the
 * built-in ones.
 */
export async function readCategoryLabels(
  db: Queryable,
): Promise<(readonly [category: CategoryName, label: string])[] | undefined> {
  const rows = await selectCategories(db)
  const isBuiltIn = rows.every(({ category, label }, index) => {
    return category === CATEGORIES[index] && label === category
  })
  return isBuiltIn ? undefined : rows.map(({ category, label }) => [category, label])
}

const GUIDE_TEXTS: Readonly<Record<SizeGuideKind, string>> = {
  none: 'no size guide',
  rings: 'ring sizes',
  neck: 'necklace lengths',
  wrist: 'bracelet lengths',
  ankle: 'anklet lengths',
}

function listChanges(before: readonly CategoryRow[], after: readonly CategoryRow[]): string[] {
  const changes = after.flatMap((next) => {
    const old = before.find(({ category }) => category === next.category)
    if (!old) return []
    return [
      ...compare('Name', old.label, next.label),
      ...compare(`${next.label}, size guide`, GUIDE_TEXTS[old.sizeGuide], GUIDE_TEXTS[next.sizeGuide]),
      ...compare(`${next.label}, required facts`, describeFacts(old), describeFacts(next)),
    ]
  })
  const [oldOrder, newOrder] = [before, after].map((rows) => rows.map(({ category }) => category).join())
  const order = after.map(({ label }) => label).join(', ')
  return oldOrder === newOrder ? changes : [...changes, `Order: ${order}`]
}

function compare(title: string, before: string, after: string): string[] {
  return before === after ? [] : [`${title}: ${before} → ${after}`]
}

function describeRow(row: CategoryRow): string {
  return `${row.label}; ${GUIDE_TEXTS[row.sizeGuide]}; required: ${describeFacts(row)}`
}

function describeFacts({ requiredFacts }: CategoryRow): string {
  return requiredFacts.map((fact) => FACT_LABELS[fact]).join(', ') || 'none'
}
