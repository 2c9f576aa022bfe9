import { inTransaction, type Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { PricingData } from './contract.ts'
import { insertPricing, selectPricing } from './queries.ts'
import { type ExchangeRate, findRuleFault, type PriceRule } from './rules.ts'

export { applyRule, convertCost, type ExchangeRate, findRule, type PriceRule } from './rules.ts'
export { deletePricing } from './queries.ts'

/** The job that brings the listings of an account to its new price rules; the feature of listings has it. */
export const REPRICE_JOB = 'listings.reprice'

/** Returns somebody's price rules; none before the first are saved. */
export async function readPricing(db: Queryable, accountId: number): Promise<PricingData> {
  const stored = await selectPricing(db, accountId)
  if (!stored) return { version: 0, rules: [], rates: [], savedAt: null }
  // What was saved had passed the contract.
  return { ...stored, savedAt: stored.savedAt.toISOString() } as PricingData
}

/**
 * Saves price rules as the version after the one that was read, and has the listings brought to them. Throws `bad_rule`, and
 * `pricing_changed` where another version was saved meanwhile.
 */
export async function savePricing(
  db: Queryable,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  input: Readonly<{
    accountId: number
    version: number
    rules: readonly PriceRule[]
    rates: readonly ExchangeRate[]
    now: Date
  }>,
): Promise<PricingData> {
  const { accountId, version, rules, rates, now } = input
  checkRules(rules, rates)
  await inTransaction(db, async (tx) => {
    const isNext = await insertPricing(tx, accountId, { version: version + 1, rules, rates, savedAt: now })
    if (!isNext)
      throw refused(
        'pricing_changed',
        'Your price rules have changed since you opened this page. Reload it to get the latest version.',
      )
    await enqueue(tx, { job: REPRICE_JOB, input: { accountId } })
  })
  return readPricing(db, accountId)
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
