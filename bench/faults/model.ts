import fc from 'fast-check'
import {
  MONEY_STEP_KINDS,
  type MoneyStepKind,
  MONEY_ROUND,
  type MoneyStep,
} from '#tests/models/money/steps.ts'
import { type RoundResult, runMoneyRound } from '#tests/models/money/world.ts'
import { createShopOnDatabase } from '#tests/shop/shop.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import type { RunLimits } from './run-limits.ts'

/** The rounds per ledger, all of which is checked after each step. */
const ROUNDS_PER_DATABASE = 100

/**
 * Runs rounds of random steps, checks the ledger's rules after each, and prints the steps. Each round has a new
 * supplier. It ends with the first broken rule; the printed seed repeats the same rounds (`MODEL_SEED`). Returns
 * how many were broken.
 */
export async function measureModel({ rounds, until }: RunLimits): Promise<number> {
  const startedAt = performance.now()
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
  const sampledRounds = fc.sample(MONEY_ROUND, { numRuns: rounds, seed })
  const completedRounds: RoundResult[] = []
  let isSound = true
  while (isSound && completedRounds.length < rounds) {
    const batch = await runBatch(
      sampledRounds.slice(completedRounds.length, completedRounds.length + ROUNDS_PER_DATABASE),
      until,
    )
    completedRounds.push(...batch)
    isSound = batch.length > 0 && performance.now() < until && listViolations(completedRounds).length === 0
    console.error(`${completedRounds.length} of ${rounds} rounds`)
  }
  print(completedRounds, `${((performance.now() - startedAt) / 60_000).toFixed(1)} | ${seed}`)
  return listViolations(completedRounds).length
}

/** Runs rounds on separate ledgers until a rule is broken or the time is over. */
function runBatch(rounds: readonly (readonly MoneyStep[])[], deadline: number): Promise<RoundResult[]> {
  return withMigratedDatabase(async (database) => {
    const shop = await createShopOnDatabase(database)
    const completedRounds: RoundResult[] = []
    for (const steps of rounds) {
      if (performance.now() > deadline || listViolations(completedRounds).length > 0) break
      completedRounds.push(await runMoneyRound(shop, steps))
    }
    await shop.app.jobs.stop()
    return completedRounds
  })
}

function listViolations(completedRounds: readonly RoundResult[]): string[] {
  return completedRounds.flatMap(({ violations }) => violations)
}

function print(completedRounds: readonly RoundResult[], rest: string): void {
  const times = (kind: MoneyStepKind) =>
    completedRounds.reduce((sum, { kinds }) => sum + (kinds.get(kind) ?? 0), 0)
  const counts = MONEY_STEP_KINDS.map((kind) => ({ kind, times: times(kind) }))
  const steps = counts.reduce((sum, count) => sum + count.times, 0)
  const kinds = counts.filter((count) => count.times > 0).length
  const broken = listViolations(completedRounds)
  console.log(
    '\n| rounds | steps | kinds of steps | violations | minutes | seed |\n|---|---|---|---|---|---|',
  )
  console.log(`| ${[completedRounds.length, steps, kinds, broken.length].join(' | ')} | ${rest} |\n`)
  console.log(counts.map((count) => `${count.kind} ${count.times}`).join(', '))
  for (const line of broken) console.log(line)
}
