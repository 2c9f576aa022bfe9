import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { createStockSteps } from '#tests/steps/store-stock.ts'
import { createSyncSteps } from '#tests/steps/synced-stores.ts'

const shop = await createTestShop()
const { db } = shop
const { createSyncedSupplier } = createSyncSteps(shop)
const PLATFORMS = ['woocommerce', 'shopify'] as const
const { readStock, sell, attempt, readChanges, reject } = createStockSteps(shop)

test.each(PLATFORMS)(
  '%s: a sale lowers the store’s stock once, a rejection restores it, and neither is counted twice',
  async (platform) => {
    const supplier = await createSyncedSupplier(platform)
    const { order } = await sell(supplier, 2)
    expect(await readStock(supplier)).toEqual({ there: 12, here: 10 })
    await attempt()
    // The store's own webhook about the change has arrived by now.
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
  '%s: a lost answer is looked up by our reference, and the store’s stock is lowered once',
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
  '%s: a process that crashes before or after its request lowers the store’s stock once',
  async (platform) => {
    const supplier = await createSyncedSupplier(platform)
    await sell(supplier, 1)
    const interrupt = () =>
      db.execute(
        sql`update effects set state = 'unknown', next_attempt_at = ${shop.now()} where kind = 'stores.adjust_stock'`,
      )
    // Claimed, and crashed before the request.
    await db.execute(
      sql`update effects set attempts = 1, requests = 1, state = 'sent' where kind = 'stores.adjust_stock' and state = 'pending'`,
    )
    await attempt()
    expect(await readStock(supplier)).toEqual({ there: 11, here: 11 })
    // Requested, and crashed before the answer was stored.
    await db.execute(sql`update store_stock_changes set applied_at = null`)
    await interrupt()
    await attempt(1)
    await supplier.check()
    expect(await readStock(supplier)).toEqual({ there: 11, here: 11 })
  },
)

test('a store that revoked access is lowered once when access is back, also after a lost answer', async () => {
  const supplier = await createSyncedSupplier('shopify')
  const { order } = await sell(supplier, 2)
  await attempt()
  expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
  // The store made the change, but its answer was lost.
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

test('concurrent sales on both sides, with a failing store, add up in the end', async () => {
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

test('units rejected as out of stock are not restored in the store, and unsynced stock does not lower it', async () => {
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

test('a refused stock change can be marked as done manually, once, by its own supplier', async () => {
  const supplier = await createSyncedSupplier('woocommerce')
  const stranger = await createSyncedSupplier('woocommerce')
  const { order } = await sell(supplier, 2)
  const [open] = await readChanges(supplier, order)
  const path = `/supplier/stock-changes/${open?.reference}/done`
  expect((await shop.post(path, {}, supplier.account.headers)).body).toMatchObject({
    code: 'stock_change_not_open',
  })
  await db.execute(sql`update effects set state = 'refused', next_attempt_at = null
    where public_id = ${open?.reference} and kind = 'stores.adjust_stock'`)
  expect(await readChanges(supplier, order)).toMatchObject([{ state: 'refused', needsDecision: true }])
  expect((await shop.post(path, {}, stranger.account.headers)).status).toBe(404)
  expect((await shop.post(path, {}, supplier.account.headers)).status).toBe(200)
  expect((await shop.post(path, {}, supplier.account.headers)).status).toBe(409)
  await attempt(5)
  expect(await readChanges(supplier, order)).toMatchObject([
    { state: 'done', needsDecision: false, message: 'Marked as done by hand.', attempts: [] },
  ])
  // The supplier lowered the store's stock manually.
  await supplier.act(
    { action: 'product_save', name: 'Practice Ring', price: '120.00', quantity: '10' },
    'Practice Ring',
  )
  await supplier.check()
  expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
})
