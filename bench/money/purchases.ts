import {
  sendPaymentWebhook,
  startPurchase,
  fetchRate,
  WORKERS,
  type PurchaseTarget,
} from './guest-purchase.ts'
import type { LoadResult } from '../load.ts'

const SECONDS = 8

/** The duration of purchases before measuring: a fresh shop compiles its code paths first. */
const WARM_UP_SECONDS = 3

/**
 * Measures guest purchases a second. The order is saved (priced, reserved, split), a payment page opened, and the
 * provider's signed webhook event pays it. Each is another guest's, of three products of three suppliers. Load
 * comes from this process.
 */
export async function measurePurchases(shop: PurchaseTarget): Promise<LoadResult> {
  const rate = await fetchRate(shop.url)
  const tookMs: number[] = []
  let failed = 0
  let next = 0
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const deadline = from + SECONDS * 1000
  const worker = async () => {
    while (performance.now() < deadline) {
      const startedAt = performance.now()
      const isDone = await sendPaymentWebhook(shop, await startPurchase(shop, rate, next++))
      if (!isDone) failed += 1
      else if (startedAt >= from) tookMs.push(performance.now() - startedAt)
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
