import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { EndpointResponse } from '#platform/http/calls/endpoint.ts'
import { createCatalogueCalls, listNames } from '#tests/shop/catalogue.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import {
  getAllProducts,
  getFrequentlyBoughtProduct,
  getManufacturerProducts,
  getProductsByID,
  searchProduct,
} from './contract.ts'
import { foldCounters, foldSales, recordSale } from './service.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

const call = createCatalogueCalls(db)

async function createProductsNamed(...productNames: string[]) {
  for (const name of productNames) await createTestProduct(db, { name })
}

test('pages of the newest products have the total and page count, before and after folding the counters', async () => {
  await createProductsNamed('One', 'Two', 'Three', 'Four', 'Five')
  for (const foldCount of [0, 2]) {
    expect(foldCount === 0 ? 0 : await foldCounters(db)).toBe(foldCount)
    const page = await call(getAllProducts, { query: { page: 2, limit: 2 } })
    expect(listNames(page.getProduct)).toEqual(['Three', 'Two'])
    expect(page).toMatchObject({ total: 5, page: 2, pages: 3 })
    const last = await call(getAllProducts, { query: { page: 3, limit: 2 } })
    expect(listNames(last.getProduct)).toEqual(['One'])
    expect(last.nextCursor).toBeNull()
  }
  expect(await call(getAllProducts, { query: { page: 4, limit: 2 } })).toMatchObject({
    getProduct: [],
    total: 5,
  })
})

test('paging by buckets gives the same pages as counting, also with gaps in the IDs', async () => {
  await createTestProduct(db)
  await db.execute(sql`
    insert into products (id, public_id, supplier_id, warehouse_id, category_id, status, name, price_amount)
      overriding system value
    select i * 37, 'prd_' || md5(i::text), supplier_id, warehouse_id, 1 + i % 3,
      case when i % 7 = 0 then 'draft' else 'active' end, 'Product ' || i, i
    from products, generate_series(1, 400) i`)
  await db.execute(sql`delete from products where id between 4000 and 6000`)
  await db.execute(sql`update products set category_id = 5 where id between 7000 and 8000`)
  await db.execute(sql`update products set status = 'archived' where id between 9000 and 9500`)
  for (const [category, key] of [
    [undefined, sql`true`],
    ['Pendants', sql`category_id = 5`],
    ['Rings', sql`category_id = 1`],
  ] as const) {
    const counted = await queryRows<{ public_id: string }>(
      db,
      sql`select public_id from products where is_listed and ${key} order by id desc`,
    )
    const pages = Math.ceil(counted.length / 30)
    const walkedIds = []
    for (let page = 1; page <= pages; page++) {
      const { getProduct, total } = await call(getAllProducts, { query: { page, limit: 30, category } })
      expect(total).toBe(counted.length)
      walkedIds.push(...getProduct.map((product) => product.id))
    }
    expect(walkedIds).toEqual(counted.map((row) => row.public_id))
  }
})

test.each(['newest', 'popular', 'discount', 'price_asc', 'price_desc'] as const)(
  'paging, cursor and full list give the same products in the order %s',
  async (sort) => {
    const supplier = await createTestSupplier(db)
    for (let index = 0; index < 12; index++) {
      const price = 1_000 * (1 + (index % 3))
      const { productKey } = await createTestProduct(db, {
        supplier,
        price,
        offer: index % 2 ? price - 100 * index : null,
      })
      await recordSale(db, [{ productId: productKey, quantity: 1 + (index % 4) }])
    }
    await foldSales(db)
    const fullList = await call(getAllProducts, { query: { sort } })
    expect(fullList).toMatchObject({ total: 12 })
    const byPage = []
    for (const page of [1, 2, 3])
      byPage.push(...(await call(getAllProducts, { query: { sort, page, limit: 5 } })).getProduct)
    const byCursor = []
    let cursor: string | null | undefined = (await call(getAllProducts, { query: { sort, limit: 1 } }))
      .nextCursor
    while (cursor) {
      const next: EndpointResponse<typeof getAllProducts> = await call(getAllProducts, {
        query: { sort, limit: 5, cursor },
      })
      byCursor.push(...next.getProduct)
      cursor = next.nextCursor
    }
    const ids = fullList.getProduct.map((product) => product.id)
    expect(byPage.map((product) => product.id)).toEqual(ids)
    expect(byCursor.map((product) => product.id)).toEqual(ids.slice(1))
  },
)

test('refuses an invalid cursor', async () => {
  for (const cursor of ['prd_x', `prd_${'0'.repeat(32)}`]) {
    await expect(call(getAllProducts, { query: { cursor } })).rejects.toMatchObject({
      code: 'unknown_cursor',
    })
  }
})

test('products of an unverified supplier are not listed, not found by search, and have no page', async () => {
  const supplier = await createTestSupplier(db, { isVerified: false })
  const { id } = await createTestProduct(db, { supplier, name: 'Hidden ring' })
  expect(await call(getAllProducts, { query: { page: 1 } })).toMatchObject({ getProduct: [], total: 0 })
  expect((await call(searchProduct, { body: { data: 'hidden' } })).searchProduct).toEqual([])
  await expect(call(getProductsByID, { params: { id } })).rejects.toMatchObject({
    kind: 'not_found',
    code: 'product_not_found',
    message: 'Product not found',
  })
})

test('an unknown or malformed ID is not found', async () => {
  for (const id of ['x', '1', `prd_${'0'.repeat(32)}`]) {
    await expect(call(getProductsByID, { params: { id } })).rejects.toMatchObject({
      code: 'product_not_found',
    })
  }
})

test('prices are in dollars, and an offer counts only if it is below the price', async () => {
  const supplier = await createTestSupplier(db)
  const prices = []
  for (const offer of [7_999, 10_000, 0, null]) {
    const { id } = await createTestProduct(db, { supplier, price: 10_000, offer })
    const { getProduct } = await call(getProductsByID, { params: { id } })
    prices.push([getProduct.price, getProduct.offerPrice])
  }
  expect(prices).toEqual([
    [100, 79.99],
    [100, null],
    [100, null],
    [100, null],
  ])
})

test('cards and pages show pictures in order once they are processed', async () => {
  const { id, productKey } = await createTestProduct(db)
  await db.execute(sql`
    insert into product_images (product_id, position, source_url, file_key, state, alt, tint) values
      (${productKey}, 2, 'b', 'kb', 'ready', 'Side', '#fff'), (${productKey}, 1, 'a', null, 'waiting', 'Front', null)`)
  const readPictures = async () => (await call(getProductsByID, { params: { id } })).getProduct.product_images
  expect(await readPictures()).toEqual([
    { image_url: '/media/kb-800.webp', key: 'kb', tint: '#fff', alt: 'Side' },
  ])
  await db.execute(sql`update product_images set state = 'ready', file_key = 'ka' where source_url = 'a'`)
  expect((await readPictures()).map((image) => image.key)).toEqual(['ka', 'kb'])
  await db.execute(sql`delete from product_images where source_url = 'b'`)
  const { getProduct } = await call(getAllProducts, { query: { page: 1 } })
  expect(getProduct[0]?.product_images.map((image) => image.key)).toEqual(['ka'])
})

test('products bought together come before the supplier’s other products, without the product itself', async () => {
  const supplier = await createTestSupplier(db)
  const [product, boughtTwice] = [
    await createTestProduct(db, { supplier, name: 'Product' }),
    await createTestProduct(db, { name: 'Twice' }),
  ]
  const boughtOnce = await createTestProduct(db, { name: 'Once' })
  for (let index = 0; index < 9; index++) await createTestProduct(db, { supplier, name: `Own ${index}` })
  for (const other of [boughtTwice, boughtTwice, boughtOnce]) {
    await recordSale(
      db,
      [product, other].map(({ productKey }) => ({ productId: productKey, quantity: 1 })),
    )
  }
  const boughtTogether = await call(getFrequentlyBoughtProduct, { params: { id: product.id } })
  expect(listNames(boughtTogether)).toEqual([
    'Twice',
    'Once',
    'Own 8',
    'Own 7',
    'Own 6',
    'Own 5',
    'Own 4',
    'Own 3',
  ])
})

test('a supplier shows its twelve most popular products; an unknown or unverified supplier is not found', async () => {
  const supplier = await createTestSupplier(db)
  for (let index = 0; index < 13; index++) await createTestProduct(db, { supplier })
  const { getProducts } = await call(getManufacturerProducts, { params: { id: supplier.publicId } })
  expect(getProducts).toHaveLength(12)
  const other = await createTestSupplier(db, { isVerified: false })
  for (const id of [other.publicId, `sup_${'0'.repeat(32)}`]) {
    await expect(call(getManufacturerProducts, { params: { id } })).rejects.toMatchObject({
      code: 'supplier_not_found',
    })
  }
})
