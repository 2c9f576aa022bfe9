import { afterAll, expect, test } from 'vitest'
import { getProductsByID } from '#features/catalogue/catalog/contract.ts'
import type {
  OwnProductData,
  OwnProductRowData,
} from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, createTestShop } from '#tests/shop/shop.ts'
import type { ConnectedProductData } from './contract.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { db } = shop

type ConnectedSupplier = Readonly<{
  who: CreatedAccount
  connectionId: string
  read: () => Promise<ConnectedProductData[]>
}>

/** Creates a supplier with a connected Shopify store of these products, already read, with extra fields by name. */
async function connectSupplier(
  names: readonly string[],
  currency = 'USD',
  fieldsByName: Readonly<Record<string, object>> = {},
): Promise<ConnectedSupplier> {
  const owns = await createTestSupplier(db)
  const account = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns })
  const fakeStore = fake.shopify(`own-${account.id}-${currency.toLowerCase()}`, { currency })
  for (const name of names) fakeStore.addOwn(name, '45.50')
  for (const [name, fields] of Object.entries(fieldsByName)) fakeStore.addFields(name, fields)
  const saved = await shop.post('/stores/connections', fakeStore.typed, account.headers)
  const connectionId: string = getField(saved, 'connection', 'id')
  await shop.post(`/stores/connections/${connectionId}/pull`, {}, account.headers)
  await shop.work()
  const readProducts = async (): Promise<ConnectedProductData[]> =>
    getField(await shop.get(`/shop/getConnectedProducts/${connectionId}`, account.headers), 'products')
  return { who: account, connectionId, read: readProducts }
}

const importProducts = (
  { who, connectionId }: ConnectedSupplier,
  externalIds: readonly string[],
): Promise<ApiResponse> =>
  shop.post('/shop/takeConnectedProducts', { data: { connectionId, externalIds } }, who.headers)

const listDrafts = async ({ who }: ConnectedSupplier): Promise<OwnProductRowData[]> =>
  getField(await shop.get('/shop/getMyProducts', who.headers), 'products')

test('products of a connected store become drafts once, and are in the marketplace when published [MONB-21]', async () => {
  const fakeStore = await connectSupplier(['Moss agate ring', 'Plain chain'])
  const ids = (await fakeStore.read()).map(({ externalId }) => externalId)
  expect(await fakeStore.read()).toMatchObject([
    { name: 'Moss agate ring', price: 45.5, currency: 'USD', quantity: 4, isTaken: false },
    { name: 'Plain chain', isTaken: false },
  ])
  expect((await importProducts(fakeStore, ids)).body).toMatchObject({
    taken: 2,
    problems: [],
    message: '2 products are among your drafts.',
  })
  expect((await importProducts(fakeStore, ids)).body).toMatchObject({
    taken: 0,
    message: 'Nothing new was added.',
  })
  expect((await fakeStore.read()).map(({ isTaken }) => isTaken)).toEqual([true, true])
  const products = await listDrafts(fakeStore)
  expect(
    products.map(({ name, category, priceCents, quantity, state }) => [
      name,
      category,
      priceCents,
      quantity,
      state,
    ]),
  ).toEqual([
    ['Plain chain', 'Necklaces', 4_550, 4, 'draft'],
    ['Moss agate ring', 'Rings', 4_550, 4, 'draft'],
  ])
  // Pictures are fetched from the store.
  await shop.work()
  expect(await listDrafts(fakeStore)).toMatchObject([{ picture: { key: expect.any(String) } }, {}])
  const published = products.map(({ id }) => id)
  await shop.post('/shop/publishMyProducts', { data: { ids: published } }, fakeStore.who.headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id: published[1] ?? '' } })
  expect(getProduct).toMatchObject({ name: 'Moss agate ring', price: 45.5, stock: 4 })
})

test('a repeated import keeps the owner’s changes and restores removed products', async () => {
  const fakeStore = await connectSupplier(['Moss agate ring'])
  const ids = (await fakeStore.read()).map(({ externalId }) => externalId)
  await importProducts(fakeStore, ids)
  const { id = '' } = (await listDrafts(fakeStore))[0] ?? {}
  const opened: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${id}`, fakeStore.who.headers),
    'product',
  )
  const data = {
    id,
    revision: opened.revision,
    name: 'Moss ring',
    priceCents: 9_900,
    variants: [{ id: opened.variants[0]?.id, quantity: 1, seenQuantity: opened.variants[0]?.quantity }],
  }
  expect((await shop.post('/shop/saveMyProduct', { data }, fakeStore.who.headers)).status).toBe(200)
  await importProducts(fakeStore, ids)
  expect(await listDrafts(fakeStore)).toMatchObject([{ name: 'Moss ring', priceCents: 9_900, quantity: 1 }])
  await shop.post('/shop/removeMyProduct', { data: { id } }, fakeStore.who.headers)
  expect(await fakeStore.read()).toMatchObject([{ isTaken: false }])
  expect((await importProducts(fakeStore, ids)).body).toMatchObject({ taken: 1 })
  expect(await listDrafts(fakeStore)).toMatchObject([{ name: 'Moss agate ring', state: 'draft' }])
})

test('a price in another currency is left empty, and a draft without a price cannot be published', async () => {
  const fakeStore = await connectSupplier(['Moss agate ring'], 'EUR')
  const [product] = await fakeStore.read()
  const answer = await importProducts(fakeStore, [product?.externalId ?? ''])
  expect(getField(answer, 'message')).toBe(
    'One product is among your drafts. Your store sells in EUR: give it a price in US dollars before you publish.',
  )
  const products = await listDrafts(fakeStore)
  expect(products).toMatchObject([{ priceCents: 0 }])
  const data = { ids: products.map(({ id }) => id) }
  const refused = await shop.post('/shop/publishMyProducts', { data }, fakeStore.who.headers)
  expect(refused.body).toMatchObject({ published: [], lacking: [{ problem: 'Add a price above 0.' }] })
})

test('an account cannot read or import another account’s store products [ROLE-10]', async () => {
  const [fakeStore, eve] = [await connectSupplier(['Moss agate ring']), await connectSupplier(['Other ring'])]
  const [product] = await fakeStore.read()
  const stolen = await importProducts({ ...eve, connectionId: fakeStore.connectionId }, [
    product?.externalId ?? '',
  ])
  expect([stolen.status, getField(stolen, 'code')]).toEqual([404, 'connection_not_found'])
  const seen = await shop.get(`/shop/getConnectedProducts/${fakeStore.connectionId}`, eve.who.headers)
  expect(seen.status).toBe(404)
  // The ID of another store's product matches nothing in one's own store.
  expect((await importProducts(eve, ['none'])).body).toMatchObject({ taken: 0 })
  expect(await listDrafts(eve)).toEqual([])
  const vendor = await createSignedInAccount(db, shop.now())
  expect((await importProducts({ ...fakeStore, who: vendor }, ['1'])).status).toBe(403)
})

test('a Shopify import marks archived products, skips gift cards and reports variants that were not imported', async () => {
  const variant = { sku: 'A', price: '45.50', inventoryItem: { requiresShipping: true } }
  const fakeStore = await connectSupplier([], 'USD', {
    'Old ring': { status: 'ARCHIVED' },
    Voucher: { isGiftCard: true },
    'Ring in sizes': { totalInventory: 9, variants: { nodes: [variant, { ...variant, sku: 'B' }] } },
  })
  const readProducts = await fakeStore.read()
  expect(readProducts).toMatchObject([
    { name: 'Old ring', status: 'archived', obstacle: null },
    { name: 'Voucher', status: 'public', obstacle: expect.stringContaining('Only products that ship') },
    { name: 'Ring in sizes', obstacle: null },
  ])
  const ids = readProducts.map(({ externalId }) => externalId)
  expect((await importProducts(fakeStore, ids)).body).toMatchObject({
    taken: 2,
    problems: [
      expect.stringMatching(/^Voucher: /),
      'Ring in sizes: its variations were not imported. Add them here, with prices and stock, before you publish.',
    ],
  })
  expect(await listDrafts(fakeStore)).toMatchObject([
    { name: 'Ring in sizes', quantity: 0 },
    { name: 'Old ring', quantity: 4 },
  ])
})
