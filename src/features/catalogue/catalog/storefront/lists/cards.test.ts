import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { saveSupplierProfile } from '#features/catalogue/suppliers/service.ts'
import { suppliers, warehouses } from '#features/catalogue/suppliers/tables.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getAllProducts, getProductsByID } from '../../contract.ts'
import { foldSales, recordSale, refreshStockCounts, reserveLines, updateReviewTotals } from '../../service.ts'
import { productImages, products } from '../../tables.ts'

const shop = await createTestShop()
const { db } = shop

const ODD_NAME = `"Étoile" \\ 'nuit' \\u0041 </script> 💍 {"a":1}, 金の指輪`

/** Returns the product's card from the list, compared field by field with its product page. */
async function readCard(id: string) {
  shop.app.lists.clear()
  const { getProduct: list } = await shop.call(getAllProducts, { query: { page: 1 } })
  const { getProduct: detail } = await shop.call(getProductsByID, { params: { id } })
  const card = list.find((listed) => listed.id === id)
  if (!card) throw new Error('the product is in no list')
  const { description: _excerpt, reviews, manufacturer, ...same } = card
  expect(detail).toMatchObject(same)
  expect(detail.manufacturer).toMatchObject(manufacturer)
  expect(reviews).toEqual(detail.reviews.slice(0, 2))
  return card
}

async function updateProduct(productKey: number, set: Partial<typeof products.$inferInsert>): Promise<void> {
  await db.update(products).set(set).where(eq(products.id, productKey))
}

async function addPicture(productId: number, fileKey: string): Promise<void> {
  await db.insert(productImages).values({
    productId,
    position: 1,
    sourceUrl: `https://a.example/${fileKey}`,
    fileKey,
    state: 'ready',
    alt: ODD_NAME,
  })
}

const review = (text: string) => ({
  id: `rev_${text.length}`,
  rating: 4,
  review: text,
  userName: 'Mei "M"',
  createdAt: '2026-03-01T10:00:00Z',
})

test('a card with unusual characters, an offer, pictures and reviews equals its product page', async () => {
  const supplier = await createTestSupplier(db, { name: 'Søn & "Datter" \\ Ltd' })
  const { id, productKey } = await createTestProduct(db, {
    supplier,
    name: ODD_NAME,
    price: 123_405,
    offer: 99_900,
  })
  await updateProduct(productKey, { summary: 'Line one\n\t"two" \\', sku: 'A"\\1' })
  await addPicture(productKey, 'a')
  await addPicture(productKey, 'b')
  const recentReviews = ['One', 'Two "2" \\', 'Three'].map(review)
  await updateReviewTotals(db, [{ productId: productKey, rating: 4, reviewCount: 3, recentReviews }])
  const card = await readCard(id)
  expect(card).toMatchObject({
    name: ODD_NAME,
    description: 'Line one\n\t"two" \\',
    sku: 'A"\\1',
    price: 1234.05,
    offerPrice: 999,
    category: 'Rings',
    manufacturer: { id: supplier.publicId, name: 'Søn & "Datter" \\ Ltd' },
    review_count: 3,
    rating: 4,
  })
  expect(card.product_images).toHaveLength(2)
  expect(card.reviews).toHaveLength(2)
})

test('a card follows each change of its product', async () => {
  const { id, productKey } = await createTestProduct(db, { price: 10_000, stock: 5 })
  await updateProduct(productKey, { priceAmount: 5 })
  expect(await readCard(id)).toMatchObject({ price: 0.05, offerPrice: null })
  await updateProduct(productKey, { name: ODD_NAME })
  expect((await readCard(id)).name).toBe(ODD_NAME)
  await updateProduct(productKey, { categoryId: 5 })
  expect((await readCard(id)).category).toBe('Pendants')
  await addPicture(productKey, 'later')
  expect((await readCard(id)).product_images).toMatchObject([{ key: 'later', alt: ODD_NAME }])
  await db.delete(productImages).where(eq(productImages.productId, productKey))
  expect((await readCard(id)).product_images).toEqual([])
  await updateReviewTotals(db, [{ productId: productKey, rating: 4.3, reviewCount: 7, recentReviews: [] }])
  expect(await readCard(id)).toMatchObject({ rating: 4.3, review_count: 7 })
  await reserveLines(db, [{ productId: id, variantId: null, quantity: 2 }], new Date())
  await refreshStockCounts(db, [productKey])
  expect((await readCard(id)).stock).toBe(3)
  await recordSale(db, [{ productId: productKey, quantity: 2 }])
  await foldSales(db)
  expect((await readCard(id)).sold).toBe(2)
})

test('renaming a supplier or warehouse changes its cards and no others', async () => {
  const supplier = await createTestSupplier(db, { name: 'Before' })
  const { id } = await createTestProduct(db, { supplier })
  const other = await readCard((await createTestProduct(db)).id)
  await db.update(suppliers).set({ name: 'After "all"' }).where(eq(suppliers.id, supplier.id))
  expect((await readCard(id)).manufacturer.name).toBe('After "all"')
  await db.update(warehouses).set({ name: 'Dock \\ 2' }).where(eq(warehouses.id, supplier.warehouseId))
  expect((await readCard(id)).warehouse).toBe('Dock \\ 2')
  expect(await readCard(other.id)).toEqual(other)
})

test('cards show the supplier’s name as last saved, with its new spelling', async () => {
  const { supplier, warehouse } = await saveSupplierProfile(db, { name: 'kara gold', country: 'TR' })
  const fixture = {
    id: supplier.id,
    publicId: supplier.publicId,
    warehouseId: warehouse.id,
    email: '',
    name: '',
  }
  const { id } = await createTestProduct(db, { supplier: fixture })
  await saveSupplierProfile(db, { name: 'Kara Gold', country: 'TR' })
  expect((await readCard(id)).manufacturer.name).toBe('Kara Gold')
})

test('an offer that is not below the price is not shown', async () => {
  const { id, productKey } = await createTestProduct(db, { price: 10_000, offer: 9_999 })
  expect((await readCard(id)).offerPrice).toBe(99.99)
  for (const offerAmount of [10_000, 10_001, 0, null]) {
    await updateProduct(productKey, { offerAmount })
    expect(await readCard(id)).toMatchObject({ price: 100, offerPrice: null })
  }
})

test('a stored card does not contain the stock, and cannot be overwritten directly', async () => {
  const { productKey } = await createTestProduct(db)
  const readStoredCard = () =>
    queryRows<{ card: string }>(db, sql`select card from products where id = ${productKey}`)
  const before = await readStoredCard()
  await updateProduct(productKey, { stock: 1 })
  expect(await readStoredCard()).toEqual(before)
  await db.execute(sql`update products set card = 'broken' where id = ${productKey}`)
  expect(await readStoredCard()).toEqual(before)
})
