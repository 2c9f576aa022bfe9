import { expect, test } from 'vitest'
import { GUEST_FORM, createTestProduct, quoteRate, createTestSupplier } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  createPaidOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

const WRITE_CALLS: readonly (readonly [what: string, body: object])[] = [
  ['accept', {}],
  ['reject', { reason: 'other' }],
  ['cancel', { reason: 'No time' }],
  ['keep', { reason: 'No way' }],
  ['parcels', createParcelBody('access')],
]

test('a supplier’s calls require the owner of that store: others get 404, and other account types 403', async () => {
  const created = await createSubmittedOrder(shop)
  const store = await createTestSupplier(shop.db)
  const rival = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  const vendor = await createSignedInAccount(shop.db, shop.now())
  for (const [what, body] of WRITE_CALLS) {
    const path = `/supplier/orders/${created.id}/${what}`
    expect(await shop.post(path, body, rival.headers)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    })
    expect((await shop.post(path, body, vendor.headers)).status).toBe(403)
    expect((await shop.post(path, body)).status).toBe(401)
  }
  const path = `/supplier/orders/${created.id}`
  expect((await shop.get(path, rival.headers)).status).toBe(404)
  expect((await shop.get(path, vendor.headers)).status).toBe(403)
  expect((await shop.get(path)).status).toBe(401)
  expect((await shop.get('/supplier/orders', rival.headers)).body).toMatchObject({ orders: [], total: 0 })
  expect(await readState(shop, created)).toBe('submitted')
})

test('a supplier sees what is needed to ship an order, not the payment details or the link’s secret', async () => {
  const created = await createSubmittedOrder(shop)
  const { body, text } = await shop.get(`/supplier/orders/${created.id}`, created.owner.headers)
  expect(body).toMatchObject({
    order: {
      id: created.id,
      state: 'submitted',
      payment: 'paid',
      fulfilment: 'none',
      commissionPercent: 15,
      shipTo: { name: 'Mei Tan', phone: '+6591234567', lines: expect.arrayContaining(['Unit #04-11']) },
      lines: [{ line: 1, quantity: 1, left: 1, unitPrice: 100 }],
      actions: expect.arrayContaining(['accept', 'reject']),
    },
  })
  for (const secret of [GUEST_FORM.email, created.purchaseId, 'sandbox', 'txn_'])
    expect(text).not.toContain(secret)
})

test('a supplier lists its paid orders, newest first, by state and page', async () => {
  const created = await createSubmittedOrder(shop)
  const list = async (query: string) =>
    (await shop.get(`/supplier/orders${query}`, created.owner.headers)).body
  expect(await list('')).toMatchObject({
    orders: [{ id: created.id, units: 1, country: 'SG' }],
    total: 1,
    pages: 1,
  })
  expect(await list('?state=submitted')).toMatchObject({ total: 1 })
  expect(await list('?state=shipped')).toMatchObject({ orders: [], total: 0 })
  expect(await list('?page=2')).toMatchObject({ orders: [], total: 1 })
})

test('an operator moves an order with a reason, where its state allows it, and only operators see the reason', async () => {
  const created = await createSubmittedOrder(shop)
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const move = (event: string, reason: string) =>
    shop.post(`/supplier/orders/${created.id}/move`, { event, reason }, operator.headers)
  expect((await move('cancel', '')).status).toBe(400)
  expect(await move('complete', 'No reason at all')).toMatchObject({
    status: 409,
    body: { code: 'order_state' },
  })
  expect((await move('cancel', 'A stolen card')).body).toMatchObject({ order: { state: 'cancelled' } })
  expect((await shop.get(`/supplier/orders/${created.id}`, operator.headers)).text).toContain('A stolen card')
  expect((await shop.get(`/supplier/orders/${created.id}`, created.owner.headers)).text).not.toContain(
    'A stolen card',
  )
  expect((await shop.get(`/shop/trackOrder/${created.purchaseId}`)).text).not.toContain('A stolen card')
  const answer = await shop.post(
    `/supplier/orders/${created.id}/move`,
    { event: 'cancel', reason: 'Mine' },
    created.owner.headers,
  )
  expect(answer.status).toBe(403)
})

test('a guest acts by the link’s secret, and on that purchase only', async () => {
  const [created, other] = [await createPaidOrder(shop), await createPaidOrder(shop)]
  const mixed = await postAsGuest(shop, { ...created, purchaseId: other.purchaseId }, 'cancel')
  expect(mixed).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  const guessed = await postAsGuest(shop, { ...created, purchaseId: `pur_${'0'.repeat(32)}` }, 'cancel')
  expect(guessed.status).toBe(404)
  expect((await postAsGuest(shop, created, 'received')).body).toMatchObject({ code: 'order_state' })
  expect((await postAsGuest(shop, created, 'cancel')).status).toBe(200)
  expect(await readState(shop, other)).toBe('paid_hold')
})

test('the link of an account’s order changes nothing without signing in as its owner', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const eve = await createSignedInAccount(shop.db, shop.now())
  const product = await createTestProduct(shop.db)
  const items = [{ id: product.id, variantId: product.variantId, quantity: 1 }]
  const form = { ...GUEST_FORM, items, selectedShippingRate: await quoteRate(shop) }
  const saved = await shop.post('/shop/saveOrder', form, mei.headers)
  const purchaseId = /pur_[0-9a-f]{32}/.exec(saved.text)?.[0] ?? ''
  await completePayment(shop, purchaseId, 'pay')
  const id = /ord_[0-9a-f]{32}/.exec((await shop.get(`/shop/trackOrder/${purchaseId}`)).text)?.[0]
  const cancel = (headers = {}) =>
    shop.post(`/orders/${purchaseId}/supplier-orders/${id}/cancel`, {}, headers)
  expect(await cancel()).toMatchObject({ status: 401, body: { code: 'sign_in_first' } })
  expect((await cancel(eve.headers)).status).toBe(404)
  expect((await cancel(mei.headers)).body).toMatchObject({ state: 'cancelled' })
})

test('an account without a store has no order settings', async () => {
  const nobody = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  expect(await shop.get('/supplier/order-settings', nobody.headers)).toMatchObject({
    status: 404,
    body: { code: 'store_not_found' },
  })
})

test('a marketplace without carriers refuses labels and says what to do instead', async () => {
  const created = await createSubmittedOrder(shop)
  expect(
    await shop.post(
      `/supplier/orders/${created.id}/labels`,
      { idempotencyKey: 'label-of-nobody' },
      created.owner.headers,
    ),
  ).toMatchObject({ status: 409, body: { code: 'labels_not_offered' } })
  expect((await shop.post('/shipping/notify/easypost', {})).status).toBe(404)
})
