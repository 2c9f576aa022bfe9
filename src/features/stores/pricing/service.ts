import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { PricingData } from './contract.ts'
import { insertPricing, selectPricing, type StoredPricing } from './queries.ts'
import { describeRate, describeRule, type ExchangeRate, findRuleFault, type PriceRule } from './rules.ts'

export { applyRule, convertCost, type ExchangeRate, findRule, type PriceRule } from './rules.ts'
export { deletePricing } from './queries.ts'

/** The job that applies new price rules to an account's listings, in the listings feature. */
export const REPRICE_JOB = 'listings.reprice'

/** Returns an account's price rules; empty before the first save. */
export async function readPricing(db: Queryable, accountId: number): Promise<PricingData> {
  const stored = await selectPricing(db, accountId)
  if (!stored) return { version: 0, rules: [], rates: [], savedAt: null }
  // Saved values have passed the contract's validation.
  return { ...stored, savedAt: stored.savedAt.toISOString() } as PricingData
}

/**
 * Saves price rules as the version after the one that was read, and enqueues the update of listings. Throws `bad_rule`,
 * and `pricing_changed` if another version was saved meanwhile.
 */
export async function savePricing(
  db: Queryable,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  input: Readonly<{
    source: AuditSource
    version: number
    rules: readonly PriceRule[]
    rates: readonly ExchangeRate[]
  }>,
): Promise<PricingData> {
  const { source, version, rules, rates } = input
  const { businessId: accountId, now: savedAt } = source
  checkRules(rules, rates)
  await inTransaction(db, async (tx) => {
    const before = await selectPricing(tx, accountId)
    const isNext = await insertPricing(tx, accountId, { version: version + 1, rules, rates, savedAt })
    if (!isNext)
      throw refused(
        'pricing_changed',
        'Your price rules have changed since you opened this page. Reload it to get the latest version.',
      )
    await recordPricing(tx, source, { before: before ?? { rules: [], rates: [] }, after: { rules, rates } })
    await enqueue(tx, { job: REPRICE_JOB, input: { accountId } })
  })
  return readPricing(db, accountId)
}

type Pricing = Pick<StoredPricing, 'rules' | 'rates'>

/** Records the replaced, removed and new rules and rates. */
async function recordPricing(
  tx: Transaction,
  source: AuditSource,
  { before, after }: Readonly<{ before: Pricing; after: Pricing }>,
): Promise<void> {
  const [old, next] = [describePricing(before), describePricing(after)]
  await recordVendorChange(tx, source, {
    kind: 'pricing',
    action: 'Saved the price rules',
    entity: 'pricing',
    before: { rules: omit(old.rules, next.rules), rates: omit(old.rates, next.rates) },
    after: { rules: omit(next.rules, old.rules), rates: omit(next.rates, old.rates) },
  })
}

function describePricing({ rules, rates }: Pricing) {
  return { rules: rules.map(describeRule), rates: rates.map(describeRate) }
}

function omit(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text))
}

/** Throws `bad_rule` for rules that contradict each other. */
export function checkRules(rules: readonly PriceRule[], rates: readonly ExchangeRate[]): void {
  const fault =
    findRuleFault(rules) ??
    (new Set(rates.map(({ currency }) => currency)).size < rates.length
      ? 'Enter one rate for each currency.'
      : undefined)
  if (fault !== undefined) throw refused('bad_rule', fault)
}
