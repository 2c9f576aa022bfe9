import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#features/identity/accounts/tables.ts'
import {
  GUEST_FORM,
  createTestProduct,
  placeGuestOrder,
  quoteRate,
  createTestSupplier,
} from '#tests/shop/factories.ts'
import type { OrderFormInput, CreatedProduct } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop, type ApiResponse } from '#tests/shop/shop.ts'
import { getOrderByID, type OrderInListData, type TrackedOrderData } from '../contract.ts'

const shop = await createTestShop()

test('an order of a signed-in buyer belongs to the account, with its names and email address [CHK2-02, ROLE-09, API-15]', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now(), {
    email: 'mei@vendors.example',
    lastName: 'Tan',
  })
  const product = await createTestProduct(shop.db)
  const id = await placeOrder(mei, [product], { firstName: 'Somebody', lastName: 'Else', email: '' })

  const { orderDetails } = await shop.call(getOrderByID, { params: { id } })
  expect(orderDetails).toMatchObject({
    totalAmount: 102.06,
    isGuest: false,
    guestEmail: null,
    orderUser: { email: 'mei@vendors.example' },
    streetAddress: '12, Tanjong Pagar Road',
    address: { city: '', zip_code: '079903', country: 'Singapore', mobile_number: '+6591234567' },
  })
  const { recipient } = await readOrderOf(mei, id)
  expect(recipient).toMatchObject({ name: 'Mei Tan', email: 'mei@vendors.example' })
})

test.each(['vendor', 'manufacturer', 'operator'] as const)(
  'a %s can buy like any account [ROLE-09]',
  async (type) => {
    const buyer = await createSignedInAccount(shop.db, shop.now(), { type })
    const id = await placeOrder(buyer, [await createTestProduct(shop.db)])
    expect((await readOrderOf(buyer, id)).status).toBe('awaiting_payment')
  },
)

test('a last name that the account lacks is taken from the form', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now(), { lastName: '' })
  const id = await placeOrder(mei, [await createTestProduct(shop.db)], { lastName: 'Lim' })
  expect((await readOrderOf(mei, id)).recipient.name).toBe('Mei Lim')
})

test('an order with a forged token is refused instead of placed as a guest’s [API-36]', async () => {
  const product = await createTestProduct(shop.db, { stock: 1 })
  const body = await createForm([product])
  const answer = await shop.post('/shop/saveOrder', body, { authorization: 'Bearer forged' })
  expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'bad_token' } })
})

test('an idempotency key returns its order to the same account only', async () => {
  const [mei, eve] = [
    await createSignedInAccount(shop.db, shop.now()),
    await createSignedInAccount(shop.db, shop.now()),
  ]
  const body = {
    ...(await createForm([await createTestProduct(shop.db)])),
    idempotencyKey: 'mei-once-and-again',
  }
  const first = getOrderId(await shop.post('/shop/saveOrder', body, mei.headers))
  expect(getOrderId(await shop.post('/shop/saveOrder', body, mei.headers))).toBe(first)
  for (const headers of [eve.headers, {}])
    expect(await shop.post('/shop/saveOrder', body, headers)).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
})

test('an account’s orders are listed newest first, ten a page, with supplier orders, items and pictures', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const atelier = await createTestSupplier(shop.db, { name: 'Atelier Nord' })
  const ring = await createTestProduct(shop.db, { supplier: atelier, name: 'Signet ring', stock: 50 })
  const chain = await createTestProduct(shop.db, { name: 'Rope chain', stock: 50 })
  const ids: string[] = []
  for (let index = 0; index < 11; index += 1)
    ids.unshift(await placeOrder(mei, index === 10 ? [ring, chain] : [ring]))
  await completePayment(shop, ids[0] ?? '', 'pay')

  const first = await listOrdersOf(mei)
  expect(first).toMatchObject({ page: 1, pages: 2, total: 11 })
  expect(first.orders.map(({ id }) => id)).toEqual(ids.slice(0, 10))
  expect(first.orders[0]).toMatchObject({
    status: 'paid',
    units: 2,
    totalAmount: 204.12,
    supplierOrders: [{ supplier: 'Atelier Nord', state: 'paid_hold' }, { state: 'paid_hold' }],
    pictures: [{ title: 'Signet ring' }, { title: 'Rope chain' }],
  })
  expect((await listOrdersOf(mei, 2)).orders.map(({ id }) => id)).toEqual(ids.slice(10))
  expect((await listOrdersOf(mei, 3)).orders).toEqual([])
})

test('an account cannot see another account’s orders or find out that they exist', async () => {
  const [mei, eve] = [
    await createSignedInAccount(shop.db, shop.now()),
    await createSignedInAccount(shop.db, shop.now()),
  ]
  const id = await placeOrder(mei, [await createTestProduct(shop.db)])
  expect((await listOrdersOf(eve)).total).toBe(0)
  const otherAccountOrder = await shop.get(`/shop/getMyOrder/${id}`, eve.headers)
  const none = await shop.get('/shop/getMyOrder/pur_none', eve.headers)
  expect(otherAccountOrder).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  expect(otherAccountOrder.body).toMatchObject({ message: (none.body as { message: string }).message })
  for (const path of ['/shop/getMyOrders', `/shop/getMyOrder/${id}`])
    expect(await shop.get(path)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test.each(['0', '-1', '1.5', 'x', '999999999'])('refuses %s as a page of orders', async (page) => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  expect((await shop.get(`/shop/getMyOrders?page=${page}`, mei.headers)).status).toBe(400)
})

test('a guest’s paid order appears in the account that verified its email address, regardless of case', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now(), { email: 'mei@vendors.example' })
  const eve = await createSignedInAccount(shop.db, shop.now(), { email: 'eve@vendors.example' })
  const { id } = await createGuestOrder('MEI@vendors.example')
  // No email was sent yet: the address may be a stranger's, by a typing error.
  expect((await listOrdersOf(mei)).total).toBe(0)

  await completePayment(shop, id, 'pay')
  expect((await listOrdersOf(mei)).orders.map((found) => found.id)).toEqual([id])
  expect((await readOrderOf(mei, id)).id).toBe(id)
  expect((await listOrdersOf(eve)).total).toBe(0)

  await shop.db.update(accounts).set({ emailVerifiedAt: null }).where(eq(accounts.id, mei.id))
  expect((await listOrdersOf(mei)).total).toBe(0)
})

test('an account’s order is not shown to another account that owns its confirmation address', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const eve = await createSignedInAccount(shop.db, shop.now(), { email: 'eve@vendors.example' })
  const id = await placeOrder(mei, [await createTestProduct(shop.db)], { email: eve.email })
  await completePayment(shop, id, 'pay')
  expect((await listOrdersOf(eve)).total).toBe(0)
  expect((await listOrdersOf(mei)).total).toBe(1)
})

test('an order’s address is saved once when its buyer requests it', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const product = await createTestProduct(shop.db)
  await placeOrder(mei, [product])
  expect(await listAddressesOf(mei)).toEqual([])
  await placeOrder(mei, [product], { saveAddress: true })
  await placeOrder(mei, [product], { saveAddress: true, streetAddress: 'TANJONG PAGAR ROAD' })
  expect(await listAddressesOf(mei)).toMatchObject([
    { streetAddress: 'Tanjong Pagar Road', zipCode: '079903', isDefault: true },
  ])
})

test('a guest’s address is not saved even when requested', async () => {
  await placeGuestOrder(shop, [await createTestProduct(shop.db)], { saveAddress: true })
  const { rows } = await shop.db.execute('select id from addresses')
  expect(rows).toEqual([])
})

async function createForm(products: readonly CreatedProduct[], change: Partial<OrderFormInput> = {}) {
  const items = products.map(({ id, variantId }) => ({ id, variantId, quantity: 1 }))
  return { ...GUEST_FORM, items, selectedShippingRate: await quoteRate(shop), ...change }
}

async function placeOrder(
  buyer: CreatedAccount,
  products: readonly CreatedProduct[],
  change: Partial<OrderFormInput> = {},
) {
  return getOrderId(await shop.post('/shop/saveOrder', await createForm(products, change), buyer.headers))
}

function getOrderId({ body }: ApiResponse): string {
  expect(body).toMatchObject({ success: true })
  // The shape of the endpoint's successful answer.
  return (body as { completeOrder: { id: string } }).completeOrder.id
}

async function createGuestOrder(email: string) {
  return placeGuestOrder(shop, [await createTestProduct(shop.db)], { email })
}

async function listOrdersOf(account: CreatedAccount, page = 1) {
  const { body } = await shop.get(`/shop/getMyOrders?page=${page}`, account.headers)
  return body as { orders: OrderInListData[]; page: number; pages: number; total: number }
}

async function readOrderOf(account: CreatedAccount, id: string) {
  const { body } = await shop.get(`/shop/getMyOrder/${id}`, account.headers)
  return (body as { order: TrackedOrderData }).order
}

async function listAddressesOf(account: CreatedAccount) {
  const { body } = await shop.get('/users/addresses', account.headers)
  return (body as { addresses: object[] }).addresses
}
