import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import type { OwnProductData, ProductFormInput } from './own-contract.ts'
import { products } from '../../tables.ts'

const shop = await createTestShop()
const { db } = shop

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }

/** Creates the account of a supplier with a store. */
async function createSupplierAccount() {
  const store = await createTestSupplier(db)
  return { ...(await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })), store }
}

const save = (account: CreatedAccount, data: Partial<ProductFormInput>) =>
  shop.post('/shop/saveMyProduct', { data: { ...RING, ...data } }, account.headers)

async function saveProduct(
  account: CreatedAccount,
  data: Partial<ProductFormInput>,
): Promise<OwnProductData> {
  const answer = await save(account, data)
  if (answer.status !== 200) throw new Error(answer.text)
  return getField(answer, 'product')
}

test('an imported description keeps its formatting unless its text is changed', async () => {
  const account = await createSupplierAccount()
  const product = await createTestProduct(db, { supplier: account.store })
  const html = '<p>Two <strong>stones</strong>.</p><ul><li>Silver</li><li>Agate &amp; moss</li></ul>'
  await db.update(products).set({ descriptionHtml: html }).where(eq(products.publicId, product.id))
  const opened: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${product.id}`, account.headers),
    'product',
  )
  expect(opened.description).toBe('Two stones.\n\n– Silver\n– Agate & moss')
  const readHtml = async () => (await db.select().from(products))[0]?.descriptionHtml
  const { id, description } = opened
  await saveProduct(account, { id, revision: 0, description, category: 'Rings' })
  expect(await readHtml()).toBe(html)
  await saveProduct(account, { id, revision: 1, description: 'Two stones.', category: 'Rings' })
  expect(await readHtml()).toBe('<p>Two stones.</p>')
})

test('an old description above the limit can be saved unchanged, and is refused when changed', async () => {
  const account = await createSupplierAccount()
  const { id } = await createTestProduct(db, { supplier: account.store })
  // Three-byte characters, a tab and an invisible character, as older imports stored them.
  const html = `<p>Gold\t&amp; jade\u2060</p>${'<p>金の指輪、翡翠。</p>'.repeat(4_000)}`
  await db.update(products).set({ descriptionHtml: html }).where(eq(products.publicId, id))
  const opened: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${id}`, account.headers),
    'product',
  )
  const { description } = opened
  expect(description.length).toBeGreaterThan(35_000)
  const readHtml = async () => (await db.select().from(products))[0]?.descriptionHtml

  const stored = await saveProduct(account, { id, revision: 0, name: 'Renamed ring', description })
  expect(stored).toMatchObject({ name: 'Renamed ring', revision: 1 })
  expect(await readHtml()).toBe(html)
  const tooLong = {
    status: 400,
    body: { code: 'description_too_long', details: { fields: ['description'] } },
  }
  for (const longer of [`${description}!`, description.slice(0, 30_000)])
    expect(await save(account, { id, revision: 1, description: longer })).toMatchObject(tooLong)
  expect(await save(account, { description: 'x'.repeat(20_001) })).toMatchObject({
    ...tooLong,
    body: { message: 'Use at most 20,000 characters.' },
  })
  expect(await readHtml()).toBe(html)
  const longestText = 'x'.repeat(20_000)
  expect((await saveProduct(account, { id, revision: 1, description: longestText })).description).toBe(
    longestText,
  )
})

test('“made to order” is unchanged when a save omits it', async () => {
  const account = await createSupplierAccount()
  const { id, revision, variants } = await saveProduct(account, { isMadeToOrder: true })
  const again = await saveProduct(account, { id, revision, variants })
  const change = { id, revision: again.revision, variants, isMadeToOrder: false }
  expect([again.isMadeToOrder, (await saveProduct(account, change)).isMadeToOrder]).toEqual([true, false])
})
