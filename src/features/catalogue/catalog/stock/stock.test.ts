import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { listenToChannels } from '#database/connections/listen.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import {
  announceProducts,
  foldSales,
  recordSale,
  refreshStockCounts,
  releaseStock,
  reserveLines,
} from '../service.ts'
import { productVariants } from '../tables.ts'

const { db, reset, url } = await createTestDatabase()
beforeEach(reset)

const NOW = new Date('2026-03-03T12:00:00Z')

async function readStocks(productKey: number): Promise<{ product: number; variants: number }> {
  const [found] = await queryRows<{ product: number; variants: number }>(
    db,
    sql`select stock as product, (select sum(stock)::int from product_variants where product_id = p.id) as variants
      from products p where id = ${productKey}`,
  )
  if (!found) throw new Error('no such product')
  return found
}

async function addVariant(product: { productKey: number }, supplierId: number, stock: number) {
  const [variant] = await db
    .insert(productVariants)
    .values({
      publicId: newId('variant'),
      productId: product.productKey,
      supplierId,
      position: 2,
      sku: `second-${product.productKey}`,
      title: 'Large',
      priceAmount: 12_000,
      wholesaleAmount: 5_000,
      stock,
    })
    .returning()
  await refreshStockCounts(db, [product.productKey])
  if (!variant) throw new Error('no variant was made')
  return variant
}

/** Requests units of the first variant with enough stock. */
function toLineRequest({ id }: { id: string }, quantity: number) {
  return { productId: id, variantId: null, quantity }
}

test('fifty concurrent buyers get exactly the stock, and product and variants agree', async () => {
  const product = await createTestProduct(db, { stock: 7 })
  const reservations = Array.from({ length: 50 }, () =>
    inTransaction(db, (tx) => reserveLines(tx, [toLineRequest(product, 1)], NOW)),
  )
  const before = (await Promise.all(reservations)).map(([line]) => line?.stock ?? -1)
  expect(before.filter((stock) => stock > 0).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(before.filter((stock) => stock === 0)).toHaveLength(43)
  expect(await readStocks(product.productKey)).toEqual({ product: 0, variants: 0 })
})

test('an order with too little stock for one line reserves nothing', async () => {
  const [ring, chain] = [await createTestProduct(db, { stock: 5 }), await createTestProduct(db, { stock: 2 })]
  const lines = await reserveLines(
    db,
    [
      toLineRequest(ring, 1),
      toLineRequest(chain, 2),
      toLineRequest(chain, 1),
      toLineRequest({ id: 'prd_unknown' }, 1),
    ],
    NOW,
  )
  expect(lines.map((line) => line?.stock)).toEqual([5, 2, 2, undefined])
  expect(await readStocks(ring.productKey)).toEqual({ product: 5, variants: 5 })
  expect(await readStocks(chain.productKey)).toEqual({ product: 2, variants: 2 })
})

test('an order that waits for another one gets the prices and stock after it', async () => {
  const product = await createTestProduct(db, { price: 10_000, stock: 3 })
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTransaction(db, async (tx) => {
    await reserveLines(tx, [toLineRequest(product, 2)], NOW)
    await tx.update(productVariants).set({ priceAmount: 11_000 })
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const second = reserveLines(db, [toLineRequest(product, 1)], NOW)
  await waitForLock()
  release.resolve()
  await first
  expect(await second).toMatchObject([{ unitAmount: 11_000, stock: 1 }])
  expect(await readStocks(product.productKey)).toEqual({ product: 0, variants: 0 })
})

/** Waits until a transaction waits for a lock. */
async function waitForLock(): Promise<void> {
  const waiting = sql`select count(*)::int as n from pg_locks where not granted`
  while ((await queryRows<{ n: number }>(db, waiting))[0]?.n === 0);
}

test('concurrent orders with the same items in opposite order do not deadlock', async () => {
  const [one, two] = [
    await createTestProduct(db, { stock: 100 }),
    await createTestProduct(db, { stock: 100 }),
  ]
  const lines = [toLineRequest(one, 1), toLineRequest(two, 1)]
  const orders = Array.from({ length: 40 }, (_, index) =>
    reserveLines(db, index % 2 === 0 ? lines : lines.toReversed(), NOW),
  )
  const found = (await Promise.all(orders)).flat()
  expect(found.filter((line) => (line?.stock ?? 0) > 0)).toHaveLength(80)
  expect(await readStocks(one.productKey)).toEqual({ product: 60, variants: 60 })
})

test('lines of a store on holiday say until when it takes no orders, on the days of its own clocks', async () => {
  const supplier = await createTestSupplier(db)
  const product = await createTestProduct(db, { supplier, stock: 9 })
  const pausedUntil = async (now: string) =>
    (await reserveLines(db, [toLineRequest(product, 1)], new Date(now)))[0]?.pausedUntil
  expect(await pausedUntil('2026-03-03T12:00:00Z')).toBeNull()
  await db.execute(sql`insert into store_holidays (supplier_id, starts_on, ends_on, mode, time_zone, updated_at)
    values (${supplier.id}, '2026-03-03', '2026-03-08', 'pause', 'Asia/Singapore', now())`)
  expect(await pausedUntil('2026-03-02T15:59:00Z')).toBeNull()
  expect(await pausedUntil('2026-03-02T16:00:00Z')).toBe('2026-03-08')
  expect(await pausedUntil('2026-03-08T16:00:00Z')).toBeNull()
  await db.execute(sql`update store_holidays set mode = 'later'`)
  expect(await pausedUntil('2026-03-03T12:00:00Z')).toBeNull()
})

test('releasing units returns them to stock', async () => {
  const product = await createTestProduct(db, { stock: 3 })
  await reserveLines(db, [toLineRequest(product, 2)], NOW)
  expect(await readStocks(product.productKey)).toEqual({ product: 1, variants: 1 })
  await releaseStock(db, [{ variantId: product.variantKey, quantity: 2 }])
  expect(await readStocks(product.productKey)).toEqual({ product: 3, variants: 3 })
})

test('lines are priced in order, and without a variant the first with enough stock is used', async () => {
  const supplier = await createTestSupplier(db, { name: 'Valdarno' })
  const product = await createTestProduct(db, { supplier, price: 10_000, offer: 8_000, stock: 1 })
  const large = await addVariant(product, supplier.id, 4)
  const line = { productId: product.id, variantId: null, quantity: 1 }
  const priced = await reserveLines(
    db,
    [
      { ...line, quantity: 3 },
      { ...line, productId: 'prd_unknown' },
      line,
      { ...line, variantId: large.publicId },
      { ...line, variantId: 'var_unknown' },
      { ...line, quantity: 50 },
    ],
    NOW,
  )
  expect(priced.map((found) => found?.variantId)).toEqual([
    large.id,
    undefined,
    product.variantKey,
    large.id,
    undefined,
    product.variantKey,
  ])
  expect(priced[0]).toMatchObject({
    supplierId: supplier.id,
    supplierName: 'Valdarno',
    supplierPublicId: supplier.publicId,
    warehouse: 'Valdarno Warehouse',
    title: product.name,
    variantTitle: 'Large',
    unitAmount: 12_000,
    wholesaleAmount: 5_000,
    stock: 4,
    quantity: 3,
    isListed: true,
    imageKey: null,
  })
  expect(priced[2]).toMatchObject({ unitAmount: 8_000, wholesaleAmount: null })
})

test('a sale counts each item once, and product pairs in both directions', async () => {
  const [ring, chain] = [await createTestProduct(db), await createTestProduct(db)]
  const lines = [
    { productId: ring.productKey, quantity: 2 },
    { productId: chain.productKey, quantity: 1 },
    { productId: ring.productKey, quantity: 1 },
  ]
  await recordSale(db, lines)
  await recordSale(db, lines)
  await Promise.all([foldSales(db), foldSales(db)])
  expect(await queryRows(db, sql`select sold_count from products order by id`)).toEqual([
    { sold_count: 6 },
    { sold_count: 2 },
  ])
  expect(
    await queryRows(db, sql`select product_id, other_id, times from product_pairs order by product_id`),
  ).toEqual([
    { product_id: ring.productKey, other_id: chain.productKey, times: 2 },
    { product_id: chain.productKey, other_id: ring.productKey, times: 2 },
  ])
})

test('a large sold count is written once a hundredth more is sold, and loses no unit', async () => {
  const { productKey: productId } = await createTestProduct(db)
  await recordSale(db, [{ productId, quantity: 250 }])
  const sell = async (quantity: number) => {
    await recordSale(db, [{ productId, quantity }])
    await foldSales(db)
    return queryRows(
      db,
      sql`select sold_count as counted, coalesce(quantity, 0) as waiting
        from products p left join product_sales_waiting w on w.product_id = p.id`,
    )
  }
  expect(await sell(1)).toEqual([{ counted: 251, waiting: 0 }])
  expect(await sell(1)).toEqual([{ counted: 251, waiting: 1 }])
  expect(await sell(1)).toEqual([{ counted: 251, waiting: 2 }])
  expect(await sell(1)).toEqual([{ counted: 254, waiting: 0 }])
})

test('listeners are notified once of the changed products, and by “*” if very many changed', async () => {
  const [ring, chain] = [await createTestProduct(db), await createTestProduct(db)]
  const notifications: string[] = []
  const [firstNotification, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const listener = await listenToChannels({
    url,
    channels: ['catalogue'],
    onNotification: (_channel, payload) => {
      notifications.push(payload)
      firstNotification.resolve()
      if (payload === '*') done.resolve()
    },
    log: () => undefined,
  })
  for (const product of [ring, chain, ring]) announceProducts(db, [product.id])
  await firstNotification.promise
  await db.execute(sql`select announce_products(array_agg(i::text)) from generate_series(1, 101) i`)
  await done.promise
  await listener.close()
  expect(notifications.map((payload) => payload.split(' ').toSorted())).toEqual([
    [ring.id, chain.id].toSorted(),
    ['*'],
  ])
})
