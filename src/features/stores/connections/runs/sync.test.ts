import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { field } from '#tests/steps/chat.ts'
import { pieceOnSale } from '#tests/shop/factories.ts'
import { fakeStores, type PlayedShop } from '#tests/fakes/stores/server.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'
import { type Answer, shopOver, testShop } from '#tests/shop/shop.ts'

const fake = await fakeStores()
afterAll(fake.close)
const shop = await testShop({ STORES_PLAYED_AT: fake.url })
let made = 0

type Vendor = MadePerson & { own: PlayedShop }

/** A vendor with a connected store. */
async function vendorWith(kind: 'shopify' | 'woo', currency = 'USD'): Promise<Vendor> {
  made += 1
  const own =
    kind === 'shopify'
      ? fake.shopify(`own-${made}`, { currency })
      : fake.woo(`own-${made}.example`, { currency })
  const person = await personSignedIn(shop.db, shop.now())
  expect(await shop.post('/stores/connections', own.typed, person.headers)).toMatchObject({ status: 200 })
  return { ...person, own }
}

const choose = ({ headers }: MadePerson, ...pieces: object[]): Promise<Answer> =>
  shop.post('/stores/selection', { pieces }, headers)
const sync = ({ headers }: MadePerson): Promise<Answer> => shop.post('/stores/sync', {}, headers)
const selection = ({ headers }: MadePerson): Promise<Answer> => shop.get('/stores/selection', headers)

async function push({ headers }: MadePerson): Promise<unknown> {
  return field(await shop.get('/stores/connections', headers), 'connections', '0', 'push')
}

test.each(['shopify', 'woo'] as const)(
  'a selection comes into the own %s store with its retail price, and stays single [PROD-05, VONB-14]',
  async (kind) => {
    const vendor = await vendorWith(kind)
    const [ring, chain] = [
      await pieceOnSale(shop.db, { name: 'Harbour ring', price: 12_000, stock: 4 }),
      await pieceOnSale(shop.db, { name: 'Quay chain', price: 8_000, offer: 6_000, stock: 9 }),
    ]
    await choose(vendor, { productId: ring.id, retailPrice: 189.9, quantity: 2 }, { productId: chain.id })
    expect(await sync(vendor)).toMatchObject({
      status: 200,
      body: { connections: [{ push: { state: 'running', waiting: 2 } }] },
    })
    await shop.work()
    expect(vendor.own.standing()).toMatchObject([
      { name: 'Harbour ring', offers: [{ price: '189.90', quantity: 2 }] },
      { name: 'Quay chain', offers: [{ price: '60.00', quantity: 9 }] },
    ])
    expect(await push(vendor)).toMatchObject({ state: 'done', done: 2, failed: 0, waiting: 0, problem: null })
    expect(await selection(vendor)).toMatchObject({
      body: { total: 2, selection: [{ sync: { state: 'synced' } }, { sync: { state: 'synced' } }] },
    })

    await sync(vendor)
    await shop.work()
    expect(vendor.own.standing()).toHaveLength(2)
  },
)

test('a second click while it goes on joins, and brings what was chosen meanwhile', async () => {
  const vendor = await vendorWith('woo')
  const [ring, chain] = [await pieceOnSale(shop.db), await pieceOnSale(shop.db)]
  await choose(vendor, { productId: ring.id })
  await sync(vendor)
  await choose(vendor, { productId: chain.id })
  await sync(vendor)
  expect(await rows(shop.db, sql`select id from store_runs`)).toHaveLength(1)
  await shop.work()
  expect(vendor.own.standing()).toHaveLength(2)
})

test('a piece that the store does not take says why, the others are there', async () => {
  const vendor = await vendorWith('shopify')
  const [bad, good] = [await pieceOnSale(shop.db, { name: 'Forbidden ring' }), await pieceOnSale(shop.db)]
  await choose(vendor, { productId: bad.id }, { productId: good.id })
  await sync(vendor)
  await shop.work()
  expect(await push(vendor)).toMatchObject({ state: 'done', done: 1, failed: 1 })
  expect(await shop.get(`/stores/selection?ids=${bad.id}`, vendor.headers)).toMatchObject({
    body: {
      selection: [
        { sync: { state: 'failed', problem: 'Shopify says: Title is not allowed', syncedAt: null } },
      ],
    },
  })
})

test('without a connection, and without a selection, it says so [VONB-14]', async () => {
  const person = await personSignedIn(shop.db, shop.now())
  expect(await sync(person)).toMatchObject({ status: 409, body: { code: 'no_connection' } })
  const vendor = await vendorWith('woo')
  expect(await sync(vendor)).toMatchObject({ status: 409, body: { code: 'nothing_selected' } })
})

test('a store that takes the keys back ends the run with its words, at the run and the connection', async () => {
  const vendor = await vendorWith('woo')
  await choose(vendor, { productId: (await pieceOnSale(shop.db)).id })
  vendor.own.lockOut()
  await sync(vendor)
  await shop.work()
  const problem = expect.stringContaining('does not accept this key')
  expect(await push(vendor)).toMatchObject({ state: 'failed', problem, failed: 1 })
  expect(await shop.get('/stores/connections', vendor.headers)).toMatchObject({
    body: { connections: [{ problem }] },
  })
})

test('a store that does not answer is asked again; a run whose worker is lost goes on at the next click', async () => {
  const vendor = await vendorWith('woo')
  await choose(vendor, { productId: (await pieceOnSale(shop.db)).id })
  vendor.own.faults.push('failing')
  await sync(vendor)
  await shop.work()
  expect(await push(vendor)).toMatchObject({ state: 'running', waiting: 1 })
  expect(await rows(shop.db, sql`select misses from store_runs`)).toEqual([{ misses: 1 }])

  // As if the job had died with its process.
  await shop.db.execute(sql`delete from pgboss.job`)
  shop.passTime(11 * MINUTE)
  await sync(vendor)
  await shop.work()
  expect(await push(vendor)).toMatchObject({ state: 'done', done: 1 })
  expect(vendor.own.standing()).toHaveLength(1)
})

test('an answer that was lost after the piece was made doubles nothing', async () => {
  const vendor = await vendorWith('shopify')
  await choose(vendor, { productId: (await pieceOnSale(shop.db)).id })
  vendor.own.faults.push('none', 'none', 'lost')
  await sync(vendor)
  await shop.work()
  expect(vendor.own.standing()).toHaveLength(1)
  await shop.db.execute(sql`delete from pgboss.job`)
  shop.passTime(11 * MINUTE)
  await sync(vendor)
  await shop.work()
  expect(await push(vendor)).toMatchObject({ state: 'done', done: 1 })
  expect(vendor.own.standing()).toHaveLength(1)
})

test('a store in another currency asks for retail prices in it, and takes those', async () => {
  const vendor = await vendorWith('woo', 'SGD')
  const [ring, chain] = [await pieceOnSale(shop.db), await pieceOnSale(shop.db)]
  await choose(
    vendor,
    { productId: ring.id },
    { productId: chain.id, retailPrice: 150, retailCurrency: 'SGD' },
  )
  await sync(vendor)
  await shop.work()
  expect(vendor.own.standing()).toMatchObject([{ name: chain.name, offers: [{ price: '150.00' }] }])
  expect(await shop.get(`/stores/selection?ids=${ring.id}`, vendor.headers)).toMatchObject({
    body: {
      selection: [
        { sync: { problem: 'Your store sells in SGD: please give this piece a retail price in SGD.' } },
      ],
    },
  })
})

test('a piece that is not offered any more is sold out in the own store', async () => {
  const vendor = await vendorWith('shopify')
  const ring = await pieceOnSale(shop.db, { stock: 5 })
  await choose(vendor, { productId: ring.id })
  await sync(vendor)
  await shop.work()
  await shop.db.execute(sql`update products set status = 'archived' where id = ${ring.productKey}`)
  await sync(vendor)
  await shop.work()
  expect(vendor.own.standing()).toMatchObject([{ offers: [{ quantity: 0 }] }])
})

test('products that go without their pictures say so, and get them once there is an https address', async () => {
  const vendor = await vendorWith('woo')
  const ring = await pieceOnSale(shop.db)
  await shop.db.execute(
    sql`update products set pictures = '[{"image_url": "/media/ring.webp"}]' where id = ${ring.productKey}`,
  )
  await choose(vendor, { productId: ring.id })
  await sync(vendor)
  await shop.work()
  expect(vendor.own.standing()).toMatchObject([{ pictures: [] }])
  expect(await selection(vendor)).toMatchObject({
    body: {
      selection: [
        {
          sync: {
            state: 'synced',
            problem: null,
            note: expect.stringMatching(/^Synced without pictures: .*https/),
          },
        },
      ],
    },
  })

  const settings = { STORES_PLAYED_AT: fake.url, PUBLIC_URL: 'https://shop.test' }
  const secured = await shopOver({ db: shop.db, url: shop.databaseUrl }, settings)
  await sync(vendor)
  await secured.work()
  const pictures = ['https://shop.test/media/ring.webp']
  expect(vendor.own.standing()).toMatchObject([{ pictures }])
  expect(await selection(vendor)).toMatchObject({
    body: { selection: [{ sync: { state: 'synced', note: null } }] },
  })
})
