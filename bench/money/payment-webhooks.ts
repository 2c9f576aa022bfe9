import {
  sendPaymentWebhook,
  startPurchase,
  fetchRate,
  WORKERS,
  type OpenOrder,
  type PurchaseTarget,
} from './guest-purchase.ts'

/** The number of orders that wait for their webhook events. */
const ORDERS = 2000

/** The interval of webhook events that are sent twice. */
const REPEAT_EVERY = 4

/** The counts in the shop's books: paid orders, receipts, and postings of received money. */
export type PaymentCounts = Readonly<{ paid: number; receipts: number; postings: number }>

/** The speed and number of applied webhook events, and their effect. `failed` were not answered with 200. */
export type WebhookLoadResult = Readonly<{
  perSecond: number
  p99Ms: number
  failed: number
  webhookEvents: number
  lost: number
  doubled: number
}>

/**
 * Measures how many payment webhook events a second are applied, and checks the ledger. Events of many orders come
 * at once, every fourth twice and in no order; each order has to be paid once. Load comes from this process.
 */
export async function measurePaymentWebhooks(
  shop: PurchaseTarget,
  readPaymentCounts: () => Promise<PaymentCounts>,
): Promise<WebhookLoadResult> {
  const rate = await fetchRate(shop.url)
  const orders: OpenOrder[] = []
  // Numbers that the other measurements' guests do not use.
  await runConcurrently(
    Array.from({ length: ORDERS }, (_, n) => n),
    async (n) => void orders.push(await startPurchase(shop, rate, 1_000_000 + n)),
  )
  const countsBefore = await readPaymentCounts()
  const repeated = orders.filter((_, index) => index % REPEAT_EVERY === 0)
  const webhooks = shuffle([...orders, ...repeated])
  const tookMs: number[] = []
  let failed = 0
  const startedAt = performance.now()
  await runConcurrently(webhooks, async (noticed) => {
    const sentAt = performance.now()
    if (!(await sendPaymentWebhook(shop, noticed))) failed += 1
    tookMs.push(performance.now() - sentAt)
  })
  const perSecond = webhooks.length / ((performance.now() - startedAt) / 1000)
  const countsAfter = await readPaymentCounts()
  tookMs.sort((a, b) => a - b)
  const p99Ms = Math.round(tookMs[Math.floor(tookMs.length * 0.99)] ?? 0)
  const countIncrease = (of: keyof PaymentCounts) => countsAfter[of] - countsBefore[of]
  const doubled = Math.max(countIncrease('receipts'), countIncrease('postings')) - ORDERS
  return {
    perSecond,
    p99Ms,
    failed,
    webhookEvents: webhooks.length,
    lost: ORDERS - countIncrease('paid'),
    doubled,
  }
}

async function runConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values()
  const worker = async () => {
    for (const item of remaining) await work(item)
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}

/** Returns the items in a shuffled order that is the same each time. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, place: (index * 7919) % 4001 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
