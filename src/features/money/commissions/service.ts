import type { SalesChannel } from '#core/sales-channel.ts'
import type { Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { findCategoryKey, findSupplierKey, insertRule, listCategories, listActiveRules } from './queries.ts'
import { type CommissionRule, selectRate } from './rules.ts'

/** Returns the commission of a purchased line, in basis points of its price. */
export type GetLineRate = (line: Readonly<{ supplierId: number; productId: number }>) => number

/** The products, supplier and moment of a sale, and the rate without a rule. */
export type RateRequest = Readonly<{
  lines: readonly Readonly<{ supplierId: number; productId: number }>[]
  channel: SalesChannel
  standard: number
  now: Date
}>

/** Returns the current rates of a purchase's lines. The order stores them, so that later rules do not change it. */
export async function findLineRates(
  db: Queryable,
  { lines, channel, standard, now }: RateRequest,
): Promise<GetLineRate> {
  const suppliers = [...new Set(lines.map(({ supplierId }) => supplierId))]
  const rules = await listActiveRules(db, suppliers, now)
  const isByCategory = rules.some(({ categoryId }) => categoryId !== null)
  const products = lines.map(({ productId }) => productId)
  const categories = isByCategory ? await listCategories(db, products) : new Map<number, number>()
  return ({ supplierId, productId }) =>
    selectRate({ supplierId, categoryId: categories.get(productId) ?? null, channel }, rules, standard)
}

/** A rule as an operator enters it; without a rate it ends the rule before it. */
export type CommissionRuleInput = Readonly<{
  supplier?: string | undefined
  category?: string | undefined
  channel?: SalesChannel | undefined
  bps: number | null
  validFrom?: Date | undefined
}>

/**
 * Stores a rule. Throws `supplier_not_found` and `category_not_found`, and `day_is_over` for a start in the past,
 * because those sales had another rate.
 */
export async function saveRule(
  db: Queryable,
  { supplier, category, channel, bps, validFrom }: CommissionRuleInput,
  { by, now }: Readonly<{ by: number; now: Date }>,
): Promise<string> {
  if (validFrom && validFrom < now)
    throw refused('day_is_over', 'A rule starts now or later, not in the past.')
  const [supplierId, categoryId] = await resolveScope(db, { supplier, category })
  const publicId = newId('commissionRule', now.getTime())
  await insertRule(db, {
    publicId,
    supplierId,
    categoryId,
    channel: channel ?? null,
    bps,
    validFrom: validFrom ?? now,
    createdBy: by,
    now,
  })
  return publicId
}

/**
 * Returns the current commission of a supplier's sales in a category, and the rules behind it. Throws as `saveRule`
 * does.
 */
export async function findCurrentRate(
  db: Queryable,
  { channel = 'marketplace', ...scope }: Pick<CommissionRuleInput, 'supplier' | 'category' | 'channel'>,
  { standard, now }: Readonly<{ standard: number; now: Date }>,
): Promise<number> {
  const [supplierId, categoryId] = await resolveScope(db, scope)
  const rules: CommissionRule[] = await listActiveRules(db, supplierId === null ? [] : [supplierId], now)
  // No supplier has the key 0, so only rules for all suppliers match it.
  return selectRate({ supplierId: supplierId ?? 0, categoryId, channel }, rules, standard)
}

/** Returns the keys of a rule's supplier and category. Throws `supplier_not_found` and `category_not_found`. */
export async function resolveScope(
  db: Queryable,
  { supplier, category }: Pick<CommissionRuleInput, 'supplier' | 'category'>,
): Promise<[number | null, number | null]> {
  const supplierId = supplier === undefined ? null : await findSupplierKey(db, supplier)
  if (supplierId === undefined) throw notFound('supplier_not_found', 'This supplier doesn’t exist.')
  const categoryId = category === undefined ? null : await findCategoryKey(db, category)
  if (categoryId === undefined) throw notFound('category_not_found', 'This category doesn’t exist.')
  return [supplierId, categoryId]
}
