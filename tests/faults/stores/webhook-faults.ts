import type { PlayedStores, StoreWebhook } from './played-stores.ts'

/** Random numbers from 0 to 1 that a seed repeats. */
export type Random = () => number

/** Returns random numbers by a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The webhooks that were sent, and what happened to them. */
type WebhookCounts = { sent: number; dropped: number; doubled: number; late: number }

/** The delivery of the stores' webhooks: all of them, or with faults. */
export type WebhookDelivery = Readonly<{
  counts: WebhookCounts
  /** Sends the waiting webhooks; with faults some are dropped, doubled or kept for later, in random order. */
  deliver(hasFaults: boolean): Promise<number>
  /** Sends those that were kept for later. */
  deliverLate(): Promise<void>
}>

/** The share of webhooks with each fault. */
const SHARE = 0.1

/** Returns the delivery of the webhooks of `stores` by `post`. */
export function createWebhookDelivery(
  stores: PlayedStores,
  { post, random }: Readonly<{ post: (webhook: StoreWebhook) => Promise<boolean>; random: Random }>,
): WebhookDelivery {
  const counts = { sent: 0, dropped: 0, doubled: 0, late: 0 }
  const late: StoreWebhook[] = []
  const unanswered: StoreWebhook[] = []
  const send = async (webhooks: readonly StoreWebhook[]) => {
    counts.sent += webhooks.length
    await Promise.all(
      webhooks.map(async (webhook) => {
        // Shopify sends it again, WooCommerce does not.
        if (!(await post(webhook)) && 'x-shopify-topic' in webhook.headers) unanswered.push(webhook)
      }),
    )
  }
  const addFaults = (webhook: StoreWebhook): StoreWebhook[] => {
    const share = random()
    if (share < SHARE) {
      counts.dropped += 1
      return []
    }
    if (share < 2 * SHARE) {
      counts.doubled += 1
      return [webhook, webhook]
    }
    if (share >= 3 * SHARE) return [webhook]
    counts.late += 1
    late.push(webhook)
    return []
  }
  return {
    counts,
    async deliver(hasFaults) {
      const webhooks = [...unanswered.splice(0), ...(await stores.takeWebhooks())]
      const sent = hasFaults ? shuffle(webhooks.flatMap(addFaults), random) : webhooks
      await send(sent)
      return webhooks.length
    },
    deliverLate: () => send(late.splice(0)),
  }
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
