import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { waitUntil } from '../../shop/running-shop.ts'
import type { InterruptionPoint } from '../effect.ts'
import type { Interruption } from '../round.ts'
import { CANCELLATION } from './cancellation-effect.ts'
import { FORWARDING, INCOMING_ORDER, WALLET_PAYMENT } from './order-effects.ts'
import { CORRECTION, TRACKING } from './parcel-effects.ts'
import type { CallFault } from './played-stores.ts'
import { listProductDifferences, NEW_LISTING, STOCK_AND_PRICE } from './product-effects.ts'
import type { StoreEffect, StoreWorld } from './store-effect.ts'
import type { StoreShop } from './store-shop.ts'
import { createStoreSupplier, createStoreVendor } from './store-vendors.ts'

/** Everything that happens between the marketplace and vendors' stores. */
export const STORE_EFFECTS: readonly StoreEffect[] = [
  INCOMING_ORDER,
  WALLET_PAYMENT,
  FORWARDING,
  TRACKING,
  CORRECTION,
  CANCELLATION,
  NEW_LISTING,
  STOCK_AND_PRICE,
]

/** Creates so many vendors with stores of both platforms, half of the WooCommerce ones without fulfillments. */
export async function createStoreWorld(shop: StoreShop, vendorCount: number): Promise<StoreWorld> {
  const suppliers = [await createStoreSupplier(shop), await createStoreSupplier(shop)]
  const vendors = await Promise.all(
    Array.from({ length: vendorCount }, (_, index) =>
      createStoreVendor(shop, suppliers, {
        platform: index % 2 === 0 ? 'shopify' : 'woocommerce',
        hasFulfillments: index % 4 === 1,
      }),
    ),
  )
  await shop.settle(false)
  const progress = { known: [], paid: [], forwarded: [], shipped: [], productKey: undefined }
  return { shop, vendors, suppliers, progress }
}

/** The result of a cycle: what was interrupted, and what differs afterwards. */
type StoreCycle = Readonly<{ interruptions: readonly Interruption[]; differences: readonly string[] }>

/** The share of calls to stores with each fault after a restart. */
const FAULT_SHARE = 0.02

/**
 * Interrupts effects of every kind by one kill, lets all of them finish, and compares everything. Meanwhile webhooks
 * are lost, doubled and late, and stores do not answer; then they work again, and each is reconciled once.
 */
export async function runStoreCycle(
  world: StoreWorld,
  {
    cycle,
    selectPoint,
  }: Readonly<{ cycle: number; selectPoint: (effect: StoreEffect) => InterruptionPoint }>,
): Promise<StoreCycle> {
  const { shop } = world
  // Both push to the same stores, one run at a time.
  const left = cycle % 2 === 0 ? STOCK_AND_PRICE : NEW_LISTING
  const prepared = []
  for (const effect of STORE_EFFECTS)
    if (effect !== left)
      prepared.push({ effect: effect.name, point: selectPoint(effect), ...(await effect.prepare(world)) })
  await shop.settle(false)
  const started = []
  for (const one of prepared.filter(({ count }) => count > 0))
    started.push({ ...one, waitingCount: await one.begin(one.point) })
  for (const { effect, point, count, waitingCount } of started)
    await waitUntil(`each ${effect} stands: ${point}`, async () => (await waitingCount()) === count)
  await shop.killAndRestart()
  shop.stores.setFaults(() => pickFault(shop.random))
  await Promise.all(prepared.map(({ finish }) => finish()))
  await shop.settle(true)
  shop.stores.setFaults(() => undefined)
  await shop.webhooks.deliverLate()
  await shop.settle(false)
  await reconcileOnce(world)
  return {
    interruptions: await Promise.all(
      started.map(async ({ effect, point, outcomes }) => ({ effect, point, outcomes: await outcomes() })),
    ),
    differences: [
      ...(await listRefusals(shop)),
      ...(await listUnknownOrders(shop)),
      ...(await listProductDifferences(shop)),
      ...(await shop.audit()),
    ],
  }
}

function pickFault(random: StoreShop['random']): CallFault | undefined {
  return (['busy', 'failing', 'lost'] as const)[Math.floor(random() / FAULT_SHARE)]
}

/** The wait before a store that has not answered is reconciled again, as by the next run of the timer. */
const RECONCILE_AGAIN_MS = 5_000

/** Reconciles every store once, as its timer does, with the comparison of its stock and prices. */
async function reconcileOnce({ shop, vendors }: StoreWorld): Promise<void> {
  const startedAt = shop.now()
  await shop.db.execute(sql`update store_drift_checks set checked_at = checked_at - interval '2 hours'`)
  let left = vendors.map(({ connectionId }) => connectionId)
  let orderedAt = -Infinity
  await waitUntil('the stores are reconciled', async () => {
    if (performance.now() - orderedAt > RECONCILE_AGAIN_MS) {
      orderedAt = performance.now()
      for (const connectionId of left) await shop.order('shop_orders.reconcile', { connectionId })
    }
    const found = await queryRows<{ id: number }>(
      shop.db,
      sql`
        select f.connection_id::int as id
        from shop_order_feeds f left join store_drift_checks d on d.connection_id = f.connection_id
        where f.polled_at < ${startedAt} or d.checked_at is null or d.checked_at < ${startedAt}`,
    )
    left = found.map(({ id }) => id)
    return left.length === 0
  })
  await shop.settle(false)
}

/** Returns the effects that stores have refused, each with its attempts; none has a reason to. */
async function listRefusals({ db }: StoreShop): Promise<string[]> {
  const found = await queryRows<{ kind: string; attempts: string }>(
    db,
    sql`
      select e.kind, (select json_agg(to_jsonb(a) - 'effect_id' order by a.started_at) from effect_attempts a
        where a.effect_id = e.id)::text as attempts
      from effects e where e.state = 'refused'`,
  )
  return found.map(({ kind, attempts }) => `${kind} is refused: ${attempts}`)
}

/** Returns the orders that the marketplace does not have as their stores do. */
async function listUnknownOrders({ db }: StoreShop): Promise<string[]> {
  const found = await queryRows<{ number: number; there: string; here: string | null }>(
    db,
    sql`
      select o.id::int as number, o.status as there, s.shop_state as here
      from practice_orders o left join shop_orders s on s.external_id = o.id::text
      where s.id is null or s.shop_state <> case o.status when 'pending' then 'unpaid' when 'cancelled' then 'cancelled'
        when 'refunded' then 'refunded' else 'paid' end`,
  )
  return found.map(
    ({ number, there, here }) => `order ${number}: ${there} in its store, ${here ?? 'unknown'} here`,
  )
}
