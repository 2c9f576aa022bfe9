import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SANDBOX_SIGNATURE_HEADER } from '#connectors/sandbox-pay/signature.ts'
import { rows } from '#database/database.ts'
import { OWN_CALL } from '#platform/http/calls/own-calls.ts'
import { pieceOnSale, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, paidNotice } from '#tests/steps/paying.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop({ LIMIT_FACTOR: '1' })
const generous = await testShop({ LIMIT_FACTOR: '2' })

type Asked = Readonly<{ path: string; json?: unknown; init?: RequestInit }>

/** Asks from an address. */
function ask(address: string, { path, json, init }: Asked, target = shop): Promise<Response> {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  const incoming = { socket: { remoteAddress: address } }
  return Promise.resolve(target.app.http.request(path, init ?? (json ? body : {}), { incoming }))
}

/** The answer to the call after `allowed` ones, all of which must have been let through. */
async function answerAfter(address: string, asked: Asked, allowed: number): Promise<Response> {
  for (let call = 0; call < allowed; call += 1) {
    const answer = await ask(address, asked)
    await answer.body?.cancel()
    expect([call, answer.status]).not.toEqual([call, 429])
  }
  return ask(address, asked)
}

async function expectTooMany(answer: Response): Promise<void> {
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({
    success: false,
    code: 'too_many_requests',
    message: 'That was a little fast. Please wait a moment and try again.',
  })
}

const SEARCH = { path: '/shop/searchProduct', json: { data: 'ring' } }
const ADVANCED = {
  path: '/shop/advanceProductSearch?page=1',
  json: {
    data: { productName: 'ring', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' },
  },
}

test('five searches a second are taken from one address, of either kind, and none of them costs a row', async () => {
  await expectTooMany(await answerAfter('203.0.113.1', SEARCH, 300))
  await expectTooMany(await answerAfter('203.0.113.1', ADVANCED, 300))
  expect((await ask('203.0.113.2', SEARCH)).status).toBe(200)
  expect(await rows(shop.db, sql`select name from rate_limits`)).toEqual([])
  shop.passTime(60_000)
  expect((await ask('203.0.113.1', SEARCH)).status).toBe(200)
})

test('the factor multiplies what is counted in memory, too', async () => {
  const list = { path: '/shop/getAllProducts' }
  for (let call = 0; call < 20; call += 1) expect((await ask('203.0.113.9', list, generous)).status).toBe(200)
  expect((await ask('203.0.113.9', list, generous)).status).toBe(429)
})

test('the whole catalogue is given ten times a minute, by either way to it; its pages are not counted so', async () => {
  await pieceOnSale(shop.db)
  const list = { path: '/shop/getAllProducts' }
  await expectTooMany(await answerAfter('203.0.113.3', list, 10))
  const { path, json } = ADVANCED
  await expectTooMany(await ask('203.0.113.3', { path: path.replace('?page=1', ''), json }))
  expect((await ask('203.0.113.3', { path: '/shop/getAllProducts?page=7' })).status).toBe(200)
})

test.each(['getOrderByID', 'trackOrder'])(
  'numbers of orders cannot be guessed by %s: two a second, counted in the database',
  async (name) => {
    await expectTooMany(await answerAfter('203.0.113.4', { path: `/shop/${name}/pur_1` }, 120))
    expect(await rows(shop.db, sql`select calls from rate_limits where client = '203.0.113.4'`)).toEqual([
      { calls: 121 },
    ])
  },
)

test('the sandbox takes one decision a second from one address', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const decide = {
    path: '/payments/sandbox/sbx_1',
    init: { method: 'POST', headers: form, body: 'action=pay' },
  }
  await expectTooMany(await answerAfter('203.0.113.5', decide, 60))
})

test('forged notices are told to stop, signed ones are taken in however many there are', async () => {
  const order = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  const { body, headers } = await paidNotice(shop, providerRef)
  const path = '/payments/notify/sandbox'
  const forged = {
    path,
    init: { method: 'POST', body, headers: { ...headers, [SANDBOX_SIGNATURE_HEADER]: 'x' } },
  }
  expect((await ask('203.0.113.6', forged)).status).toBe(400)
  await expectTooMany(await answerAfter('203.0.113.6', forged, 59))
  for (let call = 0; call < 70; call += 1)
    expect((await ask('203.0.113.6', { path, init: { method: 'POST', body, headers } })).status).toBe(200)
})

test('pages count for who asked for them, and what the shop asks itself for them does not', async () => {
  shop.app.showPages(async () => {
    for (let call = 0; call < 4; call += 1) {
      const own = await shop.app.http.request('/shop/getOrderByID/pur_1', {}, OWN_CALL)
      if (own.status === 429) return new Response('', { status: 500 })
    }
    return new Response('<h1>A page</h1>')
  })
  const page = { path: '/dashboard?order=pur_1' }
  const refused = await answerAfter('203.0.113.7', page, 300)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(await refused.text()).toContain('Please try again in')
  expect((await ask('203.0.113.8', page)).status).toBe(200)
  const kept = Array.from({ length: 301 }, () => shop.app.http.request('/marketplace', {}, OWN_CALL))
  expect(new Set((await Promise.all(kept)).map(({ status }) => status))).toEqual(new Set([200]))
})
