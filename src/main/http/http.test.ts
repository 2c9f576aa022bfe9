import { z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })

test('answers an unknown call address with a JSON 404 in the standard form [API-37]', async () => {
  shop.app.showPages(async () => new Response('<!doctype html>', { status: 404 }))
  for (const path of ['/shop/nothing', '/users/nothing', '/api/nothing', '/media', '/payments/x/y/z']) {
    const answer = await shop.get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ success: false, code: 'unknown_path', message: expect.any(String) })
    expect(answer.body).toHaveProperty('requestId', answer.headers.get('x-request-id'))
  }
})

test('answers malformed JSON with 400, a wrong content type with 415 and a huge body with 413 [API-38, VAL-06]', async () => {
  const malformed = await shop.post('/shop/saveOrder', '{"a":')
  expect([malformed.status, malformed.body]).toMatchObject([400, { success: false, code: 'malformed_json' }])
  const text = await shop.post('/shop/searchProduct', 'data=ring', { 'content-type': 'text/plain' })
  expect([text.status, text.body]).toMatchObject([415, { code: 'wrong_content_type' }])
  const huge = await shop.post('/shop/searchProduct', { data: 'x'.repeat(1_000_000) })
  expect([huge.status, huge.body]).toMatchObject([413, { code: 'body_too_large' }])
})

test('rejects a huge body without a content length', async () => {
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

test('names the field of a wrong type [API-38]', async () => {
  const answer = await shop.post('/shop/getPymentURL', { orderID: 1, amount: 1, paymentMethod: 'cash' })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'invalid_input',
    details: { where: 'body', issues: [{ field: 'orderID' }, { field: 'paymentMethod' }] },
  })
})

test('rejects a NUL character in body, path and query', async () => {
  expect((await shop.post('/shop/searchProduct', { data: 'ri\0ng' })).status).toBe(400)
  expect((await shop.get('/shop/getOrderByID/pur%00')).status).toBe(400)
  expect((await shop.get('/shop/getAllProducts?cursor=%00')).status).toBe(400)
})

test('answers an unsupported method with 405 and the allowed methods', async () => {
  const ofPost = await shop.get('/shop/saveOrder')
  expect([ofPost.status, ofPost.headers.get('allow')]).toEqual([405, 'POST'])
  for (const path of ['/shop/getAllProducts', '/shop/getProductsByID/prd_1', '/marketplace']) {
    const ofGet = await shop.post(path, {})
    expect([ofGet.status, ofGet.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test('sends security headers and a request id with every answer', async () => {
  const { headers } = await shop.get('/healthz', { 'x-request-id': 'caller-0001' })
  expect(headers.get('x-request-id')).toBe('caller-0001')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('has separate liveness and readiness checks, and only readiness queries the database', async () => {
  expect((await shop.get('/healthz')).status).toBe(200)
  expect((await shop.get('/readyz')).body).toMatchObject({ success: true })
})

test('answers too many calls of a client with 429 and a retry time, and accepts them later', async () => {
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

test('the OpenAPI 3.0 document has the same calls and webhooks as the 3.1 document', async () => {
  const [newer, older] = await Promise.all(
    ['openapi', 'openapi-3.0'].map((name) => shop.get(`/api/${name}.json`)),
  )
  const [now, before] = [toDocument(newer?.body), toDocument(older?.body)]
  expect([now.openapi, before.openapi]).toEqual(['3.1.0', '3.0.3'])
  expect(Object.keys(before.paths)).toEqual(Object.keys(now.paths))
  for (const event of Object.keys(now.webhooks)) expect(before.info.description).toContain(`\`${event}\``)
  // A union of types is valid in 3.1 only.
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

test('the newsletter stores an address once, and rejects an invalid one [FOOT-09]', async () => {
  expect((await shop.post('/shop/subscribe', { email: 'me@home.example' })).body).toMatchObject({
    success: true,
  })
  expect((await shop.post('/shop/subscribe', { email: 'ME@home.example' })).status).toBe(200)
  expect((await shop.post('/shop/subscribe', { email: 'nowhere' })).status).toBe(400)
})
