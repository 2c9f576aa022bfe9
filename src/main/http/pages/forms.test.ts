import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { subscribe } from '#features/messaging/contact/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ LIMIT_FACTOR: '1' })

/** The inputs that pages were rendered with. */
const renderedRequests: { address: string; method: string; posted: RejectedForm | undefined }[] = []
shop.app.showPages(async (request, posted) => {
  renderedRequests.push({ address: request.url.slice(SHOP_URL.length), method: request.method, posted })
  return new Response('a page', { status: posted?.status ?? 200 })
})
beforeEach(() => void renderedRequests.splice(0))

const FORM = 'application/x-www-form-urlencoded'

function send(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': FORM, ...headers }, body }
  return Promise.resolve(shop.app.http.request(SHOP_URL + path, init))
}

async function subscribers(): Promise<number> {
  return (await queryRows(shop.db, sql`select email from newsletter_subscribers`)).length
}

test('accepts a plain form at its page’s address, and redirects to a page', async () => {
  const answer = await send('/newsletter', 'email=mei%40shopper.example')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter?sent=1'])
  expect([await subscribers(), renderedRequests]).toEqual([1, []])
})

test('shows a rejected form again with the typed values and the reason', async () => {
  const answer = await send('/contact-us?supplier=', 'name=Mei+Tan&email=nowhere&message=a%0D%0Ab')
  expect([answer.status, await answer.text()]).toEqual([400, 'a page'])
  expect(renderedRequests).toMatchObject([
    {
      address: '/contact-us?supplier=',
      method: 'GET',
      posted: {
        values: { name: 'Mei Tan', email: 'nowhere', message: 'a\r\nb' },
        status: 400,
        code: 'bad_email',
        message: 'Enter a valid email address.',
        details: { fields: ['email'] },
      },
    },
  ])
})

test('rejects a form of another site by the browser’s origin headers', async () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: SHOP_URL },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    const { status } = await send('/newsletter', 'email=mei%40shopper.example', headers)
    expect([status, renderedRequests.at(-1)?.posted?.code]).toEqual([403, 'foreign_form'])
  }
  expect(await subscribers()).toBe(0)
  const sameOriginHeaders = [
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:9' },
    { origin: SHOP_URL },
    { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' },
    {},
  ]
  for (const headers of sameOriginHeaders)
    expect((await send('/newsletter', 'email=mei%40shopper.example', headers)).status).toBe(303)
})

test('counts forms and calls against the same limit', async () => {
  for (let call = 0; call < 5; call += 1) {
    await shop.call(subscribe, { body: { email: 'mei@shopper.example' } })
    await send('/newsletter', 'email=mei%40shopper.example')
  }
  expect((await send('/newsletter', 'email=mei%40shopper.example')).status).toBe(429)
  expect(renderedRequests.at(-1)?.posted).toMatchObject({ code: 'too_many_requests' })
})

test('answers an invalid, oversized or unreadable form with the page', async () => {
  const json = await send('/newsletter', '{}', { 'content-type': 'application/json' })
  expect(json.status).toBe(415)
  expect((await send('/newsletter', `email=${'x'.repeat(70_000)}`)).status).toBe(413)
  expect((await send('/newsletter', 'email=%00')).status).toBe(400)
  expect(renderedRequests.map(({ posted }) => posted?.code)).toEqual([
    'wrong_content_type',
    'body_too_large',
    'malformed_form',
  ])
})

test('the call rejects plain forms, so that no other site can send one', async () => {
  expect((await send('/shop/subscribe', 'email=mei%40shopper.example')).status).toBe(415)
  expect((await send('/marketplace', 'email=mei%40shopper.example')).status).toBe(405)
})
