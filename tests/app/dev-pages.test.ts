import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'

test('the pages for development are there, and in production they are not', async () => {
  const development = await createTestShop()
  expect((await development.get('/dev/mail.json')).status).toBe(200)
  const production = await createTestShop({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })
  for (const path of ['/dev/ui', '/dev/mail', '/dev/mail.json'])
    expect(await production.get(path)).toMatchObject({
      status: 404,
      body: { success: false, code: 'unknown_path' },
    })
})
