import { expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getProductsByID } from '../../contract.ts'
import { products } from '../../tables.ts'

const shop = await createTestShop()
const { db } = shop

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }

async function createSupplierAccount() {
  return createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: await createTestSupplier(db) })
}

test.each([
  ['a price of a trillion', { priceCents: 1e14 }],
  ['a price below 0', { priceCents: -1 }],
  ['a price with a fraction of a cent', { priceCents: 10.5 }],
  ['a price that is a text', { priceCents: '10' }],
  ['a quantity below 0', { variants: [{ quantity: -1 }] }],
  ['half a product', { variants: [{ quantity: 0.5 }] }],
  ['more products than a column holds', { variants: [{ quantity: 2 ** 40 }] }],
  ['no variant at all', { variants: [] }],
  [
    'too many variants',
    { variants: Array.from({ length: 51 }, (_, size) => ({ size: `${size}`, quantity: 1 })) },
  ],
  ['no name', { name: ' \u200b ' }],
  ['an endless name', { name: 'x'.repeat(201) }],
  ['a category there is not', { category: 'Boats' }],
  ['seven pictures', { pictures: Array.from({ length: 7 }, (_, n) => `${n}`.repeat(32)) }],
  ['a picture that is a path', { pictures: ['../../../../etc/passwd'] }],
])('%s is refused, and nothing is saved', async (_what, change) => {
  const { headers } = await createSupplierAccount()
  const answer = await shop.post('/shop/saveMyProduct', { data: { ...RING, ...change } }, headers)
  expect(answer.status).toBe(400)
  expect(await db.select().from(products)).toEqual([])
})

test('script in a name or description is stored as plain text', async () => {
  const { headers } = await createSupplierAccount()
  const script = '<script>alert(1)</script>'
  const data = { ...RING, name: `Ring ${script}`, description: `${script} & <b>bold</b>` }
  const saved = await shop.post('/shop/saveMyProduct', { data }, headers)
  const { id, description } = getField<{ id: string; description: string }>(saved, 'product')
  expect(description).toBe(`${script} & <b>bold</b>`)
  await shop.post('/shop/publishMyProducts', { data: { ids: [id] } }, headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id } })
  expect(getProduct.description).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt;</p>',
  )
  expect(getProduct.name).toBe(`Ring ${script}`)
})
