import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purchases } from '#features/sales/orders/tables.ts'
import { readEmails } from '#tests/steps/sign-in.ts'
import { GUEST_FORM, createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

async function createGuestOrder() {
  const product = await createTestProduct(shop.db)
  const { id } = await placeGuestOrder(shop, [product])
  const [purchase] = await shop.db.select().from(purchases).where(eq(purchases.publicId, id))
  if (!purchase) throw new Error('no order was placed')
  return purchase
}

let callers = 0

/** Requests the link from a new network address, unless one is given. */
function requestLink(body: object, from = `203.0.113.${(callers += 1)}`) {
  return shop.post('/shop/mailOrderLink', body, { 'x-forwarded-for': from })
}

const listLinkEmails = async () =>
  (await readEmails(shop, GUEST_FORM.email)).filter(({ subject }) =>
    subject.startsWith('The link to your order'),
  )

test('order number and email address, in any spelling, get the order link by email', async () => {
  const order = await createGuestOrder()
  const typed = ` #${order.number.toLowerCase()} `
  const { status, body } = await requestLink({ number: typed, email: GUEST_FORM.email.toUpperCase() })
  expect(status).toBe(200)
  const [mail, ...others] = await listLinkEmails()
  expect(mail?.links).toContain(`${SHOP_URL}/dashboard?order=${order.publicId}`)
  expect(others).toEqual([])
  for (const wrongInput of [
    { number: order.number, email: 'somebody@else.example' },
    { number: `${order.number}9`, email: GUEST_FORM.email },
  ])
    expect(await requestLink(wrongInput)).toMatchObject({ status: 200, body })
  expect(await listLinkEmails()).toHaveLength(1)
  expect(await readEmails(shop, 'somebody@else.example')).toEqual([])
})

test('missing and invalid fields are reported by field', async () => {
  expect(await requestLink({})).toMatchObject({
    status: 400,
    body: { code: 'fields_missing', details: { fields: ['number', 'email'] } },
  })
  expect(await requestLink({ number: '1', email: 'mei@shopper' })).toMatchObject({
    status: 400,
    body: { code: 'bad_email', details: { fields: ['email'] } },
  })
})

test('limits link requests to six an hour per mailbox and ten in ten minutes per network', async () => {
  const statuses = []
  for (let times = 0; times < 7; times += 1)
    statuses.push((await requestLink({ number: '1', email: `mei+${times}@flood.example` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  const fromOne = []
  for (let times = 0; times < 11; times += 1)
    fromOne.push((await requestLink({ number: '1', email: `a${times}@many.example` }, '198.51.100.7')).status)
  expect(fromOne.filter((status) => status === 200)).toHaveLength(10)
  expect(fromOne.at(-1)).toBe(429)
})

test('the form works without scripts and redirects to a confirmation', async () => {
  const answer = await shop.app.http.request(`${SHOP_URL}/find-order`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: SHOP_URL,
      'x-forwarded-for': '192.0.2.9',
    },
    body: new URLSearchParams({ number: 'C-1', email: 'form@shopper.example' }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/find-order?sent=1'])
})
