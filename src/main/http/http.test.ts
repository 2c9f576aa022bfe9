import { z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })

test('an unknown call address is a JSON 404 in the one shape [API-37]', async () => {
  shop.app.showPages(async () => new Response('<!doctype html>', { status: 404 }))
  for (const path of ['/shop/nothing', '/users/nothing', '/api/nothing', '/media', '/payments/x/y/z']) {
    const answer = await shop.get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ success: false, code: 'unknown_path', message: expect.any(String) })
    expect(answer.body).toHaveProperty('requestId', answer.headers.get('x-request-id'))
  }
})

test('malformed JSON, a wrong content type and a huge body are answered 400, 415 and 413 [API-38, VAL-06]', async () => {
  const malformed = await shop.post('/shop/saveOrder', '{"a":')
  expect([malformed.status, malformed.body]).toMatchObject([400, { success: false, code: 'malformed_json' }])
  const text = await shop.post('/shop/searchProduct', 'data=ring', { 'content-type': 'text/plain' })
  expect([text.status, text.body]).toMatchObject([415, { code: 'wrong_content_type' }])
  const huge = await shop.post('/shop/searchProduct', { data: 'x'.repeat(1_000_000) })
  expect([huge.status, huge.body]).toMatchObject([413, { code: 'body_too_large' }])
})

test('a huge body without a stated length is cut off as well', async () => {
  const chunk = new Uint8Array(64 * 1024).fill(32)
  let sentCount = 0
  const body = new ReadableStream({
    pull(controller) {
      sentCount += 1
      if (sentCount > 1000) controller.close()
      else controller.enqueue(chunk)
    },
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
  const answer = await shop.app.http.request('/shop/searchProduct', init)
  expect(answer.status).toBe(413)
  expect(sentCount).toBeLessThan(10)
})

test('a wrongly typed body names the field at fault [API-38]', async () => {
  const answer = await shop.post('/shop/getPymentURL', { orderID: 1, amount: 1, paymentMethod: 'cash' })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'invalid_input',
    details: { where: 'body', issues: [{ field: 'orderID' }, { field: 'paymentMethod' }] },
  })
})

test('the NUL character is bad input wherever it stands', async () => {
  expect((await shop.post('/shop/searchProduct', { data: 'ri\0ng' })).status).toBe(400)
  expect((await shop.get('/shop/getOrderByID/pur%00')).status).toBe(400)
  expect((await shop.get('/shop/getAllProducts?cursor=%00')).status).toBe(400)
})

test('a known address answers another method with 405 and says which it takes', async () => {
  const ofPost = await shop.get('/shop/saveOrder')
  expect([ofPost.status, ofPost.headers.get('allow')]).toEqual([405, 'POST'])
  for (const path of ['/shop/getAllProducts', '/shop/getProductsByID/prd_1', '/marketplace']) {
    const ofGet = await shop.post(path, {})
    expect([ofGet.status, ofGet.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test('every answer carries the security headers and a request id', async () => {
  const { headers } = await shop.get('/healthz', { 'x-request-id': 'caller-0001' })
  expect(headers.get('x-request-id')).toBe('caller-0001')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('liveness and readiness are separate, and readiness queries the database', async () => {
  expect((await shop.get('/healthz')).status).toBe(200)
  expect((await shop.get('/readyz')).body).toMatchObject({ success: true })
})

test('too many calls of one client are answered 429 with the seconds to wait, and later are let in', async () => {
  const subscribe = () => shop.post('/shop/subscribe', { email: 'a@b.example' })
  for (let call = 0; call < 10; call++) expect((await subscribe()).status).toBe(200)
  const refused = await subscribe()
  expect([refused.status, refused.body]).toMatchObject([429, { success: false, code: 'too_many_requests' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  shop.passTime(60_000)
  expect((await subscribe()).status).toBe(200)
})

test('the API document lists every endpoint with its refusals', async () => {
  const { body } = await shop.get('/api/openapi.json')
  expect(body).toHaveProperty(['paths', '/shop/saveOrder', 'post', 'responses', 'default', 'description'])
  expect(body).toHaveProperty(['paths', '/shop/getProductsByID/{id}', 'get'])
  expect(JSON.stringify(body)).toContain('not_enough_stock')
})

test('the API document in OpenAPI 3.0 lists the same calls and names the webhooks of the one in 3.1', async () => {
  const [newer, older] = await Promise.all(
    ['openapi', 'openapi-3.0'].map((name) => shop.get(`/api/${name}.json`)),
  )
  const [now, before] = [toDocument(newer?.body), toDocument(older?.body)]
  expect([now.openapi, before.openapi]).toEqual(['3.1.0', '3.0.3'])
  expect(Object.keys(before.paths)).toEqual(Object.keys(now.paths))
  for (const event of Object.keys(now.webhooks)) expect(before.info.description).toContain(`\`${event}\``)
  // Several types of one value are of 3.1.
  expect(older?.text).not.toContain('"type":[')
})

const toDocument = (body: unknown) =>
  z
    .object({
      openapi: z.string(),
      info: z.object({ description: z.string().default('') }),
      paths: z.record(z.string(), z.unknown()),
      webhooks: z.record(z.string(), z.unknown()).default({}),
    })
    .parse(body)

test('the API page loads only scripts and styles of this shop', async () => {
  const { text, headers } = await shop.get('/api')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(text).not.toMatch(/src="https?:/)
  expect((await shop.get('/api/swagger-ui-bundle.js')).status).toBe(200)
})

test('the newsletter stores an address once, and refuses an invalid one [FOOT-09]', async () => {
  expect((await shop.post('/shop/subscribe', { email: 'me@home.example' })).body).toMatchObject({
    success: true,
  })
  expect((await shop.post('/shop/subscribe', { email: 'ME@home.example' })).status).toBe(200)
  expect((await shop.post('/shop/subscribe', { email: 'nowhere' })).status).toBe(400)
})
