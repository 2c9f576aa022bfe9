import { notify, order, quotedRate, WORKERS, type Shop } from './guest.ts'
import type { Load } from './load.ts'

const SECONDS = 8

/** For how long the shop is bought from before it counts: a shop that was just started compiles its ways first. */
const WARM_UP_SECONDS = 3

/**
 * Whole guest purchases a second: the order is saved (priced, reserved, split), a payment page opened, and the
 * provider's signed notice settles it. Each is another guest's, of three pieces of three suppliers. Load comes from this process.
 */
export async function measurePurchases(shop: Shop): Promise<Load> {
  const rate = await quotedRate(shop.url)
  const tookMs: number[] = []
  let failed = 0
  let next = 0
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const until = from + SECONDS * 1000
  const worker = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const isDone = await notify(shop, await order(shop, rate, next++))
      if (!isDone) failed += 1
      else if (began >= from) tookMs.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  tookMs.sort((a, b) => a - b)
  return {
    perSecond: tookMs.length / SECONDS,
    p99Ms: Math.round(tookMs[Math.floor(tookMs.length * 0.99)] ?? 0),
    failed,
  }
}
