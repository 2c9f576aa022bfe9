import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productImages } from '#features/catalogue/catalog/tables.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { saveSupplierProfile, setVerified } from '#features/catalogue/suppliers/service.ts'
import { newId } from '#core/ids.ts'
import { createTestProduct, createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getFeaturedSuppliers, getStoreProducts, type CategoryName } from '../../contract.ts'

const shop = await createTestShop()

type StoreQuery = {
  search?: string
  category?: CategoryName
  sort?: 'popular' | 'newest'
  page?: number
  limit?: number
}

const listStoreProducts = async (id: string, query: StoreQuery = {}) => {
  const answer = getStoreProducts.answer.parse(await shop.call(getStoreProducts, { params: { id }, query }))
  return { ...answer, names: answer.getProduct.map((product) => product.name) }
}

const listFeatured = async () =>
  getFeaturedSuppliers.answer.parse(await shop.call(getFeaturedSuppliers, {})).getSuppliers

test('a store lists its products by popularity or newest first, with the count of each category', async () => {
  const supplier = await createTestSupplier(shop.db)
  await createTestProduct(shop.db)
  await createProducts(supplier, { 'Alba Ring': 1, 'Alba Charm': 8, 'Bianca Ring': 1 })
  await sellProduct('Alba Ring', 5)
  const store = await listStoreProducts(supplier.publicId)
  expect(store.names).toEqual(['Alba Ring', 'Bianca Ring', 'Alba Charm'])
  expect(store).toMatchObject({ total: 3, page: 1, pages: 1 })
  expect(store.categories).toEqual([
    { name: 'Rings', products: 2 },
    { name: 'Charms', products: 1 },
  ])
  const newest = await listStoreProducts(supplier.publicId, { sort: 'newest', limit: 2 })
  expect(newest.names).toEqual(['Bianca Ring', 'Alba Charm'])
  expect(newest).toMatchObject({ total: 3, pages: 2 })
})

test('a category filters the list and its total, not the counts of other categories', async () => {
  const supplier = await createTestSupplier(shop.db)
  await createProducts(supplier, { One: 1, Two: 1, Three: 8 })
  const rings = await listStoreProducts(supplier.publicId, { category: 'Rings', limit: 1, page: 2 })
  expect(rings.names).toEqual(['One'])
  expect(rings).toMatchObject({ total: 2, page: 2, pages: 2 })
  expect(rings.categories).toHaveLength(2)
  expect(await listStoreProducts(supplier.publicId, { category: 'Anklets' })).toMatchObject({
    names: [],
    total: 0,
  })
})

test('a search within a store finds only its products, by any part of the name, with counts of the matches', async () => {
  const supplier = await createTestSupplier(shop.db)
  await createTestProduct(shop.db, { name: 'Perle of somebody else' })
  await createProducts(supplier, { 'Perlé Ring': 1, 'Two PERLES': 8, 'Gold Ring': 1, '100% Gold': 2 })
  const found = await listStoreProducts(supplier.publicId, { search: ' perle ' })
  expect(found.names).toEqual(['Two PERLES', 'Perlé Ring'])
  expect(found).toMatchObject({ total: 2, pages: 1 })
  expect(found.categories).toEqual([
    { name: 'Rings', products: 1 },
    { name: 'Charms', products: 1 },
  ])
  const filtered = await listStoreProducts(supplier.publicId, {
    search: 'perle',
    category: 'Rings',
    sort: 'newest',
  })
  expect(filtered).toMatchObject({ names: ['Perlé Ring'], total: 1 })
  expect(filtered.categories).toHaveLength(2)
  expect((await listStoreProducts(supplier.publicId, { search: '0%' })).names).toEqual(['100% Gold'])
  expect(await listStoreProducts(supplier.publicId, { search: 'zzz' })).toMatchObject({
    total: 0,
    pages: 0,
    categories: [],
  })
})

test('a store’s list has 24 products a page; a page past the end is empty and has the total', async () => {
  const supplier = await createTestSupplier(shop.db)
  await createTestProduct(shop.db, { supplier })
  await shop.db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount)
    select 'prd_' || md5(i::text), supplier_id, warehouse_id, 1 + i % 3, 'Made ' || i, i
    from products, generate_series(1, 60) i`)
  const pages = [1, 2, 3, 4].map((page) => listStoreProducts(supplier.publicId, { page }))
  const readPages = await Promise.all(pages)
  expect(readPages.map(({ names }) => names.length)).toEqual([24, 24, 13, 0])
  expect(new Set(readPages.flatMap(({ names }) => names)).size).toBe(61)
  expect(readPages.map(({ total, pages: all }) => [total, all])).toEqual(Array(4).fill([61, 3]))
})

test('an unknown, unverified or malformed store is not found, and invalid queries are refused', async () => {
  const unverified = await createTestSupplier(shop.db, { isVerified: false })
  for (const id of [newId('supplier'), unverified.publicId, 'x']) {
    const { status, body } = await shop.get(`/shop/getStoreProducts/${id}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'supplier_not_found' })
  }
  const { publicId } = await createTestSupplier(shop.db)
  for (const query of [
    'category=Hats',
    'sort=price_asc',
    'page=0',
    'limit=101',
    `search=${'x'.repeat(101)}`,
    'search=%00',
  ])
    expect((await shop.get(`/shop/getStoreProducts/${publicId}?${query}`)).status).toBe(400)
})

test('four suppliers are featured: verified, with products, by rating, then by units sold [ENT-17, MKT-24]', async () => {
  const bestRated = await createRatedSupplier('Best', 5, 30)
  await createRatedSupplier('Enthusiast', 5, 1)
  await createRatedSupplier('Middling', 3, 30)
  await createRatedSupplier('Good', 4, 30)
  const mostSold = await createTestSupplier(shop.db, { name: 'Busy' })
  await createProducts(mostSold, { 'Sold often': 1 })
  await sellProduct('Sold often', 50)
  await setVerified(shop.db, (await createRatedSupplier('No longer verified', 5, 90)).id, false)
  await createTestSupplier(shop.db, { name: 'Without products' })
  const featuredSuppliers = await listFeatured()
  expect(featuredSuppliers.map(({ title }) => title)).toEqual(['Best', 'Enthusiast', 'Busy', 'Good'])
  expect(featuredSuppliers[0]).toEqual({
    id: bestRated.publicId,
    title: 'Best',
    description: '',
    country: 'IT',
    city: null,
    rating: 5,
    ratingCount: 30,
    image: null,
  })
  expect(featuredSuppliers[2]).toMatchObject({ rating: 0, ratingCount: 0 })
})

test('a featured supplier shows its description and a picture of its best-selling product [ENT-17]', async () => {
  const { supplier, warehouse } = await saveSupplierProfile(shop.db, {
    name: 'Kara',
    country: 'TR',
    city: 'Izmir',
    description: 'Since 1911.',
  })
  const supplierOfKara = { ...supplier, warehouseId: warehouse.id, email: '' }
  for (const name of ['Rarely bought', 'Often bought']) {
    const { productKey: productId } = await createTestProduct(shop.db, { supplier: supplierOfKara, name })
    const sourceUrl = `https://pictures.example/${productId}`
    await shop.db
      .insert(productImages)
      .values({ productId, sourceUrl, position: 1, alt: name, fileKey: 'key', state: 'ready' })
  }
  await sellProduct('Often bought', 3)
  expect(await listFeatured()).toMatchObject([
    {
      title: 'Kara',
      description: 'Since 1911.',
      country: 'TR',
      city: 'Izmir',
      image: { alt: 'Often bought' },
    },
  ])
})

async function createProducts(supplier: CreatedSupplier, categories: Record<string, number>) {
  for (const [name, categoryId] of Object.entries(categories))
    await createTestProduct(shop.db, { supplier, name, categoryId })
}

async function sellProduct(name: string, count: number) {
  await shop.db.execute(sql`update products set sold_count = ${count} where name = ${name}`)
}

/** Creates a supplier with one product that many shoppers rated equally. */
async function createRatedSupplier(name: string, rating: number, times: number): Promise<CreatedSupplier> {
  const supplier = await createTestSupplier(shop.db, { name })
  const { productKey: productId } = await createTestProduct(shop.db, { supplier })
  const review = { productId, rating, text: 'Well.', userName: null, createdAt: shop.now() }
  await addReviews(
    shop.db,
    Array.from({ length: times }, () => review),
  )
  return supplier
}
