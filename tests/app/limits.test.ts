import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SANDBOX_SIGNATURE_HEADER } from '#connectors/sandbox-pay/signature.ts'
import { queryRows } from '#database/database.ts'
import { INTERNAL_CALL } from '#platform/http/calls/internal-calls.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, createPaidWebhook } from '#tests/steps/payments.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })
const relaxedShop = await createTestShop({ LIMIT_FACTOR: '2' })

type TestCall = Readonly<{ path: string; json?: unknown; init?: RequestInit }>

/** Sends a call from an address. */
function callFrom(address: string, { path, json, init }: TestCall, target = shop): Promise<Response> {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  const incoming = { socket: { remoteAddress: address } }
  return Promise.resolve(target.app.http.request(path, init ?? (json ? body : {}), { incoming }))
}

/** Returns the answer to the call after `allowed` calls, all of which have to succeed. */
async function callRepeatedly(address: string, testCall: TestCall, allowed: number): Promise<Response> {
  for (let call = 0; call < allowed; call += 1) {
    const answer = await callFrom(address, testCall)
    await answer.body?.cancel()
    expect([call, answer.status]).not.toEqual([call, 429])
  }
  return callFrom(address, testCall)
}

async function expectTooManyRequests(answer: Response): Promise<void> {
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({
    success: false,
    code: 'too_many_requests',
    message: 'Too many requests. Please wait a moment and try again.',
  })
}

const SEARCH = { path: '/shop/searchProduct', json: { data: 'ring' } }
const ADVANCED = {
  path: '/shop/advanceProductSearch?page=1',
  json: {
    data: { productName: 'ring', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' },
  },
}

test('limits each kind of search to five a second from one address, without database writes', async () => {
  await expectTooManyRequests(await callRepeatedly('203.0.113.1', SEARCH, 300))
  await expectTooManyRequests(await callRepeatedly('203.0.113.1', ADVANCED, 300))
  expect((await callFrom('203.0.113.2', SEARCH)).status).toBe(200)
  expect(await queryRows(shop.db, sql`select name from rate_limits`)).toEqual([])
  shop.passTime(60_000)
  expect((await callFrom('203.0.113.1', SEARCH)).status).toBe(200)
})

test('the limit factor also applies to counts in memory', async () => {
  const list = { path: '/shop/getAllProducts' }
  for (let call = 0; call < 20; call += 1)
    expect((await callFrom('203.0.113.9', list, relaxedShop)).status).toBe(200)
  expect((await callFrom('203.0.113.9', list, relaxedShop)).status).toBe(429)
})

test('limits the whole catalogue to ten times a minute over both calls, and does not count its pages', async () => {
  await createTestProduct(shop.db)
  const list = { path: '/shop/getAllProducts' }
  await expectTooManyRequests(await callRepeatedly('203.0.113.3', list, 10))
  const { path, json } = ADVANCED
  await expectTooManyRequests(await callFrom('203.0.113.3', { path: path.replace('?page=1', ''), json }))
  expect((await callFrom('203.0.113.3', { path: '/shop/getAllProducts?page=7' })).status).toBe(200)
})

test.each(['getOrderByID', 'trackOrder'])(
  'limits guessing order ids with %s to two a second, counted in the database',
  async (name) => {
    await expectTooManyRequests(await callRepeatedly('203.0.113.4', { path: `/shop/${name}/pur_1` }, 120))
    expect(await queryRows(shop.db, sql`select calls from rate_limits where client = '203.0.113.4'`)).toEqual(
      [{ calls: 121 }],
    )
  },
)

test('the sandbox accepts one decision a second from one address', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const decide = {
    path: '/payments/sandbox/sbx_1',
    init: { method: 'POST', headers: form, body: 'action=pay' },
  }
  await expectTooManyRequests(await callRepeatedly('203.0.113.5', decide, 60))
})

test('limits webhook events with invalid signatures, and accepts any number of signed ones', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const { body, headers } = await createPaidWebhook(shop, providerRef)
  const path = '/payments/notify/sandbox'
  const forged = {
    path,
    init: { method: 'POST', body, headers: { ...headers, [SANDBOX_SIGNATURE_HEADER]: 'x' } },
  }
  expect((await callFrom('203.0.113.6', forged)).status).toBe(400)
  await expectTooManyRequests(await callRepeatedly('203.0.113.6', forged, 59))
  for (let call = 0; call < 70; call += 1)
    expect((await callFrom('203.0.113.6', { path, init: { method: 'POST', body, headers } })).status).toBe(
      200,
    )
})

test('a page counts against the visitor’s limit, and the calls made to render it do not', async () => {
  shop.app.showPages(async () => {
    for (let call = 0; call < 4; call += 1) {
      const internalResponse = await shop.app.http.request('/shop/getOrderByID/pur_1', {}, INTERNAL_CALL)
      if (internalResponse.status === 429) return new Response('', { status: 500 })
    }
    return new Response('<h1>A page</h1>')
  })
  const page = { path: '/dashboard?order=pur_1' }
  const refused = await callRepeatedly('203.0.113.7', page, 300)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(await refused.text()).toContain('Try again in')
  expect((await callFrom('203.0.113.8', page)).status).toBe(200)
  const internalCalls = Array.from({ length: 301 }, () =>
    shop.app.http.request('/marketplace', {}, INTERNAL_CALL),
  )
  expect(new Set((await Promise.all(internalCalls)).map(({ status }) => status))).toEqual(new Set([200]))
})
