import type { Transaction } from '#database/database.ts'
import {
  type ChangeAuthor,
  insertChanges,
  type ProductChangeRecord,
  selectVariantSnapshots,
  type VariantSnapshot,
} from './history-queries.ts'

const FIELDS = [
  ['price', 'priceCents'],
  ['wholesale', 'wholesaleCents'],
  ['stock', 'stock'],
] as const

/**
 * Runs `work`, which changes products' variants, and records the changed prices and stock. Added or removed variants
 * are not recorded as changes. The caller has locked the products. Returns the result of the work.
 */
export async function withVariantHistory<Result>(
  tx: Transaction,
  { productIds, author }: Readonly<{ productIds: readonly number[]; author: ChangeAuthor }>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await selectVariantSnapshots(tx, productIds)
  const result = await work()
  if (before.length === 0) return result
  const after = new Map(
    (await selectVariantSnapshots(tx, productIds)).map((variant) => [variant.id, variant]),
  )
  await insertChanges(
    tx,
    author,
    before.flatMap((variant) => compare(variant, after.get(variant.id))),
  )
  return result
}

function compare(before: VariantSnapshot, after: VariantSnapshot | undefined): ProductChangeRecord[] {
  if (!after) return []
  const { id: variantId, productId, sku, title } = after
  return FIELDS.flatMap(([field, key]) =>
    before[key] === after[key]
      ? []
      : [{ productId, variantId, sku, title, field, before: before[key], after: after[key] }],
  )
}
