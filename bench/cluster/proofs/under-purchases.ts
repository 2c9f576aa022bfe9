import { setTimeout as delay } from 'node:timers/promises'
import { checkBooks, explainBookErrors } from '../books.ts'
import { waitUntilHealthy } from '../cluster.ts'
import { type GuestStats, startGuests } from '../guests.ts'
import type { ProofResult } from './proof.ts'
import type { ClusterShop } from '../shops.ts'

const GUESTS = 6

/** How long guests buy before and after the disturbance. */
const [BEFORE_MS, SPREAD_MS, AFTER_MS] = [4_000, 4_000, 6_000]

/** A disturbance of a shop while guests buy. Without `maxRepeated` the share of repeated requests is unlimited. */
export type Disturbance = Readonly<{
  shop: ClusterShop
  /** The prefix that distinguishes the guests of all rounds. */
  round: number
  /** The longest time without a confirmation. */
  maxGapMs: number
  /** The share of requests that may be repeated, from 0 to 1. */
  maxRepeated?: number
  /** Causes the disturbance; returns figures for the table. */
  cause(): Promise<string>
  /** Restores what it removed, after the orders. */
  repair?(): Promise<void>
  /** Checks more than the books, when all servers run again. */
  examine?(stats: GuestStats): Promise<ProofResult>
}>

let rounds = 0

/**
 * Lets guests buy before, during and after a disturbance. Errors are a lost confirmed order or receipt, duplicates,
 * an unclean audit, a status other than 200 and 503, or an outage above the limit.
 */
export async function runUnderPurchases(disturbance: Disturbance): Promise<ProofResult> {
  const { shop, round, maxGapMs, maxRepeated = 1, cause, repair, examine } = disturbance
  const { cluster, secret, products } = shop
  rounds += 1
  const guests = await startGuests({ url: cluster.webUrl, secret, products, round: rounds, count: GUESTS })
  await delay(BEFORE_MS + toFraction(round) * SPREAD_MS)
  const caused = await cause().catch(async (error: unknown) => {
    await guests.finish()
    throw error
  })
  await delay(AFTER_MS)
  const stats = await guests.finish()
  await repair?.()
  await waitUntilHealthy(cluster.nodes)
  const errors = explainBookErrors(await checkBooks(cluster.directUrl, stats.confirmed))
  const examined = await examine?.(stats)
  const paid = stats.confirmed.filter(({ page }) => page !== undefined).length
  const repeated = stats.repeated / Math.max(1, stats.sent)
  return {
    figures: [
      caused,
      `${stats.confirmed.length} orders and ${paid} payments confirmed`,
      `${stats.repeated} of ${stats.sent} requests repeated`,
      `longest gap ${stats.longestGapMs} ms`,
      ...(examined ? [examined.figures] : []),
    ].join('; '),
    errors: [
      ...errors,
      ...(examined?.errors ?? []),
      ...stats.unexpected,
      ...(stats.confirmed.length === 0 ? ['no order was confirmed'] : []),
      ...(stats.longestGapMs > maxGapMs ? [`nothing confirmed for ${stats.longestGapMs} ms`] : []),
      ...(repeated > maxRepeated ? [`${(repeated * 100).toFixed(1)} % of requests repeated`] : []),
    ],
  }
}

/** Returns a number from 0 to 1 for a round, the same each time. */
function toFraction(round: number): number {
  const value = Math.sin(round * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}
