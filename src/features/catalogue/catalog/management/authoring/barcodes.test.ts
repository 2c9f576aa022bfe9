import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSupplierAccount, postProduct, saveProduct } from '#tests/steps/own-products.ts'
import { productVariants } from '../../tables.ts'

const shop = await createTestShop()
const { db } = shop

const RING = { name: 'Moss agate ring', priceCents: 4_900 }

test('a barcode is stored as a GTIN for each variant, unchanged when omitted, and can be removed', async () => {
  const account = await createSupplierAccount(shop)
  const { id, revision, variants } = await saveProduct(shop, account, {
    ...RING,
    variants: [
      { size: '52', quantity: 1, barcode: ' 6291041-500213 ' },
      { size: '54', quantity: 1, barcode: '036000291452' },
      { size: '56', quantity: 1 },
    ],
  })
  expect(variants.map(({ barcode }) => barcode)).toEqual(['6291041500213', '0036000291452', null])
  expect(
    await db.select({ gtin: productVariants.gtin }).from(productVariants).orderBy(productVariants.position),
  ).toEqual([{ gtin: '06291041500213' }, { gtin: '00036000291452' }, { gtin: null }])
  const [first, second, third] = variants.map(({ id: variant, size }) => ({
    id: variant,
    size,
    quantity: 1,
    seenQuantity: 1,
  }))
  const changed = await saveProduct(shop, account, {
    ...RING,
    id,
    revision,
    variants: [first, { ...second, barcode: '' }, { ...third, barcode: '96385074' }],
  })
  expect(changed.variants.map(({ barcode }) => barcode)).toEqual(['6291041500213', null, '96385074'])
})

test('refuses a barcode with a wrong check digit or length, and stores nothing', async () => {
  const account = await createSupplierAccount(shop)
  for (const barcode of ['6291041500214', '123', 'ABC-12345678']) {
    const refused = await postProduct(shop, account, { ...RING, variants: [{ quantity: 1, barcode }] })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Enter a GTIN')
  }
  expect(await db.select().from(productVariants)).toEqual([])
})
