import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { readStock } from '#tests/steps/database-reads.ts'
import { GUEST_FORM, createTestProduct, type CreatedProduct } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })
let ring: CreatedProduct

beforeEach(async () => {
  ring = await createTestProduct(shop.db, { stock: 2_000 })
})

type OrderInput = Readonly<{ quantity: number; email?: string; address?: string }>

async function placeOrder({ quantity, email = 'mei@shopper.example', address = '203.0.113.1' }: OrderInput) {
  const items = [{ id: ring.id, variantId: ring.variantId, quantity }]
  const body = JSON.stringify({ ...GUEST_FORM, email, shippingMethod: 'pickup', items })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const incoming = { socket: { remoteAddress: address } }
  const answer = await shop.app.http.request('/shop/saveOrder', init, { incoming })
  const text = await answer.text()
  return { status: answer.status, text, id: /pur_[0-9a-f]{32}/.exec(text)?.[0] ?? '' }
}

const getStock = async () => (await readStock(shop.db, ring.variantId)).variant

test('one email address in any spelling can reserve 200 unpaid items, and the refusal says what to do', async () => {
  expect((await placeOrder({ quantity: 150 })).status).toBe(200)
  const refused = await placeOrder({ quantity: 51, email: 'MEI@Shopper.example', address: '203.0.113.2' })
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'too_much_unpaid',
    message:
      'You have too many items reserved in unpaid orders. Pay for one of them, or try again in 15 minutes.',
  })
  expect(await getStock()).toBe(1_850)
  expect((await placeOrder({ quantity: 50 })).status).toBe(200)
  expect((await placeOrder({ quantity: 1, email: 'somebody.else@shopper.example' })).status).toBe(200)
})

test('all addresses of one mailbox share its unpaid limit', async () => {
  const statuses = async (emails: readonly string[]) => {
    const answers = []
    for (const [n, email] of emails.entries())
      answers.push((await placeOrder({ quantity: 150, email, address: `203.0.113.${n}` })).status)
    return answers
  }
  expect(await statuses(['mei@shopper.example', 'Mei+one@shopper.example'])).toEqual([200, 409])
  expect(await statuses(['m.e.i@gmail.com', 'mei+two@googlemail.com', 'lim+two@gmail.com'])).toEqual([
    200, 409, 200,
  ])
})

test('concurrent orders by addresses of one mailbox share its unpaid limit', async () => {
  const asked = Array.from({ length: 8 }, (_, n) =>
    placeOrder({ quantity: 90, email: `mei+${n}@shopper.example`, address: `203.0.113.${n}` }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 200, ...Array(6).fill(409)])
})

test('one order cannot exceed the unpaid limit either', async () => {
  const refused = await placeOrder({ quantity: 201 })
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('One order can have at most 200 items.'),
  ])
  expect(await getStock()).toBe(2_000)
})

test('one network address can reserve three times as many items, for any number of email addresses', async () => {
  const statuses: number[] = []
  for (const name of ['a', 'b', 'c', 'd'])
    statuses.push((await placeOrder({ quantity: 200, email: `${name}@shopper.example` })).status)
  expect(statuses).toEqual([200, 200, 200, 409])
  expect(
    (await placeOrder({ quantity: 200, email: 'd@shopper.example', address: '203.0.113.2' })).status,
  ).toBe(200)
})

test('concurrent orders cannot exceed the unpaid limit', async () => {
  const orders = Array.from({ length: 20 }, (_, n) =>
    placeOrder({ quantity: 90, address: `203.0.113.${n % 10}` }),
  )
  const statuses = (await Promise.all(orders)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(2).fill(200), ...Array(18).fill(409)])
  expect(await getStock()).toBe(2_000 - 2 * 90)
})

test('paid and released items no longer count towards the unpaid limit, and the client’s address is deleted', async () => {
  const paid = await placeOrder({ quantity: 200 })
  await completePayment(shop, paid.id, 'pay')
  expect((await placeOrder({ quantity: 200 })).status).toBe(200)
  expect((await placeOrder({ quantity: 1 })).status).toBe(409)
  shop.passTime(16 * 60_000)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.release_reservations', input: {} })
  await shop.work()
  const clients = await queryRows(shop.db, sql`select distinct client from purchases`)
  expect(clients).toEqual([{ client: null }])
  expect((await placeOrder({ quantity: 200 })).status).toBe(200)
})

test('an order sent again with its idempotency key reserves its items once', async () => {
  const items = [{ id: ring.id, variantId: ring.variantId, quantity: 200 }]
  const body = { ...GUEST_FORM, shippingMethod: 'pickup', items, idempotencyKey: 'sent twice' }
  const answers = await Promise.all([1, 2, 3].map(() => shop.post('/shop/saveOrder', body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await getStock()).toBe(1_800)
})
