import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSupplierAccount, postProduct, saveProduct } from '#tests/steps/own-products.ts'
import type { OwnProductData } from './own-contract.ts'

const shop = await createTestShop()

const RING = { name: 'Moss agate ring', priceCents: 4_900 }

const listSkus = ({ variants }: OwnProductData) => variants.map(({ sku }) => sku)

test('variants keep the entered SKUs, can swap them, and get a generated one where it is empty', async () => {
  const account = await createSupplierAccount(shop)
  const saved = await saveProduct(shop, account, {
    ...RING,
    variants: [
      { size: '52', quantity: 1, sku: ' RING-52 ' },
      { size: '54', quantity: 1, sku: 'RING-54' },
      { size: '56', quantity: 1 },
    ],
  })
  const [first = '', second = '', third = ''] = listSkus(saved)
  expect([first, second]).toEqual(['RING-52', 'RING-54'])
  expect(third).toMatch(/^[0-9A-F]{10}$/)
  const [small, middle, large] = saved.variants.map(({ id, size }) => ({
    id,
    size,
    quantity: 1,
    seenQuantity: 1,
  }))
  const change = { ...RING, id: saved.id, revision: saved.revision }
  const swapped = await saveProduct(shop, account, {
    ...change,
    variants: [{ ...small, sku: second }, { ...middle, sku: first }, large],
  })
  expect(listSkus(swapped)).toEqual([second, first, third])
  const removed = await saveProduct(shop, account, {
    ...change,
    revision: swapped.revision,
    variants: [small, { ...middle, sku: '' }, large],
  })
  expect(listSkus(removed)).toEqual([second, expect.stringMatching(/^[0-9A-F]{10}$/), third])
  expect((await shop.get(`/supplier/products?search=${second}`, account.headers)).body).toMatchObject({
    total: 1,
  })
})

test('refuses a SKU that is used twice in the store or in the product; another store can use it', async () => {
  const account = await createSupplierAccount(shop)
  await saveProduct(shop, account, { ...RING, variants: [{ quantity: 1, sku: 'RING-52' }] })
  const bracelet = { name: 'Moss bracelet', priceCents: 9_900 }
  const taken = await postProduct(shop, account, { ...bracelet, variants: [{ quantity: 1, sku: 'RING-52' }] })
  expect([taken.status, taken.body]).toMatchObject([
    409,
    {
      code: 'sku_taken',
      message: 'The SKU RING-52 already belongs to “Moss agate ring”. Enter a different one.',
      details: { fields: ['sku'] },
    },
  ])
  const variants = ['A', 'B'].map((size) => ({ size, quantity: 1, sku: 'BRACELET' }))
  const twice = await postProduct(shop, account, { ...bracelet, variants })
  expect(twice.body).toMatchObject({
    code: 'sku_taken',
    message: 'Two variations have the SKU BRACELET. Enter a different one for each.',
  })
  const tooLong = { quantity: 1, sku: 'x'.repeat(101) }
  expect((await postProduct(shop, account, { ...bracelet, variants: [tooLong] })).status).toBe(400)
  const other = await createSupplierAccount(shop)
  expect(
    (await postProduct(shop, other, { ...RING, variants: [{ quantity: 1, sku: 'RING-52' }] })).status,
  ).toBe(200)
})
