import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createFeed, readProducts } from '../../import/fixtures/read-products.ts'
import { products, productVariants } from '../../tables.ts'
import type { ListedProductData } from './contract.ts'

const shop = await createTestShop()
const { db } = shop

/** Creates a supplier with a product in each state, beside products of other stores. */
async function createStoreWithProducts() {
  const supplier = await createTestSupplier(db)
  const { headers } = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  await createTestProduct(db, { name: 'Opal ring of another store' })
  const create = (name: string, options: { price: number; stock: number; categoryId?: number }) =>
    createTestProduct(db, { supplier, name, ...options })
  const opal = await create('Opal ring', { price: 9_000, stock: 40 })
  const pearl = await create('Pearl necklace', { price: 20_000, stock: 0, categoryId: 2 })
  const agate = await create('Agate ring', { price: 4_500, stock: 5 })
  const draft = await create('Zircon ring', { price: 3_000, stock: 9 })
  const archived = await create('Brass ring', { price: 1_000, stock: 9 })
  await setStatus(draft.id, 'draft')
  await setStatus(archived.id, 'archived')
  await db
    .update(productVariants)
    .set({ wholesaleAmount: 5_000 })
    .where(eq(productVariants.publicId, opal.variantId))
  return { supplier, headers, opal, pearl, agate, draft, archived }
}

async function setStatus(id: string, status: 'draft' | 'archived'): Promise<void> {
  await db.update(products).set({ status }).where(eq(products.publicId, id))
}

const titlesOf = (body: unknown) =>
  (body as { products: ListedProductData[] }).products.map(({ title }) => title)

test('each view lists its products of the own store only, with matching counts', async () => {
  const { headers } = await createStoreWithProducts()
  const expected = {
    all: ['Zircon ring', 'Agate ring', 'Pearl necklace', 'Opal ring'],
    active: ['Agate ring', 'Pearl necklace', 'Opal ring'],
    sold_out: ['Pearl necklace'],
    low_stock: ['Agate ring'],
    no_wholesale: ['Zircon ring', 'Agate ring', 'Pearl necklace'],
    hidden: ['Brass ring', 'Zircon ring'],
  }
  for (const [view, titles] of Object.entries(expected)) {
    const { body } = await shop.get(`/supplier/products?view=${view}`, headers)
    expect([view, titlesOf(body)]).toEqual([view, titles])
    expect(body).toMatchObject({ total: titles.length, pages: 1 })
  }
  expect((await shop.get('/supplier/product-counts', headers)).body).toMatchObject({
    counts: Object.fromEntries(Object.entries(expected).map(([view, titles]) => [view, titles.length])),
    categories: ['Rings', 'Necklaces'],
  })
})

test('products are found by title and SKU, filtered by category, sorted and paged', async () => {
  const { headers, agate } = await createStoreWithProducts()
  const read = async (query: string) =>
    titlesOf((await shop.get(`/supplier/products?${query}`, headers)).body)
  const [{ sku } = { sku: '' }] = await db
    .select({ sku: productVariants.sku })
    .from(productVariants)
    .where(eq(productVariants.publicId, agate.variantId))
  expect(await read('search=AGAT')).toEqual(['Agate ring'])
  expect(await read(`search=${sku.toLowerCase()}`)).toEqual(['Agate ring'])
  expect(await read('search=%25')).toEqual([])
  expect(await read('category=Necklaces')).toEqual(['Pearl necklace'])
  expect(await read('sort=title')).toEqual(['Agate ring', 'Opal ring', 'Pearl necklace', 'Zircon ring'])
  expect(await read('sort=price_desc&pageSize=2')).toEqual(['Pearl necklace', 'Opal ring'])
  expect(await read('sort=price_desc&pageSize=2&page=2')).toEqual(['Agate ring', 'Zircon ring'])
  expect(await read('sort=stock_asc&pageSize=1')).toEqual(['Pearl necklace'])
  for (const query of ['view=lost', 'sort=best', 'category=Hats', 'pageSize=201', 'page=0'])
    expect([query, (await shop.get(`/supplier/products?${query}`, headers)).status]).toEqual([query, 400])
})

test('a row shows the price and stock ranges of its variants', async () => {
  const { headers, supplier, opal } = await createStoreWithProducts()
  await db.insert(productVariants).values({
    publicId: `var_${'7'.repeat(32)}`,
    productId: opal.productKey,
    supplierId: supplier.id,
    position: 2,
    sku: 'OPAL-54',
    title: '54',
    size: '54',
    priceAmount: 9_900,
    offerAmount: 9_500,
    stock: 2,
  })
  const { body } = await shop.get('/supplier/products?search=opal', headers)
  expect(getField({ body }, 'products', '0')).toMatchObject({
    prices: { min: 9_000, max: 9_900 },
    wholesalePrices: { min: 5_000, max: 5_000 },
    withoutWholesale: 1,
    category: 'Rings',
    variants: [
      { priceCents: 9_000, wholesaleCents: 5_000, offerCents: null, stock: 40 },
      { sku: 'OPAL-54', title: '54', priceCents: 9_900, offerCents: 9_500, wholesaleCents: null, stock: 2 },
    ],
  })
})

test('the export has the filtered products without formulas, and can be imported again', async () => {
  const { headers, opal } = await createStoreWithProducts()
  await queryRows(
    db,
    sql`update products set name = case public_id when ${opal.id} then '=HYPERLINK("https://example.com")' else name end,
        external_key = case public_id when ${opal.id} then 'opal-ring' else public_id end
      returning id`,
  )
  const file = await shop.get('/supplier/product-export?view=active&category=Rings', headers)
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(file.text).toContain(`"'=HYPERLINK(""https://example.com"")"`)
  const read = await readProducts(createFeed(file.text, 'products.csv'))
  expect([...read.keys()]).toHaveLength(2)
  expect(read.get('opal-ring')).toMatchObject({
    ok: true,
    product: {
      category: 'Rings',
      status: 'active',
      variants: [{ priceCents: 9_000, offerCents: null, wholesaleCents: 5_000, stock: 40 }],
    },
  })
})

test('an account without a store gets 409 no_store', async () => {
  const { headers } = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  expect((await shop.get('/supplier/products', headers)).body).toMatchObject({ code: 'no_store' })
})
