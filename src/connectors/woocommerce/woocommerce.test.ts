import { afterAll, expect, test } from 'vitest'
import { createFakeStoreFetch } from '#main/wiring/store-deps.ts'
import { createWooConnections } from '#tests/fakes/stores/connected-woo.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import {
  createSizedProduct,
  createOutgoingProduct,
  testStoreContract,
} from '#tests/contracts/store-contract.ts'
import { wooCommerce } from './woocommerce.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const { connector, connect } = createWooConnections(fake)

testStoreContract('WooCommerce', () => connect())

test.each([
  ['my-store.example', 'https://my-store.example'],
  ['https://My-Store.example/shop/', 'https://my-store.example/shop'],
  ['https://my-store.example/wp-admin/plugins.php?x=1#y', 'https://my-store.example'],
])('normalizes the site address %s to %s', (typed, address) => {
  expect(connector.addressOf(typed)).toBe(address)
})

test.each([
  '',
  'http://my-store.example',
  'localhost',
  'https://a:b@my-store.example',
  'https://my-store.example:8443',
  'ftp://x.example',
])('rejects %s as a site address', (typed) => {
  expect(() => connector.addressOf(typed)).toThrow(/address of your store/)
})

test.each([
  ['http://shop.lan:8080/site/', 'http://shop.lan:8080/site'],
  ['https://localhost', 'https://localhost'],
])('accepts the site %s when its host is configured', (typed, address) => {
  const named = wooCommerce(createFakeStoreFetch(fake.url, fetch), ['shop.lan:8080', 'localhost'])
  expect(named.addressOf(typed)).toBe(address)
  for (const other of ['http://shop.lan', 'https://localhost:8443', 'http://my-store.example'])
    expect(() => named.addressOf(other)).toThrow(/address of your store/)
})

test('sends the weight in the site’s unit, and finds an existing category by its plain name', async () => {
  const { shop, access } = connect()
  const product = { ...createOutgoingProduct(1), category: 'Rings & bands', shortDescription: 'A ring.' }
  const variants = product.variants.map((variant) => ({ ...variant, weightGrams: 4.2 }))
  await connector.pushProducts(access, [{ ...product, variants }])
  await connector.pushProducts(access, [{ ...createOutgoingProduct(2), category: 'Rings & bands' }])
  expect(shop.listed()).toMatchObject([
    { weight: '4.2', short_description: '<p>A ring.</p>', categories: [{ name: 'Rings &amp; bands' }] },
    { categories: [{ name: 'Rings &amp; bands' }] },
  ])
  expect(
    shop.requests.filter((request) => request === 'POST /wp-json/wc/v3/products/categories'),
  ).toHaveLength(1)
})

test('distinguishes a read-only key from an invalid one', async () => {
  const { access } = connect({ mayWrite: false })
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_rights_missing' })
  expect(await connector.check(access, 'source')).toMatchObject({ currency: 'USD' })
})

test('answers store_not_found for a site without WooCommerce, and for one that answers with a web page', async () => {
  const { shop, access } = connect()
  await expect(
    connector.check({ ...access, address: 'https://nobody.example' }, 'sell'),
  ).rejects.toMatchObject({
    code: 'store_not_found',
  })
  shop.faults.push('a_page')
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_not_found' })
})

test('creates a product without pictures when the site cannot fetch them', async () => {
  const { shop, access } = connect()
  shop.refusePictures()
  const pushed = await connector.pushProducts(access, [
    createOutgoingProduct(1),
    createOutgoingProduct(2, { pictures: [] }),
  ])
  expect(pushed).toMatchObject([{ externalId: expect.anything() }, { externalId: expect.anything() }])
  expect(shop.activeProducts()).toMatchObject([{ pictures: [] }, { pictures: [] }])
})

test('sends names as HTML and option values as WooCommerce stores them, without duplicate options', async () => {
  const { shop, access } = connect()
  const outgoingProduct = {
    ...createSizedProduct(7, [
      ['S | M', '100.00', 2],
      ['<6 mm', '110.00', 1],
      ['a \\  b', '110.00', 1],
      ['<b>L</b> %20', '110.00', 1],
    ]),
    name: 'Ring <b>5 mm</b> & more',
  }
  await connector.pushProducts(access, [outgoingProduct])
  await connector.pushProducts(access, [outgoingProduct])
  const [product, ...variations] = shop.listed()
  expect(product?.name).toBe('Ring &lt;b&gt;5 mm&lt;/b&gt; &amp; more')
  const options = product?.attributes[0]?.options
  expect(options).toEqual(['S / M', '‹6 mm', 'a / b', '‹b›L‹/b› % 20'])
  expect(variations.map(({ attributes }) => attributes[0]?.option)).toEqual(options)
})

test('uses the stock status of products whose stock is not tracked', async () => {
  const { shop, access } = connect()
  const uncounted = { manage_stock: false, stock_quantity: null }
  shop.addFields('Uncounted', { ...uncounted, stock_status: 'instock' })
  shop.addFields('Backordered', { ...uncounted, stock_status: 'onbackorder' })
  shop.addFields('Sold out', { ...uncounted, stock_status: 'outofstock' })
  shop.addFields('Counted', { stock_quantity: 2.5 })
  const { products } = await connector.listProducts(access, null)
  expect(products.map(({ quantity }) => quantity)).toEqual([null, null, 0, 2])
})

test('decodes the names of products and of the store to plain text', async () => {
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
] as const)('reads a product with %j as %s and %s', async (fields, kind, status) => {
  const { shop, access } = connect()
  shop.addFields('Ring', fields)
  expect((await connector.listProducts(access, null)).products).toMatchObject([{ kind, status }])
})

test('sends the keys as query parameters to a site that strips headers, and detects this once', async () => {
  const { shop, access } = connect({ stripsHeaders: true })
  expect(await connector.check(access, 'sell')).toMatchObject({ currency: 'USD' })
  expect(await connector.pushProducts(access, [createOutgoingProduct(1)])).toMatchObject([
    { externalId: expect.anything() },
  ])
  const requests = shop.requests.filter((path) => path !== 'GET /wp-json/')
  // The connector tried both keys as headers only once.
  expect(requests.filter((path) => path.endsWith('woocommerce_currency'))).toHaveLength(2)
  expect(requests.filter((path) => path.endsWith('products/batch'))).toHaveLength(2)
  shop.lockOut()
  await expect(connector.check(access, 'sell')).rejects.toMatchObject({ code: 'store_access_denied' })
})

test('refuses to follow a redirect with the keys, and names plain permalinks or the new address', async () => {
  const { shop, access } = connect({ stripsHeaders: true })
  await connector.check(access, 'sell')
  const refusal = async (fault: 'led_on' | 'moved') => {
    shop.faults.push(fault)
    const error: unknown = await connector
      .pushProducts(access, [createOutgoingProduct(1)])
      .catch((thrown: unknown) => thrown)
    return error instanceof Error ? error.message : ''
  }
  expect(await refusal('led_on')).toMatch(/Settings > Permalinks/)
  expect(await refusal('moved')).toBe(
    `${access.address} redirects to ${access.address.replace('//', '//www.')}. Enter that address.`,
  )
})

test.each([
  ['firewall', 'refused', /firewall.*refused/],
  ['broken', 'unavailable', /internal error \(500\)/],
  ['failing', 'unavailable', /busy/],
  ['busy', 'unavailable', /busy/],
  ['a_page', 'refused', /Settings > Permalinks/],
] as const)('explains a site with the fault %s', async (fault, kind, message) => {
  const { shop, access } = connect()
  shop.faults.push(fault)
  await expect(connector.check(access, 'source')).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message),
  })
  await expect(connector.check(access, 'source')).resolves.toBeTruthy()
})

test('reads an answer that follows PHP warnings of a broken plugin', async () => {
  const { shop, access } = connect()
  shop.faults.push('warned', 'warned')
  expect(await connector.check(access, 'source')).toMatchObject({ currency: 'USD' })
})

test('a sync with a read-only key fails with the same message as the connection check', async () => {
  const { access } = connect({ mayWrite: false })
  const refusal = await connector.check(access, 'sell').catch((error: unknown) => error)
  await expect(connector.pushProducts(access, [createOutgoingProduct(1)])).rejects.toMatchObject({
    code: 'store_rights_missing',
    message: String(Reflect.get(Object(refusal), 'message')),
  })
})
