import { afterAll, expect, test } from 'vitest'
import { createFakeStoreFetch } from '#main/wiring/store-deps.ts'
import { SHOPIFY_APP } from '#tests/fakes/stores/fake-shopify.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createOutgoingProduct, testStoreContract } from '#tests/contracts/store-contract.ts'
import { shopify } from './shopify.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const safeFetch = createFakeStoreFetch(fake.url, fetch)
let shops = 0

function connect(options: { currency?: string; scopes?: string[] } = {}) {
  shops += 1
  const waits: number[] = []
  const shop = fake.shopify(`atelier-${shops}`, options)
  const connector = shopify({ ask: safeFetch, wait: async (ms) => void waits.push(ms) })
  const access = {
    address: connector.addressOf(shop.typed['shop'] ?? ''),
    keys: { accessToken: shop.typed['accessToken'] ?? '' },
  }
  return { shop, connector, access, waits }
}

testStoreContract('Shopify', () => connect())

test.each([
  ['my-store', 'my-store.myshopify.com'],
  [' My-Store.myshopify.com/ ', 'my-store.myshopify.com'],
  ['https://my-store.myshopify.com/admin?x=1', 'my-store.myshopify.com'],
  ['https://admin.shopify.com/store/my-store/products', 'my-store.myshopify.com'],
])('normalizes the shop address %s to %s', (typed, address) => {
  expect(connect().connector.addressOf(typed)).toBe(address)
})

test.each([
  '',
  'evil.example',
  'my-store.myshopify.com.evil.example',
  '169.254.169.254',
  'a b',
  '-x',
  'x@evil.example',
])('rejects %s as a shop address', async (typed) => {
  const { connector, access } = connect()
  expect(() => connector.addressOf(typed)).toThrow(/your Shopify address/)
  await expect(connector.check({ ...access, address: typed }, 'sell')).rejects.toMatchObject({
    code: 'store_address',
  })
})

test('gets an access token with the client id and secret of a Dev Dashboard app', async () => {
  const { connector, access, shop } = connect()
  const app = { ...access, keys: SHOPIFY_APP }
  expect(await connector.check(app, 'sell')).toMatchObject({ currency: 'USD' })
  await connector.pushProducts(app, [createOutgoingProduct(1)])
  expect(shop.activeProducts()).toHaveLength(1)
  const wrongAccess = { ...access, keys: { ...SHOPIFY_APP, clientSecret: 'shpss_wrong' } }
  await expect(connector.check(wrongAccess, 'sell')).rejects.toMatchObject({ code: 'store_access_denied' })
})

test('names missing access scopes', async () => {
  const { connector, access } = connect({ scopes: ['read_products', 'read_locations'] })
  await expect(connector.check(access, 'sell')).rejects.toThrow(/write_products, write_inventory/)
  await expect(connector.check(access, 'source')).rejects.toThrow(/read_inventory/)
})

test('waits as long as a throttled shop asks, then answers unavailable', async () => {
  const { shop, connector, access, waits } = connect()
  shop.throttle(2)
  expect(await connector.check(access, 'sell')).toMatchObject({ currency: 'USD' })
  // The query needs 112 points, 12 are available, and 50 are restored each second.
  expect(waits).toEqual([2_000, 2_000])
  shop.throttle(9)
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'store_busy',
  })
})

test('answers store_not_found for a shop that Shopify does not have', async () => {
  const { connector, access } = connect()
  await expect(connector.check({ ...access, address: 'nobody-here' }, 'sell')).rejects.toMatchObject({
    code: 'store_not_found',
  })
})

const READY = { status: 'READY', image: { url: 'https://cdn.shop.example/own.jpg' } }

test.each([
  [['UPLOADED', 'PROCESSING', 'READY'], 2],
  [['PROCESSING', 'FAILED'], 1],
  [['FAILED'], 0],
  [['PROCESSING', 'PROCESSING', 'PROCESSING', 'PROCESSING'], 2],
])('for a picture in the states %j, waits %i times', async (states, times) => {
  const shop = fake.shopify(`late-${states.join('-').toLowerCase()}`)
  const pictureThat = (status = 'READY') => (status === 'READY' ? READY : { status, image: null })
  const left = [...states]
  const show = () => shop.setFields('Ring', { media: { nodes: [{}, READY, pictureThat(left.shift())] } })
  const waits: number[] = []
  const connector = shopify({ ask: safeFetch, wait: async (ms) => (waits.push(ms), show()) })
  shop.addFields('Ring', {})
  show()
  const access = {
    address: `${shop.typed['shop']}.myshopify.com`,
    keys: { accessToken: shop.typed['accessToken'] ?? '' },
  }
  const { products } = await connector.listProducts(access, null)
  expect(waits).toHaveLength(times)
  expect(products[0]?.pictures).toHaveLength(states.at(-1) === 'READY' ? 2 : 1)
})

const withVariants = (...variants: object[]) => ({ variants: { nodes: variants } })
const ONE = { sku: 'A', price: '1.00', inventoryItem: { requiresShipping: true } }

test.each([
  [{}, 'simple', 'public'],
  [{ status: 'DRAFT' }, 'simple', 'draft'],
  [{ status: 'ARCHIVED' }, 'simple', 'archived'],
  [{ status: 'UNLISTED' }, 'simple', 'hidden'],
  [{ status: 'OF_TOMORROW' }, 'simple', 'draft'],
  [{ isGiftCard: true }, 'digital', 'public'],
  [withVariants({ ...ONE, inventoryItem: { requiresShipping: false } }), 'digital', 'public'],
  [{ requiresSellingPlan: true }, 'other', 'public'],
  [withVariants(ONE, { ...ONE, sku: 'B' }), 'variable', 'public'],
  [withVariants(), 'simple', 'public'],
] as const)('reads a product with %j as %s and %s', async (fields, kind, status) => {
  const { shop, connector, access } = connect()
  shop.addFields('Ring', fields)
  expect((await connector.listProducts(access, null)).products).toMatchObject([{ kind, status }])
})

test('sends stock again after it changed back to an earlier value', async () => {
  const { shop, connector, access } = connect()
  await connector.pushProducts(access, [createOutgoingProduct(1)])
  await connector.pushProducts(access, [createOutgoingProduct(1)])
  const [variant] = createOutgoingProduct(1).variants
  const none = variant ? [{ ...variant, quantity: 0 }] : []
  await connector.pushProducts(access, [createOutgoingProduct(1, { variants: none })])
  await connector.pushProducts(access, [createOutgoingProduct(1)])
  expect(shop.activeProducts()).toMatchObject([{ offers: [{ quantity: 3 }] }])
})
