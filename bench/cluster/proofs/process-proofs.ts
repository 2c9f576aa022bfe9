import { setTimeout as delay } from 'node:timers/promises'
import type { Proof } from './proof.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** How long the database sends no response, in milliseconds. */
const SILENCE_MS = 12_000

/** The time limit for `/readyz` to report a silent database, and its recovery, in milliseconds. */
const MAX_READINESS_MS = { silent: 1_500, back: 5_000 }

/** Freezes PgBouncer, like a network that loses packets, and resumes it. */
export const SILENT_DATABASE: Proof = {
  name: '3 silent database',
  run: (shop, round) =>
    runUnderPurchases({
      shop,
      round,
      maxGapMs: SILENCE_MS + 10_000,
      cause: async () => {
        shop.cluster.freezePooler()
        const urls = shop.webs.map(({ url }) => `${url}/readyz`)
        try {
          const silentMs = await waitForStatus(urls, 503, MAX_READINESS_MS.silent)
          await delay(SILENCE_MS)
          shop.cluster.thawPooler()
          const backMs = await waitForStatus(urls, 200, MAX_READINESS_MS.back)
          return `/readyz 503 after ${silentMs} ms, 200 again ${backMs} ms after ${SILENCE_MS / 1_000} s`
        } finally {
          shop.cluster.thawPooler()
        }
      },
    }),
}

/** Waits until all addresses answer with the status; returns how long that took. Throws after the time limit. */
async function waitForStatus(urls: readonly string[], status: number, maxMs: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status))
    const tookMs = Math.round(performance.now() - startedAt)
    if (statuses.every((one) => one === status)) return tookMs
    if (tookMs > maxMs)
      throw new Error(`/readyz answers ${statuses.join(', ')} after ${tookMs} ms, not ${status}`)
    await delay(50)
  }
}

/** Ends PgBouncer by SIGKILL and starts it again. */
export const RESTART_POOLER: Proof = {
  name: '7 pooler killed and restarted',
  run: (shop, round) =>
    runUnderPurchases({
      shop,
      round,
      maxGapMs: 10_000,
      cause: async () => {
        await shop.cluster.restartPooler()
        return 'PgBouncer killed and started'
      },
    }),
}

/** Restarts the web processes one after the other, like a release. No request fails. */
export const ROLLING_RESTART: Proof = {
  name: '8 rolling restart',
  run: (shop, round) =>
    runUnderPurchases({
      shop,
      round,
      maxGapMs: 5_000,
      maxRepeated: 0,
      cause: async () => {
        for (const web of shop.webs) {
          await web.stop()
          await web.start()
          await shop.cluster.waitUntilBalanced()
        }
        return `${shop.webs.length} web processes restarted`
      },
    }),
}
