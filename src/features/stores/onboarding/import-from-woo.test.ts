import { afterAll, expect, test } from 'vitest'
import type {
  OwnProductData,
  OwnProductRowData,
} from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import type { ConnectedProductData } from './contract.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
let storeCount = 0

/** Connects a WooCommerce store with these products, and imports all of them; returns the results. */
async function importAll(products: Readonly<Record<string, object>>) {
  storeCount += 1
  const owns = await createTestSupplier(shop.db)
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns })
  const fakeStore = fake.woo(`source-${storeCount}.example`)
  for (const [name, fields] of Object.entries(products)) fakeStore.addFields(name, fields)
  const saved = await shop.post('/stores/connections', fakeStore.typed, headers)
  const connectionId: string = getField(saved, 'connection', 'id')
  await shop.post(`/stores/connections/${connectionId}/pull`, {}, headers)
  await shop.work()
  const read: ConnectedProductData[] = getField(
    await shop.get(`/shop/getConnectedProducts/${connectionId}`, headers),
    'products',
  )
  const externalIds = read.map(({ externalId }) => externalId)
  const importAnswer: ApiResponse = await shop.post(
    '/shop/takeConnectedProducts',
    { data: { connectionId, externalIds } },
    headers,
  )
  const drafts: OwnProductRowData[] = getField(await shop.get('/shop/getMyProducts', headers), 'products')
  return { headers, read, taken: importAnswer, drafts }
}

test('products without a stock count are imported with 100 units and a message', async () => {
  const uncounted = { manage_stock: false, stock_quantity: null }
  const { read, taken, drafts } = await importAll({
    'Plain ring': { ...uncounted, stock_status: 'instock' },
    'Sold out ring': { ...uncounted, stock_status: 'outofstock' },
  })
  expect(read.map(({ quantity }) => quantity)).toEqual([null, 0])
  expect(taken.body).toMatchObject({
    message:
      '2 products are among your drafts. Your store doesn’t track stock of one of them, so the quantity here is 100.',
    problems: [],
  })
  expect(drafts.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Sold out ring', 0],
    ['Plain ring', 100],
  ])
})

test('unsupported products are listed with the reason and not imported; drafts are marked', async () => {
  const { read, taken, drafts } = await importAll({
    Ring: { status: 'draft' },
    Affiliate: { type: 'external' },
    Set: { type: 'grouped' },
    Voucher: { virtual: true },
    Club: { type: 'subscription' },
  })
  expect(read.map(({ status, obstacle }) => [status, obstacle === null])).toEqual([
    ['draft', true],
    ...Array.from({ length: 4 }, () => ['public', false]),
  ])
  expect(taken.body).toMatchObject({
    taken: 1,
    problems: [
      'Affiliate: This product is sold on another site.',
      'Set: This is a group of products. Add those products instead.',
      'Voucher: This product is virtual or downloadable. Only products that ship can be sold here.',
      'Club: Products of this type cannot be sold here.',
    ],
  })
  expect(drafts).toMatchObject([{ name: 'Ring', state: 'draft' }])
})

test('a product with variations is imported without them and without stock, and reports it', async () => {
  const { taken, drafts } = await importAll({
    Band: { type: 'variable', manage_stock: false, stock_quantity: null },
    Bangle: { type: 'variable', manage_stock: true, stock_quantity: 11 },
  })
  const variationsText =
    'its variations were not imported. Add them here, with prices and stock, before you publish.'
  expect(taken.body).toMatchObject({
    message: '2 products are among your drafts.',
    problems: [`Band: ${variationsText}`, `Bangle: ${variationsText}`],
  })
  expect(drafts).toMatchObject([{ quantity: 0 }, { quantity: 0 }])
})

test('a description above the editor’s limit is shortened and reported, and the product can be edited', async () => {
  const paragraph = `<p>${'A <em>word</em> of it. '.repeat(20)}</p>`
  const { headers, taken, drafts } = await importAll({ Ring: { description: paragraph.repeat(80) } })
  expect(taken.body).toMatchObject({
    taken: 1,
    problems: ['Ring: its description was shortened to 20,000 characters.'],
  })
  const { id = '' } = drafts[0] ?? {}
  const opened: OwnProductData = getField(await shop.get(`/shop/getMyProduct/${id}`, headers), 'product')
  expect(opened.description.length).toBeGreaterThan(19_000)
  const { revision, name, description, priceCents, variants } = opened
  const data = {
    id,
    revision,
    name,
    description,
    priceCents,
    variants: [{ id: variants[0]?.id, quantity: 2, seenQuantity: variants[0]?.quantity }],
  }
  expect((await shop.post('/shop/saveMyProduct', { data }, headers)).status).toBe(200)
})
