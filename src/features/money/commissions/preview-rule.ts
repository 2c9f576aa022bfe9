import type { Queryable } from '#database/database.ts'
import { DAY } from '#core/time.ts'
import { listActiveRules, listSales } from './queries.ts'
import { type CommissionRule, selectRate } from './rules.ts'
import { type CommissionRuleInput, resolveScope } from './service.ts'

const DAYS = 90

/** The effect of a rule on the sales whose rate it changes; amounts in cents. */
export type RulePreview = Readonly<{
  days: number
  orders: number
  sales: number
  commission: number
  newCommission: number
}>

/**
 * Returns a rule's effect on the sales of the last 90 days whose current rate it changes. The effect is the commission
 * they were sold at, and the commission by the rule, rounded for each group. Throws `supplier_not_found` and
 * `category_not_found`.
 */
export async function previewRule(
  db: Queryable,
  { supplier, category, channel, bps }: PreviewedRule,
  { standard, now }: Readonly<{ standard: number; now: Date }>,
): Promise<RulePreview> {
  const [supplierId, categoryId] = await resolveScope(db, { supplier, category })
  const groups = await listSales(db, new Date(now.getTime() - DAYS * DAY))
  const suppliers = [...new Set(groups.map((group) => group.supplierId))]
  const today = await listActiveRules(db, suppliers, now)
  const scope = { supplierId, categoryId, channel: channel ?? null }
  const others = today.filter((rule) => !isOfScope(rule, scope))
  const changed = bps === null ? others : [...others, { ...scope, bps }]
  const affected = groups.flatMap((group) => {
    const rate = selectRate(group, changed, standard)
    return rate === selectRate(group, today, standard) ? [] : [{ ...group, rate }]
  })
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    days: DAYS,
    orders: new Set(affected.flatMap(({ orderIds }) => orderIds)).size,
    sales: sum(affected.map(({ amount }) => amount)),
    commission: sum(affected.map(({ commission }) => commission)),
    newCommission: sum(affected.map(({ amount, rate }) => Math.round((amount * rate) / 10_000))),
  }
}

type PreviewedRule = Pick<CommissionRuleInput, 'supplier' | 'category' | 'channel' | 'bps'>

function isOfScope(rule: CommissionRule, scope: Omit<CommissionRule, 'bps'>): boolean {
  return (
    rule.supplierId === scope.supplierId &&
    rule.categoryId === scope.categoryId &&
    rule.channel === scope.channel
  )
}
