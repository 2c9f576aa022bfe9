import { expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { productVariants } from '../../tables.ts'
import type { OwnProductData } from './own-contract.ts'
import { explainWholesaleConflict } from './product-rules.ts'

const shop = await createTestShop()
const { db } = shop

const WHOLESALE = 1_234_567
const RING = {
  name: 'Moss agate ring',
  priceCents: 4_999_900,
  variants: [{ quantity: 3, wholesaleCents: WHOLESALE, minimumRetailCents: 2_345_678 }],
}

async function createSupplierAccount(): Promise<CreatedAccount> {
  return createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: await createTestSupplier(db) })
}

const save = (account: CreatedAccount, data: object) =>
  shop.post('/shop/saveMyProduct', { data }, account.headers)

test('a wholesale price and a recommended minimum price are saved for each variant', async () => {
  const account = await createSupplierAccount()
  const saved: OwnProductData = getField(await save(account, RING), 'product')
  expect(saved.variants).toMatchObject([{ wholesaleCents: WHOLESALE, minimumRetailCents: 2_345_678 }])
  expect(await db.select({ amount: productVariants.wholesaleAmount }).from(productVariants)).toEqual([
    { amount: WHOLESALE },
  ])
  const { id, revision, variants } = saved
  const variant = { id: variants[0]?.id, quantity: 3, seenQuantity: 3 }
  const renamed: OwnProductData = getField(
    await save(account, { ...RING, id, revision, name: 'Moss ring', variants: [variant] }),
    'product',
  )
  expect(renamed.variants).toMatchObject([{ wholesaleCents: WHOLESALE, minimumRetailCents: 2_345_678 }])
  const removed: OwnProductData = getField(
    await save(account, {
      ...RING,
      id,
      revision: revision + 1,
      variants: [{ ...variant, wholesaleCents: null, minimumRetailCents: null }],
    }),
    'product',
  )
  expect(removed.variants).toMatchObject([{ wholesaleCents: null, minimumRetailCents: null }])
})

test('refuses a wholesale price above the retail price or the recommended minimum price', async () => {
  const account = await createSupplierAccount()
  const refusals = await Promise.all(
    [
      { quantity: 1, wholesaleCents: 4_999_901 },
      { quantity: 1, wholesaleCents: 500, minimumRetailCents: 499 },
    ].map((variant) => save(account, { ...RING, variants: [variant] })),
  )
  expect(refusals.map((answer) => [answer.status, getField(answer, 'code')])).toEqual([
    [409, 'wholesale_above_price'],
    [409, 'wholesale_above_minimum'],
  ])
})

test('refuses to lower the retail price below the existing wholesale price', async () => {
  const account = await createSupplierAccount()
  const { id, revision, variants }: OwnProductData = getField(await save(account, RING), 'product')
  const variant = { id: variants[0]?.id, quantity: 3, seenQuantity: 3 }
  const answer = await save(account, {
    ...RING,
    id,
    revision,
    priceCents: WHOLESALE - 1,
    variants: [variant],
  })
  expect([answer.status, getField(answer, 'code'), getField(answer, 'details', 'fields')]).toEqual([
    409,
    'wholesale_above_price',
    ['wholesaleCents'],
  ])
})

test('a product whose wholesale price from a feed exceeds its price can still be saved', async () => {
  const account = await createSupplierAccount()
  const { id, revision, variants }: OwnProductData = getField(await save(account, RING), 'product')
  await db.update(productVariants).set({ wholesaleAmount: 9_999_999 })
  const answer = await save(account, {
    ...RING,
    id,
    revision,
    name: 'Moss ring',
    variants: [{ id: variants[0]?.id, quantity: 3, seenQuantity: 3 }],
  })
  expect(answer.status).toBe(200)
})

test('no public call returns a wholesale price or a recommended minimum price', async () => {
  const account = await createSupplierAccount()
  const { id }: OwnProductData = getField(await save(account, RING), 'product')
  await shop.post('/shop/publishMyProducts', { data: { ids: [id] } }, account.headers)
  shop.app.lists.clear()
  const answers = await Promise.all([
    shop.get(`/shop/getProductsByID/${id}`),
    shop.get(`/shop/getProductsByIDs?ids=${id}`),
    shop.get('/shop/getAllProducts'),
    shop.get('/shop/getAllProducts?page=1'),
    shop.get('/shop/getFacets'),
    shop.post('/shop/searchProduct', { data: 'moss' }),
    shop.post('/shop/advanceProductSearch', { data: { productName: 'moss' } }),
    shop.get(`/shop/getFrequentlyBoughtProduct/${id}`),
    shop.get('/shop/getFeaturedSuppliers'),
  ])
  expect(answers[0]?.text).toContain('Moss agate ring')
  expect(answers[2]?.text).toContain('Moss agate ring')
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/wholesale|minimumRetail|1234567|12345\.67|2345678|23456\.78/i)
  }
})

test.each([
  [{ priceCents: 100, wholesaleCents: null, minimumRetailCents: null }, undefined],
  [{ priceCents: 100, wholesaleCents: 100, minimumRetailCents: 100 }, undefined],
  [{ priceCents: 100, wholesaleCents: null, minimumRetailCents: 1 }, undefined],
  [{ priceCents: 100, wholesaleCents: 101, minimumRetailCents: null }, 'wholesale_above_price'],
  [{ priceCents: 100, wholesaleCents: 60, minimumRetailCents: 59 }, 'wholesale_above_minimum'],
])('validates the prices %o as %s', (prices, code) => {
  expect(explainWholesaleConflict(prices)?.code).toBe(code)
})
