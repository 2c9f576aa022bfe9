import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productImages } from '#features/catalogue/catalog/tables.ts'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { saveSupplierProfile, setVerified } from '#features/catalogue/suppliers/service.ts'
import { newId } from '#core/ids.ts'
import { pieceOnSale, supplierInTrade, type MadeSupplier } from '#tests/shop/factories.ts'
import { testShop } from '#tests/shop/shop.ts'
import { getFeaturedSuppliers, getStoreProducts, type CategoryName } from '../contract.ts'

const shop = await testShop()

type Wish = {
  search?: string
  category?: CategoryName
  sort?: 'popular' | 'newest'
  page?: number
  limit?: number
}

const listed = async (id: string, query: Wish = {}) => {
  const answer = getStoreProducts.answer.parse(await shop.call(getStoreProducts, { params: { id }, query }))
  return { ...answer, names: answer.getProduct.map((product) => product.name) }
}

const featured = async () =>
  getFeaturedSuppliers.answer.parse(await shop.call(getFeaturedSuppliers, {})).getSuppliers

test('a store lists its own pieces, the most popular first or the newest, and says how many of each category it has', async () => {
  const supplier = await supplierInTrade(shop.db)
  await pieceOnSale(shop.db)
  await makePieces(supplier, { 'Alba Ring': 1, 'Alba Charm': 8, 'Bianca Ring': 1 })
  await sell('Alba Ring', 5)
  const store = await listed(supplier.publicId)
  expect(store.names).toEqual(['Alba Ring', 'Bianca Ring', 'Alba Charm'])
  expect(store).toMatchObject({ total: 3, page: 1, pages: 1 })
  expect(store.categories).toEqual([
    { name: 'Rings', pieces: 2 },
    { name: 'Charms', pieces: 1 },
  ])
  const newest = await listed(supplier.publicId, { sort: 'newest', limit: 2 })
  expect(newest.names).toEqual(['Bianca Ring', 'Alba Charm'])
  expect(newest).toMatchObject({ total: 3, pages: 2 })
})

test('a category narrows the list and its number, and leaves the numbers of the others', async () => {
  const supplier = await supplierInTrade(shop.db)
  await makePieces(supplier, { One: 1, Two: 1, Three: 8 })
  const rings = await listed(supplier.publicId, { category: 'Rings', limit: 1, page: 2 })
  expect(rings.names).toEqual(['One'])
  expect(rings).toMatchObject({ total: 2, page: 2, pages: 2 })
  expect(rings.categories).toHaveLength(2)
  expect(await listed(supplier.publicId, { category: 'Anklets' })).toMatchObject({ names: [], total: 0 })
})

test('a search within the store finds its pieces only, by any part of the name, with numbers of what it found', async () => {
  const supplier = await supplierInTrade(shop.db)
  await pieceOnSale(shop.db, { name: 'Perle of somebody else' })
  await makePieces(supplier, { 'Perlé Ring': 1, 'Two PERLES': 8, 'Gold Ring': 1, '100% Gold': 2 })
  const found = await listed(supplier.publicId, { search: ' perle ' })
  expect(found.names).toEqual(['Two PERLES', 'Perlé Ring'])
  expect(found).toMatchObject({ total: 2, pages: 1 })
  expect(found.categories).toEqual([
    { name: 'Rings', pieces: 1 },
    { name: 'Charms', pieces: 1 },
  ])
  const narrowed = await listed(supplier.publicId, { search: 'perle', category: 'Rings', sort: 'newest' })
  expect(narrowed).toMatchObject({ names: ['Perlé Ring'], total: 1 })
  expect(narrowed.categories).toHaveLength(2)
  expect((await listed(supplier.publicId, { search: '0%' })).names).toEqual(['100% Gold'])
  expect(await listed(supplier.publicId, { search: 'zzz' })).toMatchObject({
    total: 0,
    pages: 0,
    categories: [],
  })
})

test('a list page of a store is of 24 pieces; a page past the end is empty and still tells the total', async () => {
  const supplier = await supplierInTrade(shop.db)
  await pieceOnSale(shop.db, { supplier })
  await shop.db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount)
    select 'prd_' || md5(i::text), supplier_id, warehouse_id, 1 + i % 3, 'Made ' || i, i
    from products, generate_series(1, 60) i`)
  const pages = [1, 2, 3, 4].map((page) => listed(supplier.publicId, { page }))
  const read = await Promise.all(pages)
  expect(read.map(({ names }) => names.length)).toEqual([24, 24, 13, 0])
  expect(new Set(read.flatMap(({ names }) => names)).size).toBe(61)
  expect(read.map(({ total, pages: all }) => [total, all])).toEqual(Array(4).fill([61, 3]))
})

test('a store that is unknown, unverified or no id has no list; what cannot be asked is refused', async () => {
  const unverified = await supplierInTrade(shop.db, { isVerified: false })
  for (const id of [newId('supplier'), unverified.publicId, 'x']) {
    const { status, body } = await shop.get(`/shop/getStoreProducts/${id}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'supplier_not_found' })
  }
  const { publicId } = await supplierInTrade(shop.db)
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

test('four suppliers are featured: verified, with pieces, by their ratings, then by what they sold [ENT-17, MKT-24]', async () => {
  const best = await rated('Best', 5, 30)
  await rated('Enthusiast', 5, 1)
  await rated('Middling', 3, 30)
  await rated('Good', 4, 30)
  const busy = await supplierInTrade(shop.db, { name: 'Busy' })
  await makePieces(busy, { 'Sold often': 1 })
  await sell('Sold often', 50)
  await setVerified(shop.db, (await rated('No longer verified', 5, 90)).id, false)
  await supplierInTrade(shop.db, { name: 'Without pieces' })
  const shown = await featured()
  expect(shown.map(({ title }) => title)).toEqual(['Best', 'Enthusiast', 'Busy', 'Good'])
  expect(shown[0]).toEqual({
    id: best.publicId,
    title: 'Best',
    description: '',
    country: 'IT',
    city: null,
    rating: 5,
    ratingCount: 30,
    image: null,
  })
  expect(shown[2]).toMatchObject({ rating: 0, ratingCount: 0 })
})

test('a featured supplier shows its story and a picture of a piece that many bought [ENT-17]', async () => {
  const { supplier, warehouse } = await saveSupplierProfile(shop.db, {
    name: 'Kara',
    country: 'TR',
    city: 'Izmir',
    story: 'Since 1911.',
  })
  const kara = { ...supplier, warehouseId: warehouse.id, email: '' }
  for (const name of ['Rarely bought', 'Often bought']) {
    const { productKey: productId } = await pieceOnSale(shop.db, { supplier: kara, name })
    const sourceUrl = `https://pictures.example/${productId}`
    await shop.db
      .insert(productImages)
      .values({ productId, sourceUrl, position: 1, alt: name, fileKey: 'key', state: 'ready' })
  }
  await sell('Often bought', 3)
  expect(await featured()).toMatchObject([
    {
      title: 'Kara',
      description: 'Since 1911.',
      country: 'TR',
      city: 'Izmir',
      image: { alt: 'Often bought' },
    },
  ])
})

async function makePieces(supplier: MadeSupplier, categories: Record<string, number>) {
  for (const [name, categoryId] of Object.entries(categories))
    await pieceOnSale(shop.db, { supplier, name, categoryId })
}

async function sell(name: string, count: number) {
  await shop.db.execute(sql`update products set sold_count = ${count} where name = ${name}`)
}

/** A supplier with one piece that many have rated alike. */
async function rated(name: string, rating: number, times: number): Promise<MadeSupplier> {
  const supplier = await supplierInTrade(shop.db, { name })
  const { productKey: productId } = await pieceOnSale(shop.db, { supplier })
  const review = { productId, rating, text: 'Well.', userName: null, createdAt: shop.now() }
  await addReviews(
    shop.db,
    Array.from({ length: times }, () => review),
  )
  return supplier
}
