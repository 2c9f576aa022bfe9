import fc from 'fast-check'
import { STORE_ROUND, type StoreStepKind } from '#tests/models/stores/steps.ts'
import { runStoreRound, type StoreRoundResult } from '#tests/models/stores/world.ts'
import { createShopOnDatabase } from '#tests/shop/shop.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import type { RunLimits } from './run-limits.ts'

/** The rounds per database. */
const ROUNDS_PER_DATABASE = 50

/**
 * Runs rounds of random steps and failures between vendors' stores and the marketplace. Webhooks are lost, late and
 * doubled, calls fail, are refused as too many or lose their response, and processes die. At the end of each round
 * all failures stop, and the rules of `tests/models/stores` have to hold. Prints the steps; returns how many rules
 * were broken.
 */
export async function measureStores({ rounds, until }: RunLimits): Promise<number> {
  const startedAt = performance.now()
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
  const sampled = fc.sample(STORE_ROUND, { numRuns: rounds, seed })
  const played: StoreRoundResult[] = []
  while (played.length < rounds && performance.now() < until) {
    await withMigratedDatabase(async (database) => {
      const shop = await createShopOnDatabase(database)
      const end = Math.min(rounds, played.length + ROUNDS_PER_DATABASE)
      while (played.length < end && performance.now() < until) {
        const platform = played.length % 2 === 0 ? 'shopify' : 'woocommerce'
        played.push(await runStoreRound(shop, sampled[played.length] ?? [], platform))
      }
      await shop.app.jobs.stop()
    })
    console.error(`${played.length} of ${rounds} rounds`)
  }
  print(played, `${((performance.now() - startedAt) / 60_000).toFixed(1)} | ${seed}`)
  return played.flatMap(({ violations }) => violations).length
}

function print(played: readonly StoreRoundResult[], rest: string): void {
  const counts = new Map<StoreStepKind, number>()
  for (const { kinds } of played)
    for (const [kind, times] of kinds) counts.set(kind, (counts.get(kind) ?? 0) + times)
  const steps = [...counts.values()].reduce((sum, times) => sum + times, 0)
  const violations = played.flatMap((round) => round.violations)
  console.log('\n| rounds of stores | steps | violations | minutes | seed |\n|---|---|---|---|---|')
  console.log(`| ${[played.length, steps, violations.length].join(' | ')} | ${rest} |\n`)
  console.log([...counts].map(([kind, times]) => `${kind} ${times}`).join(', '))
  for (const line of violations.slice(0, 20)) console.log(line)
}
