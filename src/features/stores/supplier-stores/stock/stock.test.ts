import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { placeGuestOrder } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { runOrderTimers } from '#tests/steps/supplier-orders.ts'
import { createSyncSteps, type SyncedSupplier } from '#tests/steps/synced-stores.ts'

const shop = await createTestShop()
const { db } = shop
const { createSyncedSupplier } = createSyncSteps(shop)
const PLATFORMS = ['woocommerce', 'shopify'] as const
const SKU = 'PRACTICE-RING'

/** What the store has of the ring, and what may be sold of it here. */
async function readStock({ account }: SyncedSupplier): Promise<{ there: number; here: number }> {
  const [found] = await queryRows<{ there: number; here: number }>(
    db,
    sql`select w.quantity as there, v.stock as here
      from practice_products w join practice_shops o on o.id = w.shop_id
      join suppliers s on s.owner_id = o.account_id
      join product_variants v on v.supplier_id = s.id and v.sku = w.sku
      where o.account_id = ${account.id} and w.sku = ${SKU}`,
  )
  if (!found) throw new Error('no ring')
  return found
}

/** Orders the ring, pays for it, and returns the order once it was sent to its supplier. */
async function sell(
  supplier: SyncedSupplier,
  quantity: number,
): Promise<{ purchase: string; order: string }> {
  const [ring] = await queryRows<{ id: string; variantId: string }>(
    db,
    sql`select p.public_id as id, v.public_id as "variantId" from product_variants v join products p on p.id = v.product_id
      join suppliers s on s.id = v.supplier_id where s.owner_id = ${supplier.account.id} and v.sku = ${SKU}`,
  )
  if (!ring) throw new Error('no ring')
  const placed = await placeGuestOrder(shop, [{ ...ring, quantity }])
  await completePayment(shop, placed.id, 'pay')
  shop.passTime(11 * MINUTE)
  await runOrderTimers(shop)
  const [order] = await queryRows<{ id: string }>(
    db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
      where p.public_id = ${placed.id}`,
  )
  return { purchase: placed.id, order: order?.id ?? '' }
}

/** Attempts what is due, as the timer of every minute does. */
async function attempt(minutes = 0): Promise<void> {
  shop.passTime(minutes * MINUTE)
  await shop.app.jobs.enqueue(db, { job: 'effects.run_due', input: {} })
  await shop.work()
}

const readChanges = async ({ account }: SyncedSupplier, order: string) =>
  getField<{ state: string; quantity: number; attempts: { outcome: string }[] }[]>(
    await shop.get(`/supplier/orders/${order}/store-stock`, account.headers),
    'changes',
  )

const reject = (supplier: SyncedSupplier, order: string, reason: string) =>
  shop.post(`/supplier/orders/${order}/reject`, { reason }, supplier.account.headers)

test.each(PLATFORMS)(
  '%s: a sale lowers the store once, a rejection gives it back, and neither is counted twice',
  async (platform) => {
    const supplier = await createSyncedSupplier(platform)
    const { order } = await sell(supplier, 2)
    expect(await readStock(supplier)).toEqual({ there: 12, here: 10 })
    await attempt()
    // The store's own webhook of the change has come by now.
    expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
    await supplier.check()
    await attempt()
    expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
    expect(await readChanges(supplier, order)).toMatchObject([
      { state: 'done', quantity: -2, attempts: [{ outcome: 'done' }] },
    ])
    expect((await supplier.readStore()).sync).toMatchObject({
      recovered: 0,
      stockChanges: [{ orderId: order }],
    })

    expect(await reject(supplier, order, 'other')).toMatchObject({ status: 200 })
    expect(await readStock(supplier)).toEqual({ there: 10, here: 12 })
    await supplier.check()
    expect(await readStock(supplier)).toEqual({ there: 10, here: 12 })
    await attempt()
    await supplier.check()
    expect(await readStock(supplier)).toEqual({ there: 12, here: 12 })
    expect(await readChanges(supplier, order)).toMatchObject([
      { quantity: -2 },
      { state: 'done', quantity: 2 },
    ])
  },
)

test.each(PLATFORMS)(
  '%s: a lost answer is asked for by our reference, and the store is lowered once',
  async (platform) => {
    const supplier = await createSyncedSupplier(platform)
    const { order } = await sell(supplier, 3)
    await supplier.act({ answers: 'lost' })
    await attempt()
    await attempt(2)
    await attempt(6)
    expect((await readStock(supplier)).here).toBe(9)
    await supplier.act({ answers: 'normal' })
    await attempt(20)
    await supplier.check()
    expect(await readStock(supplier)).toEqual({ there: 9, here: 9 })
    const [change] = await readChanges(supplier, order)
    expect(change).toMatchObject({ state: 'done' })
    expect(change?.attempts.length).toBeGreaterThan(1)
  },
)

test.each(PLATFORMS)(
  '%s: a process that dies before or after its request lowers the store once',
  async (platform) => {
    const supplier = await createSyncedSupplier(platform)
    await sell(supplier, 1)
    const interrupt = () =>
      db.execute(
        sql`update effects set state = 'unknown', next_attempt_at = ${shop.now()} where kind = 'stores.adjust_stock'`,
      )
    // Claimed, and died before anything was asked.
    await db.execute(
      sql`update effects set attempts = 1, requests = 1, state = 'sent' where kind = 'stores.adjust_stock' and state = 'pending'`,
    )
    await attempt()
    expect(await readStock(supplier)).toEqual({ there: 11, here: 11 })
    // Asked, and died before the answer was stored.
    await db.execute(sql`update store_stock_changes set applied_at = null`)
    await interrupt()
    await attempt(1)
    await supplier.check()
    expect(await readStock(supplier)).toEqual({ there: 11, here: 11 })
  },
)

test('a store that locks us out is lowered once when it lets us in again, also after a lost answer', async () => {
  const supplier = await createSyncedSupplier('shopify')
  const { order } = await sell(supplier, 2)
  await attempt()
  expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
  // The store has done it, and its answer was lost.
  await db.execute(sql`update store_stock_changes set applied_at = null where order_id = ${order}`)
  await db.execute(sql`update effects set state = 'unknown', next_attempt_at = ${shop.now()}
    where kind = 'stores.adjust_stock' and state = 'done'`)
  await supplier.act({ answers: 'locked' })
  const later = await sell(supplier, 1)
  await attempt(1)
  for (const id of [order, later.order])
    expect((await readChanges(supplier, id))[0]?.attempts.at(-1)).toMatchObject({ outcome: 'postponed' })
  await supplier.act({ answers: 'normal' })
  await attempt(61)
  expect(await readStock(supplier)).toEqual({ there: 9, here: 9 })
  await supplier.check()
  expect(await readStock(supplier)).toEqual({ there: 9, here: 9 })
})

test('what is sold here and there at once, while the store fails, adds up in the end', async () => {
  const supplier = await createSyncedSupplier('woocommerce')
  await supplier.act({ answers: 'failing' })
  const first = await sell(supplier, 2)
  await supplier.act(
    { action: 'product_save', name: 'Practice Ring', price: '120.00', quantity: '7' },
    'Practice Ring',
  )
  await reject(supplier, first.order, 'other')
  await sell(supplier, 1)
  await attempt()
  await supplier.act({ answers: 'normal' })
  for (const minutes of [2, 6, 20, 20]) await attempt(minutes)
  await supplier.check()
  await supplier.check()
  expect(await readStock(supplier)).toEqual({ there: 6, here: 6 })
})

test('what the supplier did not find is not given back, and stock that is written here lowers nothing', async () => {
  const supplier = await createSyncedSupplier('woocommerce')
  const { order } = await sell(supplier, 2)
  await attempt()
  await reject(supplier, order, 'out_of_stock')
  await attempt()
  expect((await readStock(supplier)).there).toBe(10)
  await shop.post(
    `/supplier/connected-stores/${supplier.connectionId}/settings`,
    { followed: ['prices'] },
    supplier.account.headers,
  )
  await sell(supplier, 1)
  await attempt()
  expect((await readStock(supplier)).there).toBe(10)
})
