import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// The limits of the contracts, behind a proxy that sends the client's address.
const shop = await createTestShop({ LIMIT_FACTOR: '1', TRUST_PROXY: 'on' })
const { db } = shop

const write = (productId: string, headers: Record<string, string>) =>
  shop.post('/shop/saveReview', { data: { productId, rating: 1, review: 'Bad.' } }, headers)
const fromAddress = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })

test('anonymous reviews are limited to one a day per product and five an hour per address [ROLE-07]', async () => {
  const supplier = await createTestSupplier(db)
  const products = await Promise.all(Array.from({ length: 6 }, () => createTestProduct(db, { supplier })))
  const [first] = products
  expect((await write(first?.id ?? '', fromAddress(1))).status).toBe(200)
  const again = await write(first?.id ?? '', fromAddress(1))
  expect(again).toMatchObject({
    status: 429,
    body: {
      code: 'too_many_requests',
      message: 'You\u2019ve reached the limit of reviews without an account. Sign in, or try again later.',
    },
  })
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  const answers = []
  for (const product of products.slice(1)) answers.push((await write(product.id, fromAddress(1))).status)
  expect(answers).toEqual([200, 200, 200, 429, 429])
  const mei = await createSignedInAccount(db, shop.now())
  expect((await write(first?.id ?? '', { ...fromAddress(1), ...mei.headers })).status).toBe(200)
})

test('a product accepts twenty anonymous reviews a day from all addresses', async () => {
  const product = await createTestProduct(db)
  const statuses = []
  for (let n = 1; n <= 21; n += 1) statuses.push((await write(product.id, fromAddress(n))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
  shop.passTime(24 * HOUR)
  expect((await write(product.id, fromAddress(50))).status).toBe(200)
})

test('a review with an invalid token is refused and not stored as anonymous [ROLE-07]', async () => {
  const product = await createTestProduct(db)
  expect(await write(product.id, { authorization: 'Bearer forged' })).toMatchObject({
    status: 401,
    body: { success: false, code: 'bad_token' },
  })
})
