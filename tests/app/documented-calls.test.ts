import { expect, test } from 'vitest'
import { addReviews } from '#features/catalogue/reviews/service.ts'
import { GUEST_FORM, createTestProduct, placeGuestOrder, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// The calls as the product document lists them: addresses, payloads and fields, over HTTP.
const shop = await createTestShop()

test('getAllProducts returns success, message and the whole list at the top level [API-01, API-02, API-32]', async () => {
  const products = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  const { status, body } = await shop.get('/shop/getAllProducts')
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: expect.any(String) })
  expect(body).not.toHaveProperty('data')
  expect(body).toHaveProperty(
    'getProduct',
    products.toReversed().map((product) => expect.objectContaining({ id: product.id })),
  )
})

test('a product has every documented field, with amounts as JSON numbers [API-03, ENT-04, ENT-20]', async () => {
  const supplier = await createTestSupplier(shop.db)
  const product = await createTestProduct(shop.db, { supplier, price: 12_050, offer: 9_999, stock: 7 })
  const { body } = await shop.get(`/shop/getProductsByID/${product.id}`)
  expect(body).toMatchObject({
    success: true,
    message: expect.any(String),
    getProduct: {
      id: product.id,
      name: product.name,
      description: expect.any(String),
      price: 120.5,
      offerPrice: 99.99,
      stock: 7,
      category: 'Rings',
      sku: expect.any(String),
      manufacturer: { id: supplier.publicId, name: supplier.name },
      warehouse: `${supplier.name} Warehouse`,
      review_count: 0,
      product_images: [],
      reviews: [],
    },
  })
})

test('the search accepts a text or an object with it, and returns id, name, price and pictures [API-04, API-05, ENT-05]', async () => {
  const product = await createTestProduct(shop.db, {
    name: 'Alba Solitaire Ring',
    price: 5_000,
    offer: 4_500,
  })
  for (const data of ['solitaire', { search: 'solitaire' }, { productName: 'solitaire' }]) {
    const { body } = await shop.post('/shop/searchProduct', { data })
    const hit = { id: product.id, name: 'Alba Solitaire Ring', price: 45, product_images: [] }
    expect(body).toMatchObject({ success: true, searchProduct: [hit] })
  }
})

test('the advanced search accepts texts under data, and ignores empty ones [API-06, ENT-06, MKT-28]', async () => {
  await createTestProduct(shop.db, { name: 'Alba Ring', price: 5_000, stock: 2 })
  const otherProduct = await createTestProduct(shop.db, {
    name: 'Elba RING',
    price: 9_000,
    offer: 6_000,
    stock: 4,
  })
  const filter = { productName: 'ring', minPrice: '60', maxPrice: '60.00', minQuantity: '4', maxQuantity: '' }
  const { body } = await shop.post('/shop/advanceProductSearch', { data: filter })
  expect(body).toMatchObject({
    success: true,
    message: expect.any(String),
    getProduct: [{ id: otherProduct.id }],
  })
  const none = { ...filter, minPrice: '', maxPrice: '', minQuantity: '' }
  const all = await shop.post('/shop/advanceProductSearch', { data: none })
  expect(all.body).toHaveProperty('getProduct.length', 2)
  const contradiction = await shop.post('/shop/advanceProductSearch', {
    data: { minPrice: '9', maxPrice: '1' },
  })
  expect(contradiction.body).toMatchObject({ success: true, getProduct: [] })
  expect((await shop.post('/shop/advanceProductSearch', { data: { minPrice: 'cheap' } })).status).toBe(400)
})

test('lists a product’s reviews with rating, text, author and date [API-07, ENT-07]', async () => {
  const product = await createTestProduct(shop.db)
  const review = {
    productId: product.productKey,
    rating: 4,
    text: 'Bright.',
    userName: 'Ana R.',
    createdAt: shop.now(),
  }
  await addReviews(shop.db, [review])
  const { body } = await shop.get(`/shop/fetchReview/${product.id}`)
  const expectedReview = { id: expect.any(String), rating: 4, review: 'Bright.', userName: 'Ana R.' }
  expect(body).toMatchObject({
    success: true,
    getReview: [{ ...expectedReview, createdAt: '2026-03-02T10:00:00.000Z' }],
  })
})

test('returns frequently bought products as a list, and a supplier’s products under getProducts [API-12, API-31]', async () => {
  const supplier = await createTestSupplier(shop.db)
  const [product, otherProduct] = [
    await createTestProduct(shop.db, { supplier }),
    await createTestProduct(shop.db, { supplier }),
  ]
  const relatedProducts = await shop.get(`/shop/getFrequentlyBoughtProduct/${product.id}`)
  expect(relatedProducts.body).toMatchObject([{ id: otherProduct.id }])
  const supplierProducts = await shop.get(`/shop/getManufacturerProducts/${supplier.publicId}`)
  expect(supplierProducts.body).toMatchObject({ success: true, message: expect.any(String) })
  expect(supplierProducts.body).toHaveProperty('getProducts.length', 2)
})

test('the countries have code and name, and include Singapore and the United States [API-13, ENT-14]', async () => {
  const { body } = await shop.get('/shop/getAllCountries')
  expect(body).toHaveProperty('countries', expect.arrayContaining([{ code: 'SG', name: 'Singapore' }]))
  expect(body).toHaveProperty('countries', expect.arrayContaining([expect.objectContaining({ code: 'US' })]))
})

test('rates are requested with shipmentDetails and have id, service, days and price, cheapest first [API-19, API-20, API-23, ENT-13]', async () => {
  const destination = { toZip: '079903', toCity: '', toState: '', toCountry: 'SG' }
  const shipmentDetails = { ...destination, weight: 2, length: 25, width: 20, height: 15 }
  const { body } = await shop.post('/shipping/rates', { shipmentDetails })
  const rate = { id: expect.any(String), service: 'Economy', estimatedDays: 25, rate: 2.06 }
  expect(body).toMatchObject({ success: true, error: null, rates: [rate, {}, {}, {}] })
})

test('returns an order by id, and a payment with response_code and payment_url [API-16, API-17, ENT-15]', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { body } = await shop.get(`/shop/getOrderByID/${order.id}`)
  expect(body).toMatchObject({
    orderDetails: {
      totalAmount: order.totalAmount,
      isGuest: true,
      guestEmail: GUEST_FORM.email,
      streetAddress: expect.stringContaining('Tanjong Pagar Road'),
      address: { city: '', zip_code: '079903', country: 'Singapore', mobile_number: '+6591234567' },
    },
  })
  const orderBody = {
    orderID: order.id,
    amount: order.totalAmount,
    payer_email: GUEST_FORM.email,
    paymentMethod: 'vm',
  }
  const started = await shop.post('/shop/getPymentURL', { ...orderBody, merchant_reference: order.id })
  expect(started.body).toMatchObject({
    redirectURLData: { response_code: 0, payment_url: expect.stringContaining('/payments/sandbox/') },
  })
})

test('a refusal is a 4xx with success false and a message [API-35]', async () => {
  const unknown = await shop.get('/shop/getOrderByID/pur_0')
  expect([unknown.status, unknown.body]).toMatchObject([404, { success: false, message: expect.any(String) }])
  const invalidResponse = await shop.post('/shop/searchProduct', { data: '' })
  expect([invalidResponse.status, invalidResponse.body]).toMatchObject([
    400,
    { success: false, message: expect.any(String) },
  ])
})

test('a page of the marketplace has 50 products, and the page count follows from it [CONST-01]', async () => {
  const supplier = await createTestSupplier(shop.db)
  for (let n = 0; n < 51; n++) await createTestProduct(shop.db, { supplier })
  const { body } = await shop.get('/shop/getAllProducts?page=1')
  expect(body).toMatchObject({ total: 51, pages: 2 })
  expect(body).toHaveProperty('getProduct.length', 50)
})
