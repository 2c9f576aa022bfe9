import { sql } from 'drizzle-orm'
import { changeOrder, placeOrder } from '#connectors/practice-shop/orders.ts'
import { setAnswers } from '#connectors/practice-shop/shop-queries.ts'
import { listSellable } from '#connectors/practice-shop/products/product-queries.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { addPracticeMoney } from '#features/money/wallets/top-up.ts'
import { saveSettings as saveWalletSettings } from '#features/money/wallets/queries.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { listVendorPurchases } from '#features/sales/orders/service.ts'
import { openKeys } from '#features/stores/connections/service.ts'
import { receiveOrder } from '#features/stores/shop-orders/intake/receive-order.ts'
import { actAsPracticeSupplier, followAndPay } from '#features/stores/shop-orders/service.ts'
import {
  DEFAULT_SETTINGS,
  saveForwardingSettings,
} from '#features/stores/shop-orders/settings/settings-queries.ts'
import { addMs, DAY, HOUR, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { DemoFiles } from '../catalogue/demo-files.ts'
import { openVendorShop, type VendorShop } from '../open-vendor-shop.ts'
import { planStoreOrders, type PlannedStoreOrder, STORE_ORDER_DAYS } from './plan-store-orders.ts'
import type { SimulationStage } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/** The simulated data of the demo's vendor. */
export type VendorStory = Readonly<{ vendor: Actor; files: DemoFiles; now: Date }>

/** The top-ups of practice money: days ago, and amounts in minor units. */
const TOP_UPS = [
  [STORE_ORDER_DAYS + 2, 200_000],
  [55, 200_000],
  [28, 250_000],
  [9, 250_000],
] as const

/** The limit for automatic payment in minor units: one of the last orders is above it. */
const MAX_COST_AMOUNT = 40_000

/** The maximum price of products that shoppers of the practice shop buy. */
const MAX_PRICE = 400

/** The minimum stock of those products. */
const MIN_STOCK = 6

/** Simulates the demo's vendor, whose practice shop sells for some months and whose practice suppliers ship. */
export async function* simulateVendor(stage: SimulationStage, { vendor, files, now }: VendorStory): Process {
  const { db, timeline } = stage
  yield addMs(now, -(STORE_ORDER_DAYS + 3) * DAY)
  const shop = await openVendorShop(stage, vendor)
  const sellable = (await listSellable(db, shop.practiceShop.id))
    .filter(({ regularPrice, quantity }) => Number(regularPrice) <= MAX_PRICE && quantity >= MIN_STOCK)
    .toSorted((one, other) => Number(one.regularPrice) - Number(other.regularPrice))
  for (const planned of planStoreOrders(files, { sellable: sellable.length, now })) {
    const units = new Map(
      planned.items.flatMap(({ index, quantity }) => {
        const product = sellable[index]
        return product ? [[product.id, quantity] as const] : []
      }),
    )
    await timeline.add(simulateStoreOrder(stage, { shop, vendor, planned, units }))
  }
  for (const [daysAgo, amount] of TOP_UPS) {
    yield addMs(now, -daysAgo * DAY)
    await addPracticeMoney(db, { owner: vendor, amount, now: timeline.now() })
  }
  const settings = { ...DEFAULT_SETTINGS, maxCostAmount: MAX_COST_AMOUNT }
  await saveForwardingSettings(db, vendor.id, { ...settings, now: timeline.now() })
  // The last orders wait for manual payment.
  yield addMs(now, -3 * HOUR)
  const wallet = { accountId: vendor.id, lowBalanceAmount: 5_000 }
  await saveWalletSettings(db, { ...wallet, autoPay: false, now: timeline.now() })
  yield now
  await saveWalletSettings(db, { ...wallet, autoPay: true, now: timeline.now() })
}

type StoreOrderStory = Readonly<{
  shop: VendorShop
  vendor: Actor
  planned: PlannedStoreOrder
  units: ReadonlyMap<number, number>
}>

/**
 * Simulates an order of the practice shop from the shopper's click until its parcels have arrived, or it ends
 * otherwise.
 */
async function* simulateStoreOrder(stage: SimulationStage, story: StoreOrderStory): Process {
  const { db, timeline, featureDeps, log } = stage
  const { shop, vendor, planned, units } = story
  const { placedAt, address, ending } = planned
  yield placedAt
  const isPaid = ending !== 'unpaid'
  const placed = await inTransaction(db, (tx) =>
    placeOrder(tx, shop.practiceShop, { units, address, isPaid, now: timeline.now() }),
  )
  if (!placed) return
  const follow = () => takeIn(stage, story, placed.id)
  const id = await follow()
  if (ending === 'cancelled') {
    yield addMs(placedAt, 5 * MINUTE)
    const cancelling = { orderId: placed.id, change: { kind: 'cancel' }, now: timeline.now() } as const
    await inTransaction(db, (tx) => changeOrder(tx, shop.practiceShop, cancelling))
    await follow()
    return
  }
  yield addMs(placedAt, 11 * MINUTE)
  await fireTimers(db, { deps: featureDeps.orders, now: timeline.now(), log })
  const parts = (await listVendorPurchases(db, [id])).filter(({ state }) => state === 'submitted')
  if (parts.length === 0) return
  const act = async (action: 'accept' | 'ship' | 'deliver' | 'reject') => {
    const input = { accountId: vendor.id, action, now: timeline.now() }
    for (const { publicId } of parts)
      await actAsPracticeSupplier(db, featureDeps.orders, { ...input, id: publicId })
    await followAndPay(db, featureDeps.shopOrders, { id, now: timeline.now() })
  }
  yield addMs(placedAt, planned.acceptMs)
  await act(ending === 'rejected' ? 'reject' : 'accept')
  if (ending === 'rejected') return
  yield addMs(timeline.now(), planned.shipMs)
  if (ending === 'tracking_refused') await setAnswers(db, shop.practiceShop.id, 'locked')
  await act('ship')
  yield addMs(timeline.now(), MINUTE)
  if (ending === 'tracking_refused') await setAnswers(db, shop.practiceShop.id, 'normal')
  yield addMs(timeline.now(), planned.transitMs)
  await act('deliver')
}

/** Receives the current state of an order of the practice shop, and follows it. Returns its public id. */
async function takeIn(
  { db, timeline, featureDeps }: SimulationStage,
  { shop: { connection } }: StoreOrderStory,
  number: number,
): Promise<string> {
  const { stores } = featureDeps
  const now = timeline.now()
  const connector = stores.connectorFor(connection.platform)
  const order = await connector.findOrder(await openKeys(stores, connection), String(number))
  if (!order) throw new Error('the practice shop has lost an order')
  await receiveOrder(db, featureDeps.shopOrders, { connection, order, isRecovered: false, now })
  const [stored] = await queryRows<{ id: string }>(
    db,
    sql`
      select public_id as id from shop_orders
      where connection_id = ${connection.id} and external_id = ${order.externalId}`,
  )
  if (!stored) throw new Error('an order was not received')
  await followAndPay(db, featureDeps.shopOrders, { id: stored.id, now })
  return stored.id
}
