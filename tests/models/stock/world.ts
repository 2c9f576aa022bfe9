import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import type { OwnPieceData } from '#features/catalogue/catalog/own-contract.ts'
import { field } from '../../steps/chat.ts'
import { placeGuestOrder } from '../../shop/factories.ts'
import { playPayment } from '../../steps/paying.ts'
import { signedInAnew } from '../../shop/people.ts'
import type { TestShop } from '../../shop/shop.ts'
import { asGuest, asSupplier, runOrderTimers, type MadeOrder } from '../../steps/supplier-orders.ts'
import { importedStore, importRows, type FeedRow, type ImportedStore } from './imported-store.ts'
import { endReservations, firstPart } from './orders.ts'
import { SKUS, type Sku, type Step } from './steps.ts'

/** What the supplier knows: `shelf` has what lies there, without what it has set aside for orders that it was sent. */
type Export = Readonly<{ at: Date; shelf: Readonly<Record<Sku, number>> }>

/** An order of one variant, as far as the supplier has followed it: `setAside` units of it have left the shelf. */
type Followed = { made: MadeOrder; sku: Sku; setAside: number; lost: number }

/** The real world beside the shop's books. */
type World = {
  store: ImportedStore
  shelf: Record<Sku, number>
  orders: Followed[]
  exports: Export[]
  /** Units that came in and stand in no export yet, or in none that was taken in. */
  restocks: { at: Date; sku: Sku; units: number }[]
  prices: number
}

const BEGINNING = 5

/** Plays a round with a supplier of its own; gives in words the first thing that does not hold, with the step before it. */
export async function playRound(shop: TestShop, steps: readonly Step[]): Promise<string[]> {
  const store = await importedStore(shop)
  const world: World = {
    store,
    shelf: { SMALL: BEGINNING, LARGE: BEGINNING },
    orders: [],
    exports: [],
    restocks: [],
    prices: 0,
  }
  await exportShelf(world)
  await takeIn(world, 0, null)
  for (const step of steps) {
    await play(world, step)
    // No two things happen at the same moment: a count is of before or after each.
    shop.passTime(1_000)
    const wrong = await differencesIn(world)
    if (wrong.length > 0) return wrong.map((what) => `${JSON.stringify(step)}: ${what}`)
  }
  return []
}

async function play(world: World, step: Step): Promise<void> {
  const { shop } = world.store
  switch (step.do) {
    case 'order':
      return order(world, step.sku, step.units)
    case 'pay':
      return onOrder(world, step.which, async ({ made }) => {
        if ((await unitsOf(made)).state === 'awaiting_payment')
          await playPayment(shop, made.purchaseId, 'pay')
      })
    case 'cancel':
      return onOrder(world, step.which, async ({ made }) => void (await asGuest(shop, made, 'cancel')))
    case 'reject':
      return onOrder(world, step.which, (followed) => reject(followed, step))
    case 'pass':
      shop.passTime(step.minutes * 60_000)
      await signOwnerInAgain(world)
      await endReservations(shop)
      await runOrderTimers(shop)
      return follow(world)
    case 'restock':
      world.shelf[step.sku] += step.units
      world.restocks.push({ at: shop.now(), sku: step.sku, units: step.units })
      return
    case 'type':
      return typeQuantity(world, step.sku, step.units)
    case 'export':
      return exportShelf(world)
    case 'import':
      return takeIn(world, step.which, step.without)
    case 'race':
      await Promise.all([
        takeIn(world, step.which, null),
        order(world, step.sku, step.units),
        order(world, step.sku, 1),
      ])
  }
}

/** Signs the supplier in again: a session does not live as long as a round may take. */
async function signOwnerInAgain(world: World): Promise<void> {
  const { shop, owner } = world.store
  const signedIn = { ...owner, ...(await signedInAnew(shop.db, owner.id, shop.now())) }
  world.store = { ...world.store, owner: signedIn }
  for (const followed of world.orders) followed.made = { ...followed.made, owner: signedIn }
}

async function order({ store, orders }: World, sku: Sku, units: number): Promise<void> {
  const piece = await store.piece(sku).catch(() => undefined)
  if (!piece) return
  const placed = await placeGuestOrder(store.shop, [{ ...piece, quantity: units }]).catch(() => undefined)
  if (!placed) return
  orders.push({ made: await firstPart(store.shop, placed.id, store), sku, setAside: 0, lost: 0 })
}

async function onOrder(
  world: World,
  which: number,
  work: (followed: Followed) => Promise<void>,
): Promise<void> {
  const followed = world.orders.at(-1 - (which % Math.max(world.orders.length, 1)))
  if (!followed) return
  await work(followed)
  await world.store.shop.work()
  await follow(world)
}

async function reject(followed: Followed, { units, isGone }: Extract<Step, { do: 'reject' }>): Promise<void> {
  const before = await unitsOf(followed.made)
  await asSupplier(followed.made, 'reject', {
    reason: isGone ? 'out_of_stock' : 'other',
    lines: [{ line: 1, quantity: Math.min(units, Math.max(before.left, 1)) }],
  })
  const after = await unitsOf(followed.made)
  if (isGone) followed.lost += before.left - after.left
}

/** The supplier sets aside what it is sent, and puts back what it need not send; what it did not find stays away. */
async function follow({ shelf, orders }: World): Promise<void> {
  for (const followed of orders) {
    const { left, wasSent } = await unitsOf(followed.made)
    const setAside = wasSent ? left + followed.lost : 0
    shelf[followed.sku] -= setAside - followed.setAside
    followed.setAside = setAside
  }
}

async function exportShelf({ store, shelf, exports }: World): Promise<void> {
  exports.push({ at: store.shop.now(), shelf: { ...shelf } })
  store.shop.passTime(1_000)
}

/** Imports one of the latest exports, with another price each time. */
async function takeIn(world: World, which: number, without: Sku | null): Promise<void> {
  const chosen = world.exports.at(-1 - (which % Math.min(world.exports.length, 3)))
  if (!chosen) return
  world.prices += 1
  const given: FeedRow[] = SKUS.filter((sku) => sku !== without).map((sku) => ({
    sku,
    stock: chosen.shelf[sku],
    price: `${100 + (world.prices % 50)}.00`,
    size: sku,
    handle: 'ring',
  }))
  await importRows(world.store, given, { asOf: chosen.at })
}

/** Units come in, or are sold elsewhere, and the supplier types at once what there is for sale from now on. */
async function typeQuantity({ store, shelf }: World, sku: Sku, units: number): Promise<void> {
  const piece = await store.piece(sku).catch(() => undefined)
  if (!piece) return
  const { shop, owner } = store
  const answer = await shop.get(`/shop/getMyProduct/${piece.id}`, owner.headers)
  if (answer.status !== 200) throw new Error(answer.text)
  const opened: OwnPieceData = field(answer, 'product')
  const there = opened.variants.find(({ id }) => id === piece.variantId)?.quantity ?? 0
  // Of an empty stock the editor cannot know how much more was ordered.
  if (there === 0 || there + units <= 0) return
  const { id, revision, name, priceCents } = opened
  const variants = opened.variants.map((variant) => ({
    ...variant,
    seenQuantity: variant.quantity,
    quantity: variant.quantity + (variant.id === piece.variantId ? units : 0),
  }))
  const data = { id, revision, name, priceCents, variants }
  const saved = await shop.post('/shop/saveMyProduct', { data }, owner.headers)
  if (saved.status !== 200) throw new Error(saved.text)
  shelf[sku] += units
}

async function unitsOf({ shop, id }: MadeOrder) {
  const [found] = await rows<{ state: string; left: number; wasSent: boolean }>(
    shop.db,
    sql`select o.state, l.quantity - l.withdrawn_quantity as left,
          exists(select from supplier_order_events e where e.supplier_order_id = o.id and e.event = 'submit') as "wasSent"
        from supplier_orders o join supplier_order_lines l on l.supplier_order_id = o.id where o.public_id = ${id}`,
  )
  if (!found) throw new Error('no such order')
  return found
}

/** What the shop would sell otherwise than there is: shelf, less what was ordered and not sent to the supplier yet. */
async function differencesIn({ store, shelf, orders, restocks }: World): Promise<string[]> {
  const wrong: string[] = []
  for (const sku of SKUS) {
    const [there] = await rows<{ balance: number; product: number; countedAt: Date | null }>(
      store.shop.db,
      sql`select v.stock - v.oversold as balance, v.counted_at as "countedAt",
            p.stock - (select sum(stock) from product_variants where product_id = p.id)::int as product
          from product_variants v join products p on p.id = v.product_id
          where v.supplier_id = ${store.supplier.id} and v.sku = ${sku}`,
    )
    // Left out of the last file.
    if (!there) continue
    const committed = await committedOf(orders, sku)
    const unheard = restocks
      .filter((one) => one.sku === sku && there.countedAt !== null && one.at > new Date(there.countedAt))
      .reduce((sum, { units }) => sum + units, 0)
    const sellable = shelf[sku] - committed - unheard
    if (there.balance !== sellable) wrong.push(`${there.balance} of ${sku} for sale, there are ${sellable}`)
    if (there.product !== 0) wrong.push(`the product differs from its variants by ${there.product}`)
  }
  return wrong
}

async function committedOf(orders: readonly Followed[], sku: Sku): Promise<number> {
  let committed = 0
  for (const { made } of orders.filter((one) => one.sku === sku)) {
    const { state, left } = await unitsOf(made)
    if (state === 'awaiting_payment' || state === 'paid_hold') committed += left
  }
  return committed
}
