import { afterAll, expect, test } from 'vitest'
import { getProductsByID } from '#features/catalogue/catalog/contract.ts'
import type { OwnPieceData, OwnPieceRowData } from '#features/catalogue/catalog/own-contract.ts'
import { field } from '#tests/steps/chat.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { fakeStores } from '#tests/fakes/stores/server.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { type Answer, testShop } from '#tests/shop/shop.ts'
import type { ConnectedProductData } from './contract.ts'

const fake = await fakeStores()
afterAll(fake.close)
const shop = await testShop({ STORES_PLAYED_AT: fake.url })
const { db } = shop

type Connected = Readonly<{
  who: MadePerson
  connectionId: string
  read: () => Promise<ConnectedProductData[]>
}>

/** A manufacturer with a connected shop that sells these, each read already; of `odd` ones with what else Shopify says of them. */
async function connected(
  names: readonly string[],
  currency = 'USD',
  odd: Readonly<Record<string, object>> = {},
): Promise<Connected> {
  const owns = await supplierInTrade(db)
  const who = await personSignedIn(db, shop.now(), { type: 'manufacturer', owns })
  const own = fake.shopify(`own-${who.id}-${currency.toLowerCase()}`, { currency })
  for (const name of names) own.addOwn(name, '45.50')
  for (const [name, fields] of Object.entries(odd)) own.addFields(name, fields)
  const saved = await shop.post('/stores/connections', own.typed, who.headers)
  const connectionId: string = field(saved, 'connection', 'id')
  await shop.post(`/stores/connections/${connectionId}/pull`, {}, who.headers)
  await shop.work()
  const read = async (): Promise<ConnectedProductData[]> =>
    field(await shop.get(`/shop/getConnectedProducts/${connectionId}`, who.headers), 'products')
  return { who, connectionId, read }
}

const take = ({ who, connectionId }: Connected, externalIds: readonly string[]): Promise<Answer> =>
  shop.post('/shop/takeConnectedProducts', { data: { connectionId, externalIds } }, who.headers)

const drafts = async ({ who }: Connected): Promise<OwnPieceRowData[]> =>
  field(await shop.get('/shop/getMyProducts', who.headers), 'products')

test('products read of the own shop become drafts, once, and are found in the marketplace when they are published [MONB-21]', async () => {
  const own = await connected(['Moss agate ring', 'Plain chain'])
  const ids = (await own.read()).map(({ externalId }) => externalId)
  expect(await own.read()).toMatchObject([
    { name: 'Moss agate ring', price: 45.5, currency: 'USD', quantity: 4, isTaken: false },
    { name: 'Plain chain', isTaken: false },
  ])
  expect((await take(own, ids)).body).toMatchObject({
    taken: 2,
    problems: [],
    message: '2 products are among your drafts.',
  })
  expect((await take(own, ids)).body).toMatchObject({ taken: 0, message: 'Nothing new was added.' })
  expect((await own.read()).map(({ isTaken }) => isTaken)).toEqual([true, true])
  const pieces = await drafts(own)
  expect(
    pieces.map(({ name, category, priceCents, quantity, state }) => [
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
  // Their pictures are fetched from where they are.
  await shop.work()
  expect(await drafts(own)).toMatchObject([{ picture: { key: expect.any(String) } }, {}])
  const published = pieces.map(({ id }) => id)
  await shop.post('/shop/publishMyProducts', { data: { ids: published } }, own.who.headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id: published[1] ?? '' } })
  expect(getProduct).toMatchObject({ name: 'Moss agate ring', price: 45.5, stock: 4 })
})

test('what its owner has changed here stays when the shop is read and taken again; what was removed comes back', async () => {
  const own = await connected(['Moss agate ring'])
  const ids = (await own.read()).map(({ externalId }) => externalId)
  await take(own, ids)
  const { id = '' } = (await drafts(own))[0] ?? {}
  const opened: OwnPieceData = field(await shop.get(`/shop/getMyProduct/${id}`, own.who.headers), 'product')
  const data = {
    id,
    revision: opened.revision,
    name: 'Moss ring',
    priceCents: 9_900,
    variants: [{ id: opened.variants[0]?.id, quantity: 1, seenQuantity: opened.variants[0]?.quantity }],
  }
  expect((await shop.post('/shop/saveMyProduct', { data }, own.who.headers)).status).toBe(200)
  await take(own, ids)
  expect(await drafts(own)).toMatchObject([{ name: 'Moss ring', priceCents: 9_900, quantity: 1 }])
  await shop.post('/shop/removeMyProduct', { data: { id } }, own.who.headers)
  expect(await own.read()).toMatchObject([{ isTaken: false }])
  expect((await take(own, ids)).body).toMatchObject({ taken: 1 })
  expect(await drafts(own)).toMatchObject([{ name: 'Moss agate ring', state: 'draft' }])
})

test('a price in another currency is left open, and a draft without one is not published', async () => {
  const own = await connected(['Moss agate ring'], 'EUR')
  const [product] = await own.read()
  const answer = await take(own, [product?.externalId ?? ''])
  expect(field(answer, 'message')).toBe(
    'One product is among your drafts. Your store sells in EUR: give it a price in US dollars before you publish.',
  )
  const pieces = await drafts(own)
  expect(pieces).toMatchObject([{ priceCents: 0 }])
  const data = { ids: pieces.map(({ id }) => id) }
  const refused = await shop.post('/shop/publishMyProducts', { data }, own.who.headers)
  expect(refused.body).toMatchObject({ published: [], lacking: [{ problem: 'It needs a price above 0.' }] })
})

test('nobody reads or takes the products of somebody else’s shop [ROLE-10]', async () => {
  const [own, eve] = [await connected(['Moss agate ring']), await connected(['Other ring'])]
  const [product] = await own.read()
  const stolen = await take({ ...eve, connectionId: own.connectionId }, [product?.externalId ?? ''])
  expect([stolen.status, field(stolen, 'code')]).toEqual([404, 'connection_not_found'])
  const seen = await shop.get(`/shop/getConnectedProducts/${own.connectionId}`, eve.who.headers)
  expect(seen.status).toBe(404)
  // An id of another's product names nothing in one's own shop.
  expect((await take(eve, ['none'])).body).toMatchObject({ taken: 0 })
  expect(await drafts(eve)).toEqual([])
  const vendor = await personSignedIn(db, shop.now())
  expect((await take({ ...own, who: vendor }, ['1'])).status).toBe(403)
})

test('of a Shopify store what is put away is marked, gift cards stay there, and of variants it is told that they did not come along', async () => {
  const variant = { sku: 'A', price: '45.50', inventoryItem: { requiresShipping: true } }
  const own = await connected([], 'USD', {
    'Old ring': { status: 'ARCHIVED' },
    Voucher: { isGiftCard: true },
    'Ring in sizes': { totalInventory: 9, variants: { nodes: [variant, { ...variant, sku: 'B' }] } },
  })
  const read = await own.read()
  expect(read).toMatchObject([
    { name: 'Old ring', status: 'archived', obstacle: null },
    { name: 'Voucher', status: 'public', obstacle: expect.stringContaining('Only products that ship') },
    { name: 'Ring in sizes', obstacle: null },
  ])
  const ids = read.map(({ externalId }) => externalId)
  expect((await take(own, ids)).body).toMatchObject({
    taken: 2,
    problems: [
      expect.stringMatching(/^Voucher: /),
      'Ring in sizes: its variations were not added. Write them here, with prices and stock, before you publish.',
    ],
  })
  expect(await drafts(own)).toMatchObject([
    { name: 'Ring in sizes', quantity: 0 },
    { name: 'Old ring', quantity: 4 },
  ])
})
