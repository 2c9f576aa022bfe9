import { expect, test } from 'vitest'
import { readStock } from '#tests/steps/database-reads.ts'
import {
  GUEST_FORM,
  createTestProduct,
  placeGuestOrder,
  quoteRate,
  type CreatedProduct,
} from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

async function createOrderForm(product: CreatedProduct) {
  const selectedShippingRate = await quoteRate(shop)
  const items = [{ id: product.id, variantId: product.variantId, quantity: 1 }]
  return { ...GUEST_FORM, items, selectedShippingRate }
}

test('concurrent orders of the last item with one idempotency key all return the same order', async () => {
  const ring = await createTestProduct(shop.db, { stock: 1 })
  const body = { ...(await createOrderForm(ring)), idempotencyKey: 'pressed-five-times' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post('/shop/saveOrder', body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const ids = answers.map(({ body: answer }) => JSON.stringify(Reflect.get(Object(answer), 'completeOrder')))
  expect(new Set(ids).size).toBe(1)
  expect(await readStock(shop.db, ring.variantId)).toEqual({ variant: 0, product: 0 })
})

test('an empty idempotency key is ignored', async () => {
  const body = await createOrderForm(await createTestProduct(shop.db))
  const first = await shop.post('/shop/saveOrder', body, { 'idempotency-key': '' })
  const second = await shop.post(
    '/shop/saveOrder',
    { ...body, email: 'other@shopper.example' },
    { 'idempotency-key': '' },
  )
  expect([first.status, second.status]).toEqual([200, 200])
})

test.each(['short', 'x'.repeat(101)])(
  'refuses an idempotency key that is too short or too long: %s',
  async (key) => {
    const body = await createOrderForm(await createTestProduct(shop.db))
    const answer = await shop.post('/shop/saveOrder', body, { 'idempotency-key': key })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_input' }])
  },
)

test('a product with price zero cannot be ordered', async () => {
  const gift = await createTestProduct(shop.db, { price: 0 })
  const ring = await createTestProduct(shop.db, { price: 1_000 })
  await expect(placeGuestOrder(shop, [ring, gift])).rejects.toMatchObject({
    status: 409,
    code: 'product_gone',
    details: { items: [{ id: gift.id }] },
  })
})

test('another shopper’s idempotency key reveals nothing about their order', async () => {
  const body = {
    ...(await createOrderForm(await createTestProduct(shop.db))),
    idempotencyKey: 'a guessed key',
  }
  const ownAnswer = await shop.post('/shop/saveOrder', body)
  const otherAnswer = await shop.post('/shop/saveOrder', { ...body, email: 'thief@shopper.example' })
  const id = /pur_[0-9a-f]{32}/.exec(ownAnswer.text)?.[0] ?? 'none'
  expect(otherAnswer.status).toBe(409)
  expect(otherAnswer.text).not.toContain(id)
})

test('ignores JSON keys that are special in JavaScript', async () => {
  const form = JSON.stringify(await createOrderForm(await createTestProduct(shop.db)))
  const body = `{"__proto__":{"isListed":true},"constructor":{"prototype":{"totalAmount":0}},${form.slice(1)}`
  expect((await shop.post('/shop/saveOrder', body)).status).toBe(200)
  expect(Reflect.get({}, 'isListed')).toBeUndefined()
})

test.each([
  ['deep', `${'['.repeat(60_000)}`],
  ['deep and closed', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['infinite', '{"items":[{"id":"prd_1","quantity":1e400}],"shippingMethod":"ship","country":"SG"}'],
  ['an array', '[]'],
  ['null', 'null'],
])('answers 400 to a body that is %s', async (_name, body) => {
  expect((await shop.post('/shop/saveOrder', body)).status).toBe(400)
})

test('a parcel smaller than the standard one is charged as the standard one', async () => {
  const address = { toZip: '10115', toCountry: 'DE' }
  const requestRates = (shipmentDetails: object) => shop.post('/shipping/rates', { shipmentDetails })
  const standard = await requestRates({ ...address, weight: 2, length: 25, width: 20, height: 15 })
  const tiny = await requestRates({ ...address, weight: 0.001, length: 0.1, width: 0.1, height: 0.1 })
  const amounts = (text: string) => [...text.matchAll(/"rate":([\d.]+)/g)].map(([, rate]) => rate)
  expect(amounts(tiny.text)).toEqual(amounts(standard.text))
})

test.each([-1, '', '-1', '1e1', ' 100.00 ', '100,00', '١٠٠'])(
  'an oddly written price is compared, never charged: %j',
  async (newPrice) => {
    const ring = await createTestProduct(shop.db, { price: 10_000 })
    const items = [{ id: ring.id, variantId: ring.variantId, quantity: 1, newPrice }]
    const answer = await shop.post('/shop/saveOrder', { ...(await createOrderForm(ring)), items })
    const isCharged = answer.status === 200 ? /"totalAmount":[\d.]+/.exec(answer.text)?.[0] : 'refused'
    expect(['"totalAmount":102.06', 'refused']).toContain(isCharged)
    expect([200, 400, 409]).toContain(answer.status)
  },
)
