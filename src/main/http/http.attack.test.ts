import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createHttp } from '#main/http/http.ts'
import { loadConfig } from '#platform/config/config.ts'
import { toFailureResponse } from '#platform/http/calls/failure.ts'
import type { Log } from '#platform/log.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })
const proxiedShop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })

type Caller = Readonly<{ address: string; forwarded?: string }>

/** Returns how many of 20 calls to an endpoint with a limit of 10 a minute were allowed. */
async function countAllowed(target: typeof shop, callerOf: (call: number) => Caller): Promise<number> {
  let through = 0
  for (let call = 0; call < 20; call += 1) {
    const { address, forwarded } = callerOf(call)
    const headers = {
      'content-type': 'application/json',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    }
    const init = { method: 'POST', headers, body: '{"email":"a@b.example"}' }
    const incoming = { socket: { remoteAddress: address } }
    const answer = await target.app.http.request('/shop/subscribe', init, { incoming })
    if (answer.status === 200) through += 1
  }
  return through
}

test('counts all addresses of one IPv6 network as one client', async () => {
  expect(await countAllowed(shop, (call) => ({ address: `2001:db8:1:2::${call.toString(16)}` }))).toBe(10)
})

test('counts different networks as different clients', async () => {
  expect(await countAllowed(shop, (call) => ({ address: `2001:db8:1:${call}::1` }))).toBe(20)
})

test('counts an IPv4-mapped IPv6 address as the same client', async () => {
  const address = (call: number) => (call % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')
  expect(await countAllowed(shop, (call) => ({ address: address(call) }))).toBe(10)
})

test('ignores forwarded addresses without a proxy', async () => {
  const spoofed = (call: number) => ({ address: '203.0.113.1', forwarded: `198.51.100.${call}` })
  expect(await countAllowed(shop, spoofed)).toBe(10)
})

test('uses only the address that the proxy adds, and the connection’s address without one', async () => {
  const spoofed = (call: number) => ({ address: '10.0.0.1', forwarded: `198.51.100.${call}, 203.0.113.1` })
  expect(await countAllowed(proxiedShop, spoofed)).toBe(10)
  const silent = (call: number) => ({ address: `10.0.0.${call}`, forwarded: '' })
  expect(await countAllowed(proxiedShop, silent)).toBe(20)
})

test('answers 503 with a retry time when the database is too busy', () => {
  for (const code of ['55P03', '57014', '40P01']) {
    const busy = new Error('Failed query', { cause: Object.assign(new Error('busy'), { code }) })
    const answer = toFailureResponse(busy, 'request-1')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
  }
})

test('does not log ids that grant access to an order or a payment', async () => {
  const lines: object[] = []
  const log: Log = {
    debug: () => undefined,
    info: (fields) => void lines.push(fields),
    warn: () => undefined,
    error: () => undefined,
    child: () => log,
  }
  const { app } = createHttp({
    config: loadConfig({ NODE_ENV: 'test' }),
    db: shop.db,
    log,
    clock: () => new Date(),
    limiter: async () => undefined,

    readActor: async () => undefined,
    routes: [],
    mounts: [{ path: '/shop', app: new Hono().get('/:id', (c) => c.text('')) }],
    pagePaths: [],
    isReady: async () => true,
  })
  const id = `pur_${'0123456789abcdef'.repeat(2)}`
  await app.request(`/shop/${id}`)
  expect(JSON.stringify(lines)).not.toContain(id)
  expect(JSON.stringify(lines)).toContain('pur_012345')
})

test.each(['__proto__', 'constructor', 'toString', '..%2fpackage.json', '%00'])(
  'answers 404 for the file %s next to the API page',
  async (name) => {
    expect((await shop.get(`/api/${name}`)).status).toBe(404)
  },
)

test('the development outbox is empty for an invalid address', async () => {
  expect(await shop.get('/dev/mail.json?to=%00')).toMatchObject({ status: 200, body: [] })
})
