import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { getField } from '../../steps/chat.ts'
import { placeGuestOrder } from '../../shop/factories.ts'
import { completePayment } from '../../steps/payments.ts'
import { createSession } from '../../shop/accounts.ts'
import type { TestShop } from '../../shop/shop.ts'
import {
  postAsGuest,
  postAsSupplier,
  runOrderTimers,
  type CreatedOrder,
} from '../../steps/supplier-orders.ts'
import { createImportedSupplier, importRows, type FeedRow, type ImportedSupplier } from './imported-store.ts'
import { expireReservations, findFirstSupplierOrder } from './orders.ts'
import { SKUS, type Sku, type StockStep } from './steps.ts'

/** The supplier's own stock: `shelf` has the units there, without those set aside for received orders. */
type StockExport = Readonly<{ at: Date; shelf: Readonly<Record<Sku, number>> }>

/** An order of one variant as the supplier has processed it: `setAside` units have left the shelf. */
type TrackedOrder = { made: CreatedOrder; sku: Sku; setAside: number; lost: number }

/** The real stock, next to the shop's records. */
type StockWorld = {
  store: ImportedSupplier
  shelf: Record<Sku, number>
  orders: TrackedOrder[]
  exports: StockExport[]
  /** Units that arrived and are in no imported export yet. */
  restocks: { at: Date; sku: Sku; units: number }[]
  prices: number
}

const INITIAL_STOCK = 5

/** Runs a round with a supplier of its own. Returns the first rule that does not hold, with the step before it. */
export async function runStockRound(shop: TestShop, steps: readonly StockStep[]): Promise<string[]> {
  const store = await createImportedSupplier(shop)
  const world: StockWorld = {
    store,
    shelf: { SMALL: INITIAL_STOCK, LARGE: INITIAL_STOCK },
    orders: [],
    exports: [],
    restocks: [],
    prices: 0,
  }
  await recordExport(world)
  await importExport(world, 0, null)
  for (const step of steps) {
    await applyStep(world, step)
    // No two things happen at the same moment: a count is of before or after each.
    shop.passTime(1_000)
    const differences = await listDifferences(world)
    if (differences.length > 0) return differences.map((what) => `${JSON.stringify(step)}: ${what}`)
  }
  return []
}

async function applyStep(world: StockWorld, step: StockStep): Promise<void> {
  const { shop } = world.store
  switch (step.do) {
    case 'order':
      return placeOrder(world, step.sku, step.units)
    case 'pay':
      return withOrder(world, step.which, async ({ made }) => {
        if ((await readUnits(made)).state === 'awaiting_payment')
          await completePayment(shop, made.purchaseId, 'pay')
      })
    case 'cancel':
      return withOrder(world, step.which, async ({ made }) => void (await postAsGuest(shop, made, 'cancel')))
    case 'reject':
      return withOrder(world, step.which, (trackedOrder) => rejectUnits(trackedOrder, step))
    case 'pass':
      shop.passTime(step.minutes * 60_000)
      await signOwnerInAgain(world)
      await expireReservations(shop)
      await runOrderTimers(shop)
      return updateStock(world)
    case 'restock':
      world.shelf[step.sku] += step.units
      world.restocks.push({ at: shop.now(), sku: step.sku, units: step.units })
      return
    case 'type':
      return typeQuantity(world, step.sku, step.units)
    case 'export':
      return recordExport(world)
    case 'import':
      return importExport(world, step.which, step.without)
    case 'race':
      await Promise.all([
        importExport(world, step.which, null),
        placeOrder(world, step.sku, step.units),
        placeOrder(world, step.sku, 1),
      ])
  }
}

/** Signs the supplier in again, as a round may take longer than a session lasts. */
async function signOwnerInAgain(world: StockWorld): Promise<void> {
  const { shop, owner } = world.store
  const signedIn = { ...owner, ...(await createSession(shop.db, owner.id, shop.now())) }
  world.store = { ...world.store, owner: signedIn }
  for (const trackedOrder of world.orders) trackedOrder.made = { ...trackedOrder.made, owner: signedIn }
}

async function placeOrder({ store, orders }: StockWorld, sku: Sku, units: number): Promise<void> {
  const product = await store.product(sku).catch(() => undefined)
  if (!product) return
  const placedOrder = await placeGuestOrder(store.shop, [{ ...product, quantity: units }]).catch(
    () => undefined,
  )
  if (!placedOrder) return
  orders.push({
    made: await findFirstSupplierOrder(store.shop, placedOrder.id, store),
    sku,
    setAside: 0,
    lost: 0,
  })
}

async function withOrder(
  world: StockWorld,
  which: number,
  work: (trackedOrder: TrackedOrder) => Promise<void>,
): Promise<void> {
  const trackedOrder = world.orders.at(-1 - (which % Math.max(world.orders.length, 1)))
  if (!trackedOrder) return
  await work(trackedOrder)
  await world.store.shop.work()
  await updateStock(world)
}

async function rejectUnits(
  trackedOrder: TrackedOrder,
  { units, isGone }: Extract<StockStep, { do: 'reject' }>,
): Promise<void> {
  const unitsBefore = await readUnits(trackedOrder.made)
  await postAsSupplier(trackedOrder.made, 'reject', {
    reason: isGone ? 'out_of_stock' : 'other',
    lines: [{ line: 1, quantity: Math.min(units, Math.max(unitsBefore.left, 1)) }],
  })
  const unitsAfter = await readUnits(trackedOrder.made)
  if (isGone) trackedOrder.lost += unitsBefore.left - unitsAfter.left
}

/**
 * Updates the supplier's shelf: it sets aside new orders' units and puts cancelled ones back. Missing units stay
 * away.
 */
async function updateStock({ shelf, orders }: StockWorld): Promise<void> {
  for (const trackedOrder of orders) {
    const { left, wasSent } = await readUnits(trackedOrder.made)
    const reserved = wasSent ? left + trackedOrder.lost : 0
    shelf[trackedOrder.sku] -= reserved - trackedOrder.setAside
    trackedOrder.setAside = reserved
  }
}

async function recordExport({ store, shelf, exports }: StockWorld): Promise<void> {
  exports.push({ at: store.shop.now(), shelf: { ...shelf } })
  store.shop.passTime(1_000)
}

/** Imports one of the latest exports with a new price. */
async function importExport(world: StockWorld, which: number, without: Sku | null): Promise<void> {
  const selectedExport = world.exports.at(-1 - (which % Math.min(world.exports.length, 3)))
  if (!selectedExport) return
  world.prices += 1
  const feedRows: FeedRow[] = SKUS.filter((sku) => sku !== without).map((sku) => ({
    sku,
    stock: selectedExport.shelf[sku],
    price: `${100 + (world.prices % 50)}.00`,
    size: sku,
    handle: 'ring',
  }))
  await importRows(world.store, feedRows, { asOf: selectedExport.at })
}

/** Changes the shelf by a delivery or a sale elsewhere, and types the available quantity at once. */
async function typeQuantity({ store, shelf }: StockWorld, sku: Sku, units: number): Promise<void> {
  const product = await store.product(sku).catch(() => undefined)
  if (!product) return
  const { shop, owner } = store
  const answer = await shop.get(`/shop/getMyProduct/${product.id}`, owner.headers)
  if (answer.status !== 200) throw new Error(answer.text)
  const opened: OwnProductData = getField(answer, 'product')
  const currentQuantity = opened.variants.find(({ id }) => id === product.variantId)?.quantity ?? 0
  // Of an empty stock the editor cannot know how much more was ordered.
  if (currentQuantity === 0 || currentQuantity + units <= 0) return
  const { id, revision, name, priceCents } = opened
  // The product list and the editor follow the same rules, so some values are entered in each.
  if (units % 2 === 0) {
    const body = { field: 'stock', before: currentQuantity, after: currentQuantity + units }
    const edited = await shop.post(
      `/supplier/products/${id}/variants/${product.variantId}`,
      body,
      owner.headers,
    )
    if (edited.status !== 200) throw new Error(edited.text)
    shelf[sku] += units
    return
  }
  const variants = opened.variants.map((variant) => ({
    ...variant,
    seenQuantity: variant.quantity,
    quantity: variant.quantity + (variant.id === product.variantId ? units : 0),
  }))
  const data = { id, revision, name, priceCents, variants }
  const saved = await shop.post('/shop/saveMyProduct', { data }, owner.headers)
  if (saved.status !== 200) throw new Error(saved.text)
  shelf[sku] += units
}

async function readUnits({ shop, id }: CreatedOrder) {
  const [unitRow] = await queryRows<{ state: string; left: number; wasSent: boolean }>(
    shop.db,
    sql`select o.state, l.quantity - l.withdrawn_quantity as left,
          exists(select from supplier_order_events e where e.supplier_order_id = o.id and e.event = 'submit') as "wasSent"
        from supplier_orders o join supplier_order_lines l on l.supplier_order_id = o.id where o.public_id = ${id}`,
  )
  if (!unitRow) throw new Error('no such order')
  return unitRow
}

/**
 * Returns where the shop would sell a different quantity than exists: the shelf, less what was ordered and not sent
 * to the supplier yet.
 */
async function listDifferences({ store, shelf, orders, restocks }: StockWorld): Promise<string[]> {
  const differences: string[] = []
  for (const sku of SKUS) {
    const [stockRow] = await queryRows<{ balance: number; product: number; countedAt: Date | null }>(
      store.shop.db,
      sql`select v.stock - v.oversold as balance, v.counted_at as "countedAt",
            p.stock - (select sum(stock) from product_variants where product_id = p.id)::int as product
          from product_variants v join products p on p.id = v.product_id
          where v.supplier_id = ${store.supplier.id} and v.sku = ${sku}`,
    )
    // Left out of the last file.
    if (!stockRow) continue
    const committed = await countCommitted(orders, sku)
    const unheard = restocks
      .filter(
        (one) => one.sku === sku && stockRow.countedAt !== null && one.at > new Date(stockRow.countedAt),
      )
      .reduce((sum, { units }) => sum + units, 0)
    const sellable = shelf[sku] - committed - unheard
    if (stockRow.balance !== sellable)
      differences.push(`${stockRow.balance} of ${sku} for sale, there are ${sellable}`)
    if (stockRow.product !== 0)
      differences.push(`the product differs from its variants by ${stockRow.product}`)
  }
  return differences
}

async function countCommitted(orders: readonly TrackedOrder[], sku: Sku): Promise<number> {
  let committed = 0
  for (const { made } of orders.filter((one) => one.sku === sku)) {
    const { state, left } = await readUnits(made)
    if (state === 'awaiting_payment' || state === 'paid_hold') committed += left
  }
  return committed
}
