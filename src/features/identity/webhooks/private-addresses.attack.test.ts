import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSafeFetch } from '#platform/security/safe-fetch.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSealer } from '#platform/security/sealing.ts'
import { deliverDue } from './deliver.ts'

// No fake server: webhooks are only sent to public addresses.
const shop = await createTestShop()

const EVENTS = { events: ['shop_order.to_pay'] }

test.each([
  'https://127.0.0.1/',
  'https://10.0.0.8/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://localhost/',
  'http://example.com/hook',
  'https://example.com:8443/hook',
  'https://me:secret@example.com/hook',
])('refuses a webhook to %s with a message', async (url) => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  expect(await shop.post('/developers/webhooks', { ...EVENTS, url }, headers)).toMatchObject({
    status: 409,
    body: { code: 'server_address' },
  })
  expect(await shop.get('/developers/webhooks', headers)).toMatchObject({ body: { endpoints: [] } })
})

test('a URL that resolves to a private address, or redirects to one, is a failed attempt', async () => {
  const vendor = await createSignedInAccount(shop.db, shop.now())
  const url = 'https://203.0.114.9/hook'
  const added = await shop.post('/developers/webhooks', { ...EVENTS, url }, vendor.headers)
  const { endpoint } = added.body as { endpoint: { id: string } }
  // As if the DNS of the name changed after the endpoint was added.
  await shop.db.execute(sql`update webhook_endpoints set url = 'https://localhost/hook'`)
  await shop.post(`/developers/webhooks/${endpoint.id}/test`, {}, vendor.headers)
  await shop.work()
  const address = `/developers/webhooks/${endpoint.id}/deliveries`
  expect(await shop.get(address, vendor.headers)).toMatchObject({
    body: {
      deliveries: [{ attempts: [{ status: null, message: 'localhost is not on the open internet.' }] }],
    },
  })

  shop.passTime(5_000)
  const asked: string[] = []
  const redirecting = async (request: { url: string }) => {
    asked.push(request.url)
    return Promise.resolve({ status: 302, text: '', headers: { location: 'https://169.254.169.254/' } })
  }
  await deliverDue(shop.db, { ...createDeps(), send: redirecting }, shop.now)
  expect(asked).toEqual(['https://localhost/hook'])
  expect(await shop.get(address, vendor.headers)).toMatchObject({
    body: {
      deliveries: [
        { attempts: [{}, { status: 302, message: 'It redirects elsewhere, which is not followed.' }] },
      ],
    },
  })
})

function createDeps() {
  const sealer = createSealer({ secretsKey: Buffer.alloc(32, 7), dataDir: '' })
  const enqueue = () => Promise.resolve()
  return { send: createSafeFetch(), checkAddress: () => Promise.resolve(), sealer, enqueue, publicUrl: '' }
}
