import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount, createTestMember } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, PRICE_RULE } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale } = createListingSteps(shop, fake)

/** Sends a call that must succeed. */
async function send({ headers }: Pick<CreatedAccount, 'headers'>, path: string, body: object = {}) {
  const answer = await shop.post(path, body, headers)
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text])
  return answer
}

/** Returns the log of a vendor's business, oldest first, as name, kind, action, before and after. */
async function listActivity({ headers }: Pick<CreatedAccount, 'headers'>): Promise<unknown[][]> {
  const { body } = await shop.get('/vendor/activity', headers)
  const entries: Record<string, unknown>[] = Reflect.get(Object(body), 'entries')
  return entries
    .map(({ name, kind, action, before, after }) => [name, kind, action, before, after])
    .toReversed()
}

/** Returns the expected entry of a listing, without values before. */
const toEntry = (action: string, after: object) => [
  'listing',
  action,
  Object.fromEntries(Object.keys(after).map((name) => [name, null])),
  after,
]

/** Adds a member to a vendor's business. */
function addMember(business: CreatedAccount, role: 'listings' | 'finance') {
  const name = { firstName: role === 'listings' ? 'Jonas' : 'Mara', lastName: 'Lim' }
  return createTestMember(shop.db, shop.now(), { business, roles: [role], ...name })
}

/** Creates a vendor with a connected store, a member for listings, and two products. */
async function createTeam() {
  const owner = await createVendor()
  const jonas = await addMember(owner, 'listings')
  const { length } = await listActivity(owner)
  const { id: ring } = await createWholesale(4_000, { name: 'Harbour ring', price: 12_000, stock: 4 })
  const { id: chain } = await createWholesale(4_000, { price: 12_000 })
  const selected = { products: [{ productId: ring }, { productId: chain }] }
  /** Returns the new entries, which must all be the member's. */
  const listAdded = async () => {
    const added = (await listActivity(owner)).slice(length)
    expect(added.map(([name]) => name)).toEqual(added.map(() => 'Jonas Lim'))
    return added.map(([, ...entry]) => entry)
  }
  return { owner, jonas, ring, chain, selected, listAdded }
}

test('a member’s changes of selection and price rules are in the activity log with their name', async () => {
  const { jonas, ring, chain, selected, listAdded } = await createTeam()
  await send(jonas, '/stores/selection', selected)
  // Selecting a product again adds no entry.
  await send(jonas, '/stores/selection', { products: [{ productId: ring }] })
  const settings = { productId: ring, retailPrice: 150, retailCurrency: 'USD', quantity: 2 }
  await send(jonas, '/stores/selection/change', settings)
  await send(jonas, '/stores/selection/remove', { productIds: [chain] })
  await send(jonas, '/vendor/pricing', { version: 0, rates: [], rules: [PRICE_RULE] })
  const rates = [{ currency: 'EUR', rateMicros: 920_000, bufferBps: 200, enteredAt: '2026-03-01T00:00:00Z' }]
  const rings = { ...PRICE_RULE, scope: { kind: 'category', category: 'Rings' }, ending: null }
  await send(jonas, '/vendor/pricing', { version: 1, rates, rules: [PRICE_RULE, rings] })

  const rule = 'All products: cost × 2.5, ending .95, margin at least 30%'
  expect(await listAdded()).toEqual([
    ['selection', 'Added 2 products to the selection', { products: 0 }, { products: 2 }],
    [
      'selection',
      'Changed the retail settings of Harbour ring',
      { retailPrice: null, quantity: null },
      { retailPrice: '150.00 USD', quantity: 2 },
    ],
    ['selection', 'Removed 1 product from the selection', { products: 2 }, { products: 1 }],
    ['pricing', 'Saved the price rules', { rules: [] }, { rules: [rule] }],
    [
      'pricing',
      'Saved the price rules',
      { rules: [], rates: [] },
      { rules: ['Rings: cost × 2.5, margin at least 30%'], rates: ['1 USD = 0.92 EUR, buffer 2%'] },
    ],
  ])
})

test('a member’s actions on listings are in the activity log, one entry each', async () => {
  const { owner, jonas, ring, chain, selected, listAdded } = await createTeam()
  await send(jonas, '/stores/selection', selected)
  const plan = getField(await send(jonas, '/vendor/publish-plans', { storeId: owner.store }), 'plan', 'id')
  await shop.work()
  await send(jonas, `/vendor/publish-plans/${plan}/cancel`)
  // Cancelling again adds no entry.
  await send(jonas, `/vendor/publish-plans/${plan}/cancel`)
  await send(jonas, `/vendor/publish-plans/${plan}/apply`)
  await send(jonas, `/vendor/publish-plans/${plan}/apply`)
  await shop.work()
  const listings = { storeId: owner.store, productIds: [ring, chain] }
  await send(jonas, '/vendor/listings/update', listings)
  await send(jonas, '/vendor/listings/on-sale', { ...listings, isOnSale: false })
  await send(jonas, '/vendor/listings/on-sale', { ...listings, productIds: [ring], isOnSale: true })
  const alert = JSON.stringify({ before: 3_000, after: 4_000, marginBps: 1_667, floorBps: 3_000 })
  const raiseCost = () => shop.db.execute(sql`update store_listings set cost_alert = ${alert}::jsonb`)
  await raiseCost()
  await send(jonas, '/vendor/listings/cost-alerts', { ...listings, decision: 'keep_price' })
  // No alert is open any more, so this adds no entry.
  await send(jonas, '/vendor/listings/cost-alerts', { ...listings, decision: 'keep_price' })
  await raiseCost()
  await send(jonas, '/vendor/listings/cost-alerts', { ...listings, decision: 'follow_rule' })

  const store = `The site ${new URL(owner.own.typed['shop'] ?? '').host}`
  expect((await listAdded()).slice(1)).toEqual([
    ['listing', `Began a publish plan for ${store}`, { state: null }, { state: 'planning' }],
    ['listing', `Cancelled a publish plan for ${store}`, { state: 'planned' }, { state: 'cancelled' }],
    [
      'listing',
      `Applied a publish plan of 2 products for ${store}`,
      { state: 'cancelled', listings: null },
      { state: 'applying', listings: 2 },
    ],
    toEntry(`Sent price and stock of 2 listings to ${store}`, { listings: 2 }),
    toEntry(`Took 2 listings off sale in ${store}`, { isOnSale: false, listings: 2 }),
    toEntry(`Put 1 listing on sale in ${store}`, { isOnSale: true, listings: 1 }),
    toEntry('Kept the price of 2 listings after their cost rose', { decision: 'keep_price', listings: 2 }),
    toEntry('Repriced 2 listings by the price rules after their cost rose', {
      decision: 'follow_rule',
      listings: 2,
    }),
  ])
})

test('connected stores, order settings and wallet settings are in the activity log, and keys are not', async () => {
  const owner = await createSignedInAccount(shop.db, shop.now(), { firstName: 'Ruben', lastName: 'Hale' })
  const mara = await addMember(owner, 'finance')
  const { typed } = fake.woo('logged.example', { name: 'Logged rings' })
  const connected = await send(owner, '/stores/connections', typed)
  await send(owner, '/stores/connections', typed)
  const path = `/stores/connections/${getField(connected, 'connection', 'id')}`
  await send(owner, `${path}/keys`, { key: typed['key'], secret: typed['secret'] })
  await send(owner, `${path}/when-removed`, { whenRemoved: 'unpublish' })
  await send(owner, `${path}/remove`)
  const settings = {
    wholeOrdersOnly: true,
    holdMinutes: 5,
    shipping: 'cheapest',
    maxCost: 250.5,
    minMarginPercent: 20,
  }
  await send(owner, '/vendor/forwarding-settings', settings)
  await send(owner, '/vendor/forwarding-settings', settings)
  await send(mara, '/vendor/wallet/settings', { autoPay: false, lowBalance: 80 })

  const stored = { store: 'Logged rings', address: 'https://logged.example' }
  const [nothing, keysSavedAt] = [{ store: null, address: null }, shop.now().toISOString()]
  expect(await listActivity(owner)).toEqual([
    [
      'Ruben Hale',
      'connection',
      'Connected Logged rings',
      { ...nothing, keysSavedAt: null },
      { ...stored, keysSavedAt },
    ],
    ['Ruben Hale', 'connection', 'Replaced the keys of Logged rings', { keysSavedAt: null }, { keysSavedAt }],
    ['Ruben Hale', 'connection', 'Replaced the keys of Logged rings', { keysSavedAt: null }, { keysSavedAt }],
    [
      'Ruben Hale',
      'connection',
      'Changed what happens to removed products in Logged rings',
      { whenRemoved: 'sold_out' },
      { whenRemoved: 'unpublish' },
    ],
    ['Ruben Hale', 'connection', 'Disconnected Logged rings', stored, nothing],
    [
      'Ruben Hale',
      'settings',
      'Changed the order settings',
      { wholeOrdersOnly: false, holdMinutes: 10, maxCost: null, minMarginPercent: null },
      { wholeOrdersOnly: true, holdMinutes: 5, maxCost: 250.5, minMarginPercent: 20 },
    ],
    [
      'Mara Lim',
      'settings',
      'Changed the wallet settings',
      { autoPay: true, lowBalance: 50 },
      { autoPay: false, lowBalance: 80 },
    ],
  ])
  const { text } = await shop.get('/vendor/activity', owner.headers)
  for (const secret of [typed['key'], typed['secret']]) expect(text).not.toContain(secret)
})

test('connecting a supplier’s store adds nothing to the vendors’ log', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  await send({ headers }, '/stores/connections', fake.woo('source.example').typed)
  expect(await shop.db.execute(sql`select 1 from audit_log`)).toMatchObject({ rows: [] })
})
