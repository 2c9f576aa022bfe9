import { notify, order, quotedRate, WORKERS, type Order, type Shop } from './guest.ts'

/** So many orders wait for their notices. */
const ORDERS = 2000

/** Every so many notices come twice. */
const TWICE_EVERY = 4

/** What is in the shop's books: orders that are paid, receipts, and postings of money that came. */
export type Books = Readonly<{ paid: number; receipts: number; postings: number }>

/** How fast notices were taken in, what they came to, and how many. `failed` were not answered with 200. */
export type Noticed = Readonly<{
  perSecond: number
  p99Ms: number
  failed: number
  notices: number
  lost: number
  doubled: number
}>

/**
 * The provider's notices of many orders all at once, every fourth of them twice and in no order: how many are taken in a
 * second, and whether each order is paid once in the books. Load comes from this process.
 */
export async function measureNotices(shop: Shop, books: () => Promise<Books>): Promise<Noticed> {
  const rate = await quotedRate(shop.url)
  const orders: Order[] = []
  // Numbers that no guest of the other measurements has.
  await atOnce(
    Array.from({ length: ORDERS }, (_, n) => n),
    async (n) => void orders.push(await order(shop, rate, 1_000_000 + n)),
  )
  const before = await books()
  const twice = orders.filter((_, place) => place % TWICE_EVERY === 0)
  const notices = scattered([...orders, ...twice])
  const tookMs: number[] = []
  let failed = 0
  const began = performance.now()
  await atOnce(notices, async (noticed) => {
    const asked = performance.now()
    if (!(await notify(shop, noticed))) failed += 1
    tookMs.push(performance.now() - asked)
  })
  const perSecond = notices.length / ((performance.now() - began) / 1000)
  const after = await books()
  tookMs.sort((a, b) => a - b)
  const p99Ms = Math.round(tookMs[Math.floor(tookMs.length * 0.99)] ?? 0)
  const came = (of: keyof Books) => after[of] - before[of]
  const doubled = Math.max(came('receipts'), came('postings')) - ORDERS
  return { perSecond, p99Ms, failed, notices: notices.length, lost: ORDERS - came('paid'), doubled }
}

async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}

/** The same in an order that is the same each time, and not the one in which they came. */
function scattered<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, place) => ({ item, place: (place * 7919) % 4001 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
