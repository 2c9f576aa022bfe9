import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { inTransaction, rows } from '#database/database.ts'
import { listen } from '#database/listen.ts'
import { testDatabase } from '#tests/shop/database.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { announceSoon, foldSales, recordSale, refreshStock, releaseStock, reserveLines } from '../service.ts'
import { productVariants } from '../tables.ts'

const { db, reset, url } = await testDatabase()
beforeEach(reset)

async function stocks(productKey: number): Promise<{ product: number; variants: number }> {
  const [found] = await rows<{ product: number; variants: number }>(
    db,
    sql`select stock as product, (select sum(stock)::int from product_variants where product_id = p.id) as variants
      from products p where id = ${productKey}`,
  )
  if (!found) throw new Error('no such product')
  return found
}

async function addVariant(piece: { productKey: number }, supplierId: number, stock: number) {
  const [variant] = await db
    .insert(productVariants)
    .values({
      publicId: newId('variant'),
      productId: piece.productKey,
      supplierId,
      position: 2,
      sku: `second-${piece.productKey}`,
      title: 'Large',
      priceAmount: 12_000,
      wholesaleAmount: 5_000,
      stock,
    })
    .returning()
  await refreshStock(db, [piece.productKey])
  if (!variant) throw new Error('no variant was made')
  return variant
}

/** The first variant of a piece with enough stock. */
function wanted({ id }: { id: string }, quantity: number) {
  return { productId: id, variantId: null, quantity }
}

test('fifty buyers at once get exactly the pieces there are, and product and variants keep agreeing', async () => {
  const piece = await pieceOnSale(db, { stock: 7 })
  const tries = Array.from({ length: 50 }, () =>
    inTransaction(db, (tx) => reserveLines(tx, [wanted(piece, 1)])),
  )
  const before = (await Promise.all(tries)).map(([line]) => line?.stock ?? -1)
  expect(before.filter((stock) => stock > 0).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(before.filter((stock) => stock === 0)).toHaveLength(43)
  expect(await stocks(piece.productKey)).toEqual({ product: 0, variants: 0 })
})

test('an order that is short of one line takes nothing and says what is there', async () => {
  const [ring, chain] = [await pieceOnSale(db, { stock: 5 }), await pieceOnSale(db, { stock: 2 })]
  const lines = await reserveLines(db, [
    wanted(ring, 1),
    wanted(chain, 2),
    wanted(chain, 1),
    wanted({ id: 'prd_unknown' }, 1),
  ])
  expect(lines.map((line) => line?.stock)).toEqual([5, 2, 2, undefined])
  expect(await stocks(ring.productKey)).toEqual({ product: 5, variants: 5 })
  expect(await stocks(chain.productKey)).toEqual({ product: 2, variants: 2 })
})

test('who waited for another order is told prices and stock as that one left them', async () => {
  const piece = await pieceOnSale(db, { price: 10_000, stock: 3 })
  const [held, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTransaction(db, async (tx) => {
    await reserveLines(tx, [wanted(piece, 2)])
    await tx.update(productVariants).set({ priceAmount: 11_000 })
    held.resolve()
    await mayEnd.promise
  })
  await held.promise
  const second = reserveLines(db, [wanted(piece, 1)])
  await waitedFor()
  mayEnd.resolve()
  await first
  expect(await second).toMatchObject([{ unitAmount: 11_000, stock: 1 }])
  expect(await stocks(piece.productKey)).toEqual({ product: 0, variants: 0 })
})

/** Until somebody waits for a lock. */
async function waitedFor(): Promise<void> {
  const waiting = sql`select count(*)::int as n from pg_locks where not granted`
  while ((await rows<{ n: number }>(db, waiting))[0]?.n === 0);
}

test('orders of the same pieces in opposite orders never fail each other', async () => {
  const [one, two] = [await pieceOnSale(db, { stock: 100 }), await pieceOnSale(db, { stock: 100 })]
  const lines = [wanted(one, 1), wanted(two, 1)]
  const orders = Array.from({ length: 40 }, (_, index) =>
    reserveLines(db, index % 2 === 0 ? lines : lines.toReversed()),
  )
  const found = (await Promise.all(orders)).flat()
  expect(found.filter((line) => (line?.stock ?? 0) > 0)).toHaveLength(80)
  expect(await stocks(one.productKey)).toEqual({ product: 60, variants: 60 })
})

test('released pieces are back in stock', async () => {
  const piece = await pieceOnSale(db, { stock: 3 })
  await reserveLines(db, [wanted(piece, 2)])
  expect(await stocks(piece.productKey)).toEqual({ product: 1, variants: 1 })
  await releaseStock(db, [{ variantId: piece.variantKey, quantity: 2 }])
  expect(await stocks(piece.productKey)).toEqual({ product: 3, variants: 3 })
})

test('lines are priced in their places; without a variant the first with enough stock is meant', async () => {
  const supplier = await supplierInTrade(db, { name: 'Valdarno' })
  const piece = await pieceOnSale(db, { supplier, price: 10_000, offer: 8_000, stock: 1 })
  const large = await addVariant(piece, supplier.id, 4)
  const line = { productId: piece.id, variantId: null, quantity: 1 }
  const priced = await reserveLines(db, [
    { ...line, quantity: 3 },
    { ...line, productId: 'prd_unknown' },
    line,
    { ...line, variantId: large.publicId },
    { ...line, variantId: 'var_unknown' },
    { ...line, quantity: 50 },
  ])
  expect(priced.map((found) => found?.variantId)).toEqual([
    large.id,
    undefined,
    piece.variantKey,
    large.id,
    undefined,
    piece.variantKey,
  ])
  expect(priced[0]).toMatchObject({
    supplierId: supplier.id,
    supplierName: 'Valdarno',
    supplierPublicId: supplier.publicId,
    warehouse: 'Valdarno Warehouse',
    title: piece.name,
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

test('a sale counts pieces once each and pairs of products in both directions', async () => {
  const [ring, chain] = [await pieceOnSale(db), await pieceOnSale(db)]
  const lines = [
    { productId: ring.productKey, quantity: 2 },
    { productId: chain.productKey, quantity: 1 },
    { productId: ring.productKey, quantity: 1 },
  ]
  await recordSale(db, lines)
  await recordSale(db, lines)
  await Promise.all([foldSales(db), foldSales(db)])
  expect(await rows(db, sql`select sold_count from products order by id`)).toEqual([
    { sold_count: 6 },
    { sold_count: 2 },
  ])
  expect(
    await rows(db, sql`select product_id, other_id, times from product_pairs order by product_id`),
  ).toEqual([
    { product_id: ring.productKey, other_id: chain.productKey, times: 2 },
    { product_id: chain.productKey, other_id: ring.productKey, times: 2 },
  ])
})

test('those who listen hear once which products changed, however many orders did it, and of very many just so', async () => {
  const [ring, chain] = [await pieceOnSale(db), await pieceOnSale(db)]
  const heard: string[] = []
  const [firstHeard, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const listener = await listen({
    url,
    channels: ['catalogue'],
    onNotice: (_channel, payload) => {
      heard.push(payload)
      firstHeard.resolve()
      if (payload === '*') done.resolve()
    },
    log: () => undefined,
  })
  for (const piece of [ring, chain, ring]) announceSoon(db, [piece.id])
  await firstHeard.promise
  await db.execute(sql`select announce_products(array_agg(i::text)) from generate_series(1, 101) i`)
  await done.promise
  await listener.close()
  expect(heard.map((payload) => payload.split(' ').toSorted())).toEqual([
    [ring.id, chain.id].toSorted(),
    ['*'],
  ])
})
