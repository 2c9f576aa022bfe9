import fc from 'fast-check'
import type { OpenDatabase } from '#database/open-database.ts'
import { KINDS, type Kind, ROUND } from '#tests/money-model/steps.ts'
import { playRound } from '#tests/money-model/world.ts'
import { shopOver } from '#tests/shop.ts'
import type { Extent } from './extent.ts'

/** So many rounds are told of as they go by. */
const TOLD = 50

/**
 * Plays rounds of random steps, each with a new supplier, after each step of which all rules of the books are held, and prints
 * what was played. It ends with the first that is broken, which stays in the books; the seed that is printed plays the same
 * rounds again (`MODEL_SEED`). Gives how many were broken.
 */
export async function measureModel(database: OpenDatabase, { rounds, until }: Extent): Promise<number> {
  const began = performance.now()
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
  const shop = await shopOver(database)
  const kinds = new Map<Kind, number>()
  let broken: readonly string[] = []
  let played = 0
  for (const [index, steps] of fc.sample(ROUND, { numRuns: rounds, seed }).entries()) {
    const round = await playRound(shop, steps)
    for (const [kind, times] of round.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + times)
    played = index + 1
    broken = round.violations
    if (broken.length > 0 || performance.now() > until) break
    if (played % TOLD === 0) console.error(`${played} of ${rounds} rounds`)
  }
  await shop.app.jobs.stop()
  const steps = [...kinds.values()].reduce((sum, times) => sum + times, 0)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    '\n| rounds | steps | kinds of steps | violations | minutes | seed |\n|---|---|---|---|---|---|',
  )
  console.log(`| ${[played, steps, kinds.size, broken.length, minutes, seed].join(' | ')} |\n`)
  console.log(KINDS.map((kind) => `${kind} ${kinds.get(kind) ?? 0}`).join(', '))
  for (const line of broken) console.log(line)
  return broken.length
}
