import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'

test('serves the development pages in development, and not in production', async () => {
  const development = await createTestShop()
  expect((await development.get('/dev/mail.json')).status).toBe(200)
  const production = await createTestShop({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })
  for (const path of ['/dev/ui', '/dev/mail', '/dev/mail.json'])
    expect(await production.get(path)).toMatchObject({
      status: 404,
      body: { success: false, code: 'unknown_path' },
    })
})
