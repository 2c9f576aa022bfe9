import { afterAll, expect, test } from 'vitest'
import { playedStores } from '#main/played-stores.ts'
import { fakeStores } from '#tests/fake-stores/server.ts'
import { inSizes, outgoing, storeContract } from '#tests/store-contract.ts'
import { wooCommerce } from './woocommerce.ts'

const fake = await fakeStores()
afterAll(fake.close)
const connector = wooCommerce(playedStores(fake.url, fetch))
let shops = 0

function connect(given: { currency?: string; mayWrite?: boolean } = {}) {
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
  ).toMatchObject([{ problem: expect.stringContaining('simple') }])
  expect(shop.standing()).toMatchObject([{ offers: [{ price: '120.00' }] }])
})
