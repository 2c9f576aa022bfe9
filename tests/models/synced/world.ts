import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createSession } from '../../shop/accounts.ts'
import type { TestShop } from '../../shop/shop.ts'
import type { PracticePlatform } from '../../steps/practice-connector.ts'
import { createStockSteps } from '../../steps/store-stock.ts'
import { createSyncSteps, type SyncedSupplier } from '../../steps/synced-stores.ts'
import type { SyncedStep } from './steps.ts'

/** A supplier with a synced store, the sold rings, and the expected stock at the end. */
type SyncedWorld = {
  readonly shop: TestShop
  readonly supplier: SyncedSupplier
  readonly stock: ReturnType<typeof createStockSteps>
  readonly sales: { readonly order: string; readonly units: number; isGivenBack: boolean }[]
  expected: number
}

/** More than a round can sell; the model of imports tests an empty stock. */
const INITIAL_STOCK = 60

/**
 * Runs a round with a supplier of its own, ends all failures, and checks the store once. Returns what does not hold
 * then: here and there are as many as were not sold, each sale and each return has changed the store once, and none
 * waits any more.
 */
export async function runSyncedRound(
  shop: TestShop,
  steps: readonly SyncedStep[],
  platform: PracticePlatform,
): Promise<string[]> {
  const supplier = await createSyncSteps(shop).createSyncedSupplier(platform)
  const stock = createStockSteps(shop)
  const world: SyncedWorld = { shop, supplier, stock, sales: [], expected: INITIAL_STOCK }
  await setStock(world, INITIAL_STOCK)
  for (const step of steps) {
    await applyStep(world, step)
    // No two things happen at the same moment.
    shop.passTime(1_000)
  }
  await mend(world)
  await supplier.check()
  return (await listDifferences(world)).map((text) => `${platform} ${JSON.stringify(steps)}: ${text}`)
}

async function applyStep(world: SyncedWorld, step: SyncedStep): Promise<void> {
  const { supplier, stock, sales } = world
  switch (step.do) {
    case 'sell': {
      const { order } = await stock.sell(supplier, step.units)
      sales.push({ order, units: step.units, isGivenBack: false })
      world.expected -= step.units
      return
    }
    case 'give_back':
      return giveBack(world, step.which)
    case 'change_there': {
      const { there } = await stock.readStock(supplier)
      await setStock(world, there + step.units)
      world.expected += step.units
      return
    }
    case 'webhooks':
      return supplier.act({ delivery: step.delivery })
    case 'answers':
      return supplier.act({ answers: step.answers })
    case 'die':
      return die(world)
    case 'pass':
      return passMinutes(world, step.minutes)
    case 'check':
      return supplier.check()
  }
}

/** Enters a new stock as the store's owner, after sales in the shop or deliveries. */
function setStock({ supplier }: SyncedWorld, units: number): Promise<void> {
  const form = { action: 'product_save', name: 'Practice Ring', price: '120.00', quantity: String(units) }
  return supplier.act(form, 'PRACTICE-RING')
}

/** The supplier does not ship an order after all; restored units stay as they are. */
async function giveBack(world: SyncedWorld, which: number): Promise<void> {
  const { shop, supplier, stock, sales } = world
  const sale = sales[which]
  if (!sale) return
  const account = { ...supplier.account, ...(await createSession(shop.db, supplier.account.id, shop.now())) }
  const { status } = await stock.reject({ ...supplier, account }, sale.order, 'other')
  if ((status === 200) === sale.isGivenBack) throw new Error(`a sale was given back with ${status}`)
  if (status !== 200) return
  sale.isGivenBack = true
  world.expected += sale.units
}

/** A process dies after it has claimed effects and before it sent requests, so their results are unknown. */
async function die({ shop, supplier }: SyncedWorld): Promise<void> {
  await shop.db.execute(
    sql`update effects set state = 'sent', attempts = attempts + 1, requests = requests + 1, next_attempt_at = ${shop.now()}
      where kind = 'stores.adjust_stock' and state = 'pending' and ${isOfSupplier(supplier)}`,
  )
}

const isOfSupplier = ({ account }: SyncedSupplier) =>
  sql`subject in (select c.id::text from store_stock_changes c join suppliers s on s.id = c.supplier_id
    where s.owner_id = ${account.id})`

async function passMinutes({ shop, stock }: SyncedWorld, minutes: number): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'practice_shop.deliver_late', input: {} })
  await stock.attempt(minutes)
}

/** The store works again, and all is attempted that waits for it. */
async function mend(world: SyncedWorld): Promise<void> {
  const { supplier } = world
  await supplier.act({ answers: 'normal' })
  await supplier.act({ delivery: 'normal' })
  for (const minutes of [2, 6, 20, 20, 70]) await passMinutes(world, minutes)
}

async function listDifferences({ shop, supplier, stock, sales, expected }: SyncedWorld): Promise<string[]> {
  const { here, there } = await stock.readStock(supplier)
  const changes = await queryRows<{ order: string; units: number; state: string; isApplied: boolean }>(
    shop.db,
    sql`select c.order_id as "order", c.quantity as units, e.state, c.applied_at is not null as "isApplied"
      from store_stock_changes c join suppliers s on s.id = c.supplier_id
      join effects e on e.kind = 'stores.adjust_stock' and e.subject = c.id::text
      where s.owner_id = ${supplier.account.id}`,
  )
  const wrongSales = sales.flatMap(({ order, units, isGivenBack }) => {
    const made = changes.filter((change) => change.order === order).map((change) => change.units)
    const wanted = isGivenBack ? [-units, units] : [-units]
    return String(made.toSorted((a, b) => a - b)) === String(wanted)
      ? []
      : [`a sale of ${units} made changes of ${made.join()}`]
  })
  const waiting = changes.filter(({ state, isApplied }) => state !== 'done' || !isApplied)
  return [
    ...(there === expected ? [] : [`${there} in the store, there must be ${expected}`]),
    ...(here === there ? [] : [`${here} for sale here, ${there} in the store`]),
    ...wrongSales,
    ...waiting.map(({ units, state }) => `a change of ${units} is ${state}`),
  ]
}
