import { afterAll, expect, test } from 'vitest'
import { playedStores } from '#main/wiring/store-deps.ts'
import type { WooGiven } from '#tests/fakes/stores/fake-woo.ts'
import { fakeStores } from '#tests/fakes/stores/server.ts'
import { inSizes, outgoing, storeContract } from '#tests/contracts/store-contract.ts'
import { wooCommerce } from './woocommerce.ts'

const fake = await fakeStores()
afterAll(fake.close)
const connector = wooCommerce(playedStores(fake.url, fetch))
let shops = 0

function connect(given: WooGiven = {}) {
  shops += 1
  const shop = fake.woo(`site-${shops}.example`, given)
  const { shop: typed = '', key = '', secret = '' } = shop.typed
  return { shop, connector, access: { address: connector.addressOf(typed), keys: { key, secret } } }
}

storeContract('WooCommerce', () => connect())

test.each([
  ['my-store.example', 'https://my-store.example'],
  ['https://My-Store.example/shop/', 'https://my-store.example/shop'],
  ['https://my-store.example/wp-admin/plugins.php?x=1#y', 'https://my-store.example'],
])('the site %s is %s', (typed, address) => {
  expect(connector.addressOf(typed)).toBe(address)
})

test.each([
  '',
  'http://my-store.example',
  'localhost',
  'https://a:b@my-store.example',
  'https://my-store.example:8443',
  'ftp://x.example',
])('keys never go to %s', (typed) => {
  expect(() => connector.addressOf(typed)).toThrow(/address of your store/)
})

test.each([
  ['http://shop.lan:8080/site/', 'http://shop.lan:8080/site'],
  ['https://localhost', 'https://localhost'],
])('the site %s is taken where its host is named', (typed, address) => {
  const named = wooCommerce(playedStores(fake.url, fetch), ['shop.lan:8080', 'localhost'])
  expect(named.addressOf(typed)).toBe(address)
  for (const other of ['http://shop.lan', 'https://localhost:8443', 'http://my-store.example'])
    expect(() => named.addressOf(other)).toThrow(/address of your store/)
})

test('a key that may only read is told from a wrong one', async () => {
  const { access } = connect({ mayWrite: false })
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_rights_missing' })
  expect(await connector.check(access, 'source')).toMatchObject({ currency: 'USD' })
})

test('a site without WooCommerce, and one that shows a page instead, say what to look at', async () => {
  const { shop, access } = connect()
  await expect(
    connector.check({ ...access, address: 'https://nobody.example' }, 'sell'),
  ).rejects.toMatchObject({
    code: 'store_not_found',
  })
  shop.faults.push('a_page')
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_not_found' })
})

test('a piece whose pictures the site cannot fetch comes without them', async () => {
  const { shop, access } = connect()
  shop.refusePictures()
  const pushed = await connector.pushProducts(access, [outgoing(1), outgoing(2, { pictures: [] })])
  expect(pushed).toMatchObject([{ externalId: expect.anything() }, { externalId: expect.anything() }])
  expect(shop.standing()).toMatchObject([{ pictures: [] }, { pictures: [] }])
})

test('a piece that lies in the bin of the site is not doubled, and its owner is told', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [outgoing(1)])
  shop.moveToBin(shop.standing()[0]?.id ?? '')
  expect(await connector.pushProducts(access, [outgoing(1)])).toMatchObject([
    { problem: expect.stringContaining('bin') },
  ])
  expect(shop.standing()).toHaveLength(1)
})

test('a piece that is simple there and has sizes here is left alone, in words', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [outgoing(7)])
  expect(
    await connector.pushProducts(access, [
      inSizes(7, [
        ['52', '1.00', 1],
        ['54', '1.00', 1],
      ]),
    ]),
  ).toMatchObject([{ problem: expect.stringMatching(/^This is a simple product in your store/) }])
  expect(shop.standing()).toMatchObject([{ offers: [{ price: '120.00' }] }])
})

test('what a site does not count is in stock or not, by its stock status', async () => {
  const { shop, access } = connect()
  const uncounted = { manage_stock: false, stock_quantity: null }
  shop.addFields('Uncounted', { ...uncounted, stock_status: 'instock' })
  shop.addFields('Backordered', { ...uncounted, stock_status: 'onbackorder' })
  shop.addFields('Sold out', { ...uncounted, stock_status: 'outofstock' })
  shop.addFields('Counted', { stock_quantity: 2.5 })
  const { products } = await connector.listProducts(access, null)
  expect(products.map(({ quantity }) => quantity)).toEqual([null, null, 0, 2])
})

test('names come as plain text, the store’s own too', async () => {
  const { shop, access } = connect({ name: 'Tom &#038; Jerry&#8217;s' })
  shop.addOwn('Rock &amp; "Roll" <em>Ring</em>', '45.50')
  expect(await connector.listProducts(access, null)).toMatchObject({
    products: [{ name: 'Rock & "Roll" Ring' }],
  })
  expect(await connector.check(access, 'source')).toMatchObject({ name: 'Tom & Jerry’s' })
})

test.each([
  [{}, 'simple', 'public'],
  [{ type: 'variable' }, 'variable', 'public'],
  [{ type: 'external' }, 'external', 'public'],
  [{ type: 'grouped', catalog_visibility: 'search' }, 'grouped', 'public'],
  [{ type: 'subscription' }, 'other', 'public'],
  [{ virtual: true }, 'digital', 'public'],
  [{ downloadable: true }, 'digital', 'public'],
  [{ status: 'draft' }, 'simple', 'draft'],
  [{ status: 'pending' }, 'simple', 'pending'],
  [{ status: 'private', catalog_visibility: 'hidden' }, 'simple', 'private'],
  [{ status: 'future' }, 'simple', 'scheduled'],
  [{ catalog_visibility: 'hidden' }, 'simple', 'hidden'],
] as const)('a product with %j is %s and %s', async (fields, kind, status) => {
  const { shop, access } = connect()
  shop.addFields('Ring', fields)
  expect((await connector.listProducts(access, null)).products).toMatchObject([{ kind, status }])
})

test('a site whose server strips headers gets the keys in the query, asked for once', async () => {
  const { shop, access } = connect({ stripsHeaders: true })
  expect(await connector.check(access, 'sell')).toMatchObject({ currency: 'USD' })
  expect(await connector.pushProducts(access, [outgoing(1)])).toMatchObject([
    { externalId: expect.anything() },
  ])
  const asked = shop.asked.filter((path) => path !== 'GET /wp-json/')
  // Both keys were sent by header in vain once only.
  expect(asked.filter((path) => path.endsWith('woocommerce_currency'))).toHaveLength(2)
  expect(asked.filter((path) => path.endsWith('products/batch'))).toHaveLength(2)
  shop.lockOut()
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_access_denied' })
})

test.each([
  ['firewall', 'refused', /firewall.*refused/],
  ['broken', 'unavailable', /internal error \(500\)/],
  ['failing', 'unavailable', /too much to do/],
  ['busy', 'unavailable', /too much to do/],
  ['a_page', 'refused', /Settings > Permalinks/],
] as const)('a site that is %s says so', async (fault, kind, message) => {
  const { shop, access } = connect()
  shop.faults.push(fault)
  await expect(connector.check(access, 'source')).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message),
  })
  await expect(connector.check(access, 'source')).resolves.toBeTruthy()
})

test('an answer behind warnings of a broken plugin is found', async () => {
  const { shop, access } = connect()
  shop.faults.push('warned', 'warned')
  expect(await connector.check(access, 'source')).toMatchObject({ currency: 'USD' })
})

test('a key that became read-only is told in the same words by a sync', async () => {
  const { access } = connect({ mayWrite: false })
  const told = await connector.check(access, 'sell').catch((error: unknown) => error)
  await expect(connector.pushProducts(access, [outgoing(1)])).rejects.toMatchObject({
    code: 'store_rights_missing',
    message: String(Reflect.get(Object(told), 'message')),
  })
})

test('pictures that the site could not fetch are sent again, once they never stood there, and then left to its owner', async () => {
  const { shop, access } = connect()
  shop.refusePictures()
  expect(await connector.pushProducts(access, [outgoing(1)])).toMatchObject([{ hasPictures: false }])
  expect(await connector.pushProducts(access, [outgoing(1)])).toMatchObject([{ hasPictures: false }])
  shop.refusePictures(false)
  expect(await connector.pushProducts(access, [outgoing(1)])).toMatchObject([{ hasPictures: true }])
  expect(shop.standing()).toMatchObject([{ pictures: outgoing(1).pictures }])
  const { id = '' } = shop.standing()[0] ?? {}
  shop.setFields(id, { images: ['https://own.example/ring.jpg'] })
  await connector.pushProducts(access, [outgoing(1)])
  expect(shop.standing()).toMatchObject([{ pictures: ['https://own.example/ring.jpg'] }])
  shop.setFields(id, { images: [] })
  await connector.pushProducts(access, [outgoing(1, { mayAddPictures: false })])
  expect(shop.standing()).toMatchObject([{ pictures: [] }])
})

test('a sale that its owner has set stays while our price does', async () => {
  const { shop, access } = connect()
  const sized = inSizes(7, [
    ['52', '100.00', 2],
    ['54', '110.00', 1],
  ])
  await connector.pushProducts(access, [outgoing(1), sized])
  for (const { id } of shop.listed()) shop.setFields(String(id), { salePrice: '80.00' })
  await connector.pushProducts(access, [outgoing(1), sized])
  expect(shop.listed().map(({ sale_price }) => sale_price)).toEqual(['80.00', '80.00', '80.00', '80.00'])
})

const SIZED = inSizes(7, [
  ['52', '100.00', 2],
  ['54', '110.00', 1],
])

/** What its owner sees of the product of `SIZED`, and what its variations are chosen by. */
function chosenBy(shop: ReturnType<typeof connect>['shop']) {
  const [product, ...variations] = shop.listed()
  return [product?.attributes, ...variations.map(({ attributes }) => attributes)]
}

test('attributes that were removed there are put back, and the owner’s own stay', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED])
  const whole = chosenBy(shop)
  const engraving = {
    id: 3,
    name: 'Engraving',
    position: 0,
    visible: true,
    variation: false,
    options: ['Yes'],
  }
  for (const { id, parent_id: parent } of shop.listed())
    shop.setFields(String(id), { attributes: parent === 0 ? [engraving] : [] })
  await connector.pushProducts(access, [SIZED])
  const [[own, ...restored] = [], ...choices] = chosenBy(shop)
  expect([restored, ...choices]).toEqual(whole)
  expect(own).toEqual(engraving)
})

test('an attribute that was renamed there keeps its name, a new size is among its values', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED])
  const size = { id: 0, name: 'Größe', position: 0, visible: true, variation: true, options: ['52', '54'] }
  for (const { id, parent_id: parent, attributes } of shop.listed())
    shop.setFields(String(id), {
      attributes: parent === 0 ? [size] : attributes.map((one) => ({ ...one, name: 'Größe' })),
    })
  const wider = inSizes(7, [
    ['52', '100.00', 2],
    ['54', '110.00', 1],
    ['56', '120.00', 1],
  ])
  await connector.pushProducts(access, [wider])
  const [attributes, ...choices] = chosenBy(shop)
  expect(attributes).toEqual([{ ...size, options: ['52', '54', '56'] }])
  expect(choices).toMatchObject(['52', '54', '56'].map((option) => [{ name: 'Größe', option }]))
})
