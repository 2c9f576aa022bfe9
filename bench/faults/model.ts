import fc from 'fast-check'
import { KINDS, type Kind, ROUND, type Step } from '#tests/models/money/steps.ts'
import { type Played, playRound } from '#tests/models/money/world.ts'
import { shopOver } from '#tests/shop/shop.ts'
import { withBooks } from './books.ts'
import type { Extent } from './extent.ts'

/** So many rounds share their books: after each step all that is in them is looked through. */
const SHARED = 100

/**
 * Plays rounds of random steps, each with a new supplier, after each step of which all rules of the books are held, and prints
 * what was played. It ends with the first that is broken; the seed that is printed plays the same rounds again
 * (`MODEL_SEED`). Gives how many were broken.
 */
export async function measureModel({ rounds, until }: Extent): Promise<number> {
  const began = performance.now()
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
  const chosen = fc.sample(ROUND, { numRuns: rounds, seed })
  const played: Played[] = []
  let isWell = true
  while (isWell && played.length < rounds) {
    const batch = await playBatch(chosen.slice(played.length, played.length + SHARED), until)
    played.push(...batch)
    isWell = batch.length > 0 && performance.now() < until && violationsOf(played).length === 0
    console.error(`${played.length} of ${rounds} rounds`)
  }
  print(played, `${((performance.now() - began) / 60_000).toFixed(1)} | ${seed}`)
  return violationsOf(played).length
}

/** Plays rounds over books of their own, until one is broken or the time is over. */
function playBatch(rounds: readonly (readonly Step[])[], until: number): Promise<Played[]> {
  return withBooks(async (database) => {
    const shop = await shopOver(database)
    const played: Played[] = []
    for (const steps of rounds) {
      if (performance.now() > until || violationsOf(played).length > 0) break
      played.push(await playRound(shop, steps))
    }
    await shop.app.jobs.stop()
    return played
  })
}

function violationsOf(played: readonly Played[]): string[] {
  return played.flatMap(({ violations }) => violations)
}

function print(played: readonly Played[], rest: string): void {
  const times = (kind: Kind) => played.reduce((sum, { kinds }) => sum + (kinds.get(kind) ?? 0), 0)
  const counted = KINDS.map((kind) => ({ kind, times: times(kind) }))
  const steps = counted.reduce((sum, one) => sum + one.times, 0)
  const kinds = counted.filter((one) => one.times > 0).length
  const broken = violationsOf(played)
  console.log(
    '\n| rounds | steps | kinds of steps | violations | minutes | seed |\n|---|---|---|---|---|---|',
  )
  console.log(`| ${[played.length, steps, kinds, broken.length].join(' | ')} | ${rest} |\n`)
  console.log(counted.map((one) => `${one.kind} ${one.times}`).join(', '))
  for (const line of broken) console.log(line)
}
