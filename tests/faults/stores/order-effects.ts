import { type Outcome, startCalls } from '../effect.ts'
import { type StoreEffect, stopCalls } from './store-effect.ts'
import {
  findOrderIds,
  type KnownOrder,
  payOrder,
  placeOrders,
  readOrders,
  type StoreOrder,
  waitForParts,
} from './store-orders.ts'
import type { StoreShop } from './store-shop.ts'
import { signIn } from './store-vendors.ts'

/** The suppliers of each order. */
const SUPPLIERS = 2

/** Returns the fewest and the most supplier orders of a supplier. */
function countParts(order: KnownOrder | undefined): Readonly<{ fewest: number; most: number }> {
  const groups = [...Map.groupBy(order?.parts ?? [], ({ supplierId }) => supplierId).values()]
  const counts = groups.map(({ length }) => length)
  return {
    fewest: groups.length < SUPPLIERS ? 0 : Math.min(...counts),
    most: Math.max(0, ...counts),
  }
}

/** Stops the answers of stores that are asked for these orders. */
function stopReads(shop: StoreShop, orders: readonly StoreOrder[]): () => Promise<number> {
  const numbers = orders.map(({ number }) => number)
  const point = 'before its answer is read'
  const counts = [
    stopCalls(shop, point, {
      calls: /^GET .*\/wc\/v3\/orders(\/\d+)?$/,
      about: numbers.flatMap((number) => [`/orders/${number}?`, `include=${number}&`]),
    }),
    stopCalls(shop, point, {
      calls: /^POST .*\/graphql\.json$/,
      about: numbers.map((number) => `/Order/${number}"`),
    }),
  ]
  return async () => (await Promise.all(counts.map((count) => count()))).reduce((sum, one) => sum + one, 0)
}

async function judge(
  shop: StoreShop,
  orders: readonly StoreOrder[],
  toOutcome: (order: KnownOrder | undefined) => Outcome,
): Promise<Outcome[]> {
  const known = await readOrders(shop, orders)
  return orders.map(({ number }) => toOutcome(known.get(number)))
}

/**
 * Orders that customers place. Their webhooks are not stored yet, stored and not followed, or being taken in when the
 * process dies.
 */
export const INCOMING_ORDER: StoreEffect = {
  name: 'order of a store',
  async prepare({ shop, vendors, progress }) {
    let orders: readonly StoreOrder[] = []
    return {
      count: vendors.length,
      async begin(point) {
        orders = await placeOrders(shop, vendors)
        const isWebhook = point === 'before it is asked'
        // Webhooks that arrive together share a transaction.
        const countWebhooks = isWebhook ? await shop.gates.stop('webhook') : undefined
        const countStopped = isWebhook
          ? async () => ((await countWebhooks?.()) ?? 0) && orders.length
          : point === 'before its answer is kept'
            ? await shop.gates.stop('shopOrder')
            : stopReads(shop, orders)
        startCalls([shop.webhooks.deliver(false)])
        return countStopped
      },
      async finish() {
        progress.known = orders
      },
      outcomes: () =>
        judge(shop, orders, (order) => {
          const { fewest, most } = countParts(order)
          return {
            theirs: most,
            ours: order?.copies ?? 0,
            isDone: fewest === 1 && order?.shopState === 'paid',
          }
        }),
    }
  },
}

/** Payments from the wallet, which vendors ask for again after the restart. */
export const WALLET_PAYMENT: StoreEffect = {
  name: 'payment from the wallet',
  async prepare({ shop, progress }) {
    const orders = progress.known
    const ids = await findOrderIds(shop, orders)
    const payAll = () => orders.map((order, index) => payOrder(shop, order, ids[index] ?? ''))
    return {
      count: orders.length,
      async begin(point) {
        const countStopped =
          point === 'before its answer is read'
            ? () => countReached(shop, orders, ({ isPaid }) => isPaid)
            : await shop.gates.stop(point === 'before it is asked' ? 'paying' : 'paid')
        startCalls(payAll())
        return countStopped
      },
      async finish() {
        await Promise.all(payAll())
        await waitForParts(shop, orders, {
          description: 'the orders are paid',
          isReached: ({ isPaid }) => isPaid,
        })
        progress.paid = orders
      },
      outcomes: () =>
        judge(shop, orders, (order) => {
          const receipts = new Map(
            order?.parts.map(({ purchase, receipts: count }) => [purchase, count] as const),
          )
          const { fewest, most } = countParts(order)
          return {
            theirs: [...receipts.values()].reduce((sum, count) => sum + count, 0),
            ours: most,
            isDone: fewest === 1 && (order?.parts.every(({ isPaid }) => isPaid) ?? false),
          }
        }),
    }
  },
}

async function countReached(
  shop: StoreShop,
  orders: readonly StoreOrder[],
  isReached: (part: KnownOrder['parts'][number]) => boolean,
): Promise<number> {
  const known = await readOrders(shop, orders)
  return orders.filter(({ number }) => {
    const parts = known.get(number)?.parts ?? []
    return parts.length > 0 && parts.every(isReached)
  }).length
}

/** Orders that their vendors send to the suppliers at once, and again after the restart. */
export const FORWARDING: StoreEffect = {
  name: 'order to its suppliers',
  async prepare({ shop, progress }) {
    const orders = progress.paid
    const ids = await findOrderIds(shop, orders)
    const forwardAll = () =>
      orders.map(async ({ vendor }, index) => {
        const headers = await signIn(shop, vendor.account)
        return shop.post(`/vendor/orders/${ids[index]}/forward`, {}, headers)
      })
    const isForwarded = ({ state }: KnownOrder['parts'][number]) => state === 'submitted'
    return {
      count: orders.length,
      async begin(point) {
        const countStopped =
          point === 'before its answer is read'
            ? () => countReached(shop, orders, isForwarded)
            : await shop.gates.stop(point === 'before it is asked' ? 'forwarding' : 'forwarded')
        startCalls(forwardAll())
        return countStopped
      },
      async finish() {
        await Promise.all(forwardAll())
        await waitForParts(shop, orders, {
          description: 'the suppliers have the orders',
          isReached: isForwarded,
        })
        progress.forwarded = orders
      },
      outcomes: () =>
        judge(shop, orders, (order) => {
          const { fewest, most } = countParts(order)
          return { theirs: most, ours: fewest, isDone: order?.parts.every(isForwarded) ?? false }
        }),
    }
  },
}
