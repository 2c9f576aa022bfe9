import type { Proof } from './proof.ts'
import { playUnderPurchases } from './under-purchases.ts'

/** Ends PgBouncer by SIGKILL and starts it again. */
export const RESTART_POOLER: Proof = {
  name: '7 pooler killed and restarted',
  run: (shop, round) =>
    playUnderPurchases({
      shop,
      round,
      maxGapMs: 10_000,
      cause: async () => {
        await shop.cluster.restartPooler()
        return 'PgBouncer killed and started'
      },
    }),
}

/** Stops and starts the web processes one after the other, as a release does. No request fails. */
export const ROLLING_RESTART: Proof = {
  name: '8 rolling restart',
  run: (shop, round) =>
    playUnderPurchases({
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
