import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test' })

test('in production, the outbox is not readable and the sandbox takes no orders', async () => {
  expect((await shop.get('/dev/mail')).status).toBe(404)
  expect((await shop.get('/dev/mail.json')).status).toBe(404)
  expect((await shop.get('/payments/sandbox/sbx_1')).status).toBe(404)
  expect((await shop.post('/payments/notify/sandbox', {})).status).toBe(404)
})

test('an https shop sends Strict-Transport-Security', async () => {
  const { headers } = await shop.get('/healthz')
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})
