import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createTestProduct, createTestSupplier } from '../../shop/factories.ts'
import type { TestShop } from '../../shop/shop.ts'
import { listLedgerErrors } from '../../steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  passHold,
  publishProducts,
  type ShopVendor,
  submitForm,
} from '../../steps/vendor-orders.ts'
import { correctParcel } from './parcels.ts'
import { listStoreViolations } from './rules.ts'
import type { StoreStep, StoreStepKind } from './steps.ts'

/** A vendor's practice shop with two products of two suppliers, and the numbers of its orders. */
export type StoreWorld = Readonly<{
  shop: TestShop
  vendor: ShopVendor
  productIds: readonly number[]
  orders: string[]
}>

/** The result of a round: the rules broken at its end, and counts of each kind of step. */
export type StoreRoundResult = Readonly<{
  violations: readonly string[]
  kinds: ReadonlyMap<StoreStepKind, number>
}>

/** Runs a round with a vendor of its own, ends all failures, and returns the broken rules. */
export async function runStoreRound(
  shop: TestShop,
  steps: readonly StoreStep[],
  platform: 'shopify' | 'woocommerce',
): Promise<StoreRoundResult> {
  const world = await createStoreWorld(shop, platform)
  const kinds = new Map<StoreStepKind, number>()
  for (const step of steps) {
    await applyStep(world, step)
    kinds.set(step.do, (kinds.get(step.do) ?? 0) + 1)
    // No two things happen at the same moment.
    shop.passTime(1_000)
  }
  await mend(world)
  const violations = [...(await listStoreViolations(world)), ...(await listLedgerErrors(shop))]
  return { violations: violations.map((text) => `${platform} ${JSON.stringify(steps)}: ${text}`), kinds }
}

async function createStoreWorld(shop: TestShop, platform: 'shopify' | 'woocommerce'): Promise<StoreWorld> {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  const products = []
  for (let n = 0; n < 2; n += 1)
    products.push(
      await createTestProduct(shop.db, {
        stock: 500,
        price: 12_000,
        supplier: await createTestSupplier(shop.db),
      }),
    )
  await publishProducts(shop, vendor, products)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 5_000 })
  await shop.work()
  const page = await (await shop.app.http.request(`http://shop.test${vendor.storefront}`)).text()
  const productIds = [...page.matchAll(/name="units-(\d+)"/g)]
    .map(([, id = '']) => Number(id))
    .toSorted((a, b) => a - b)
  return { shop, vendor, productIds, orders: [] }
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lim',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
  phone: '+6591234567',
}

async function applyStep(world: StoreWorld, step: StoreStep): Promise<void> {
  const { shop, vendor } = world
  switch (step.do) {
    case 'order':
      return placeOrder(world, step.units, step.isPaid)
    case 'pay':
    case 'cancel':
    case 'refund':
    case 'refund_one':
      return changeInStore(world, step.which, { action: step.do })
    case 'edit': {
      const quantities = step.units.map((quantity, index) => [`line-${index + 1}`, String(quantity)])
      return changeInStore(world, step.which, {
        action: 'edit',
        address_1: `${step.street + 1} Anson Road`,
        ...Object.fromEntries(quantities),
      })
    }
    case 'webhooks':
      return void (await submitForm(shop, vendor.admin, { delivery: step.delivery }))
    case 'answers':
      return void (await submitForm(shop, vendor.admin, { answers: step.answers }))
    case 'forward':
      return forward(world, step.which)
    case 'supplier':
      return playSupplier(world, step)
    case 'cancel_items':
    case 'keep_items':
      return changeItems(world, step)
    case 'correct':
    case 'take_back':
      return correctParcel(world, step)
    case 'replay':
    case 'follow':
      return repeat(world, step)
    case 'die':
      return die(world, step.isAfter)
    case 'pass':
      return passMinutes(world, step.minutes)
  }
}

async function placeOrder(
  { shop, vendor, productIds, orders }: StoreWorld,
  units: readonly number[],
  isPaid: boolean,
) {
  const quantities = units.map((quantity, index) => [`units-${productIds[index] ?? 0}`, String(quantity)])
  const placed = await submitForm(shop, vendor.storefront, {
    ...ADDRESS,
    address_1: '1 Anson Road',
    ...Object.fromEntries(quantities),
    action: isPaid ? 'paid' : 'unpaid',
  })
  const number = /placed=(\d+)/.exec(placed.headers.get('location') ?? '')?.[1]
  if (number !== undefined) orders.push(number)
  await shop.work()
}

async function changeInStore(
  { shop, vendor, orders }: StoreWorld,
  which: number,
  fields: Record<string, string>,
) {
  const order = orders[which]
  if (order === undefined) return
  shop.passTime(1_000)
  await submitForm(shop, vendor.admin, { order, ...fields })
  await shop.work()
}

async function forward({ shop, vendor }: StoreWorld, which: number): Promise<void> {
  const [order] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from shop_orders where account_id = ${vendor.id} order by id offset ${which} limit 1`,
  )
  if (order) await asVendor(shop, vendor)(`/vendor/orders/${order.id}/forward`, {})
  await shop.work()
}

async function findPart({ shop, vendor }: StoreWorld, which: number): Promise<{ id: string } | undefined> {
  const [part] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.account_id = ${vendor.id} and p.paid_at is not null order by o.id offset ${which} limit 1`,
  )
  return part
}

/** The vendor cancels a unit of a supplier order, or withdraws the request for it. */
async function changeItems(
  world: StoreWorld,
  step: Extract<StoreStep, { do: 'cancel_items' | 'keep_items' }>,
): Promise<void> {
  const { shop, vendor } = world
  const part = await findPart(world, step.which)
  const path = step.do === 'cancel_items' ? 'cancel' : 'keep'
  if (part)
    await asVendor(shop, vendor)(`/vendor/supplier-orders/${part.id}/items/${path}`, {
      items: [{ line: 1, quantity: 1 }],
    })
  await shop.work()
}

async function playSupplier(world: StoreWorld, step: Extract<StoreStep, { do: 'supplier' }>) {
  const { shop, vendor } = world
  const part = await findPart(world, step.which)
  if (part) await asVendor(shop, vendor)(`/vendor/supplier-orders/${part.id}/practice/${step.action}`, {})
  await shop.work()
}

/** Sends a received webhook again, or updates an order again, twice at once. */
async function repeat({ shop, vendor }: StoreWorld, step: Extract<StoreStep, { do: 'replay' | 'follow' }>) {
  const { enqueue } = shop.app.jobs
  if (step.do === 'replay') {
    const [store] = await queryRows<{ id: number }>(
      shop.db,
      sql`update shop_order_events e set handled_at = null from store_connections c
          where c.id = e.connection_id and c.account_id = ${vendor.id}
            and e.id = (select max(id) - ${step.which} from shop_order_events) returning c.id::int as id`,
    )
    if (store) await enqueue(shop.db, { job: 'shop_orders.take_waiting', input: { connectionId: store.id } })
  } else {
    const [order] = await queryRows<{ id: string }>(
      shop.db,
      sql`select public_id as id from shop_orders where account_id = ${vendor.id} order by id offset ${step.which} limit 1`,
    )
    for (const _time of order ? [1, 2] : [])
      await enqueue(shop.db, { job: 'forwarding.follow_order', input: { shopOrderId: order?.id ?? '' } })
  }
  await shop.work()
}

/** Dies with claimed effects: before the request with an unknown result, or after it without storing it. */
async function die({ shop, vendor }: StoreWorld, isAfter: boolean): Promise<void> {
  const own = sql`subject in (select c.public_id from parcels c join supplier_orders o on o.id = c.supplier_order_id
    join purchases p on p.id = o.purchase_id where p.account_id = ${vendor.id})`
  await shop.db.execute(
    isAfter
      ? sql`update effects set state = 'unknown', external_id = null, next_attempt_at = ${shop.now()}
            where kind = 'shop_orders.send_parcel' and state = 'done' and ${own}`
      : sql`update effects set state = 'sent', attempts = attempts + 1, requests = requests + 1, next_attempt_at = ${shop.now()}
            where kind = 'shop_orders.send_parcel' and state = 'pending' and ${own}`,
  )
}

async function passMinutes({ shop, vendor }: StoreWorld, minutes: number): Promise<void> {
  await passHold(shop, minutes)
  const { enqueue } = shop.app.jobs
  for (const job of ['practice_shop.deliver_late', 'effects.run_due', 'forwarding.follow_waiting'])
    await enqueue(shop.db, { job, input: {} })
  const [connection] = await queryRows<{ id: number }>(
    shop.db,
    sql`select id::int as id from store_connections where account_id = ${vendor.id}`,
  )
  await enqueue(shop.db, { job: 'shop_orders.reconcile', input: { connectionId: connection?.id ?? 0 } })
  await shop.work()
}

/** Ends the store's faults, retries everything that waits for the vendor, and advances time. */
async function mend(world: StoreWorld): Promise<void> {
  const { shop, vendor } = world
  await submitForm(shop, vendor.admin, { delivery: 'normal' })
  await submitForm(shop, vendor.admin, { answers: 'normal' })
  for (let round = 0; round < 3; round += 1) {
    await passMinutes(world, 30)
    await retryUpdates(world)
  }
}

async function retryUpdates({ shop, vendor }: StoreWorld): Promise<void> {
  const waiting = await queryRows<{ order: string; id: string }>(
    shop.db,
    sql`select p.vendor_order as "order", e.public_id as id from effects e
        join (select public_id, supplier_order_id from parcels
          union all select public_id, supplier_order_id from parcel_corrections) c on c.public_id = e.subject
        join supplier_orders o on o.id = c.supplier_order_id join purchases p on p.id = o.purchase_id
        where p.account_id = ${vendor.id} and e.state in ('unknown', 'refused') and e.next_attempt_at is null`,
  )
  for (const { order, id } of waiting)
    await asVendor(shop, vendor)(`/vendor/orders/${order}/store-updates/${id}/retry`, {})
  await shop.work()
}
