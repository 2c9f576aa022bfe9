import { beforeEach, expect, test } from 'vitest'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createImportedSupplier,
  importRows,
  type ImportedSupplier,
} from '#tests/models/stock/imported-store.ts'
import { expireReservations } from '#tests/models/stock/orders.ts'
import { advanceProductSearch, getFacets, getProductsByID } from '../contract.ts'

// A product shows the price of its cheapest variant in stock, or of its cheapest if all are sold out.
const shop = await createTestShop()
const MINUTE = 60_000
const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }
const SMALL = { sku: 'SMALL', stock: 1, price: '40.00', size: 'S', handle: 'ring' }
const LARGE = { sku: 'LARGE', stock: 2, price: '120.00', size: 'L', handle: 'ring' }
let store: ImportedSupplier

beforeEach(async () => {
  store = await createImportedSupplier(shop)
  await importRows(store, [LARGE, SMALL])
  await createTestProduct(shop.db, { name: 'Middle', price: 8_000 })
})

/** Returns the ring's price from every call that shows one. */
async function readPrices() {
  shop.app.lists.clear()
  shop.app.counts.clear()
  const { id } = await store.product('LARGE')
  const search = (data: object) =>
    shop.call(advanceProductSearch, {
      query: { sort: 'price_asc' },
      body: { data: { ...NO_BOUNDS, ...data } },
    })
  const cards = (await search({})).getProduct
  const card = cards.find((one) => one.id === id)
  const cheap = await search({ maxPrice: '50' })
  const { facets } = await shop.call(getFacets, { query: {} })
  const bands = facets.find(({ name }) => name === 'price')?.options ?? []
  const { getProduct } = await shop.call(getProductsByID, { params: { id } })
  return {
    price: card?.price,
    stock: card?.stock,
    page: getProduct.price,
    order: cards.map(({ price }) => price),
    under50: cheap.total,
    bands: bands.filter(({ count }) => Number(count) > 0).map(({ value }) => value),
  }
}

const WITH_SMALL = { price: 40, page: 40, order: [40, 80], under50: 1 }
const WITHOUT_SMALL = { price: 120, page: 120, order: [80, 120], under50: 0 }

test('lists, filters, facets, sorting and the page show the cheapest variant in stock as orders come and expire', async () => {
  const before = await readPrices()
  expect(before).toMatchObject({ ...WITH_SMALL, stock: 3 })
  await placeGuestOrder(shop, [await store.product('SMALL')])
  const sold = await readPrices()
  expect(sold).toMatchObject({ ...WITHOUT_SMALL, stock: 2 })
  expect(sold.bands).not.toEqual(before.bands)
  await placeGuestOrder(shop, [{ ...(await store.product('LARGE')), quantity: 2 }])
  expect(await readPrices()).toMatchObject({ ...WITH_SMALL, stock: 0 })
  shop.passTime(16 * MINUTE)
  await expireReservations(shop)
  expect(await readPrices()).toEqual(before)
})

test('the displayed price follows the cheapest variant in stock after an import', async () => {
  await importRows(store, [LARGE, { ...SMALL, stock: 0 }])
  expect(await readPrices()).toMatchObject({ ...WITHOUT_SMALL, stock: 2 })
  shop.passTime(MINUTE)
  await importRows(store, [LARGE, SMALL])
  expect(await readPrices()).toMatchObject(WITH_SMALL)
  await placeGuestOrder(shop, [await store.product('SMALL')])
  await importRows(store, [{ ...LARGE, price: '110.00' }, SMALL])
  expect(await readPrices()).toMatchObject({ price: 110, page: 110, order: [80, 110] })
})

test('a new product whose cheapest variant is sold out shows the price of the cheapest available one', async () => {
  const other = [
    { ...SMALL, sku: 'S2', stock: 0, handle: 'other' },
    { ...LARGE, sku: 'L2', handle: 'other' },
  ]
  await importRows(store, other)
  const { id } = await store.product('L2')
  const { getProduct } = await shop.call(getProductsByID, { params: { id } })
  expect(getProduct.price).toBe(120)
})

test('changing a quantity in the editor updates the displayed price', async () => {
  const { id } = await store.product('LARGE')
  const opened: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${id}`, store.owner.headers),
    'product',
  )
  const variants = opened.variants.map((variant) => ({
    ...variant,
    seenQuantity: variant.quantity,
    quantity: variant.priceCents === 4_000 ? 0 : variant.quantity,
  }))
  const { revision, name, priceCents } = opened
  const data = { id, revision, name, priceCents, variants }
  expect((await shop.post('/shop/saveMyProduct', { data }, store.owner.headers)).status).toBe(200)
  expect(await readPrices()).toMatchObject(WITHOUT_SMALL)
})

test('adding a product to the cart from its card selects the variant whose price the card shows', async () => {
  const { id } = await store.product('LARGE')
  await placeGuestOrder(shop, [{ id, variantId: null }])
  expect(await readPrices()).toMatchObject(WITHOUT_SMALL)
})
