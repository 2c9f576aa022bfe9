import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { CostAlertGroupData } from '#features/stores/listings/cost-alerts/contract.ts'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount, createTestMember, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, PRICE_RULE } from '#tests/steps/listings.ts'
import { createCallRecorder } from '#tests/steps/recorded-calls.ts'
import { pairSkus, publishRing, setSkus } from '#tests/steps/variant-drift.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  submitForm,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

// Every writing call of a vendor adds an entry to the activity log of the business, or is listed here with the reason.
const MODULES = import.meta.glob<Record<string, unknown>>('/src/features/**/*contract.ts', { eager: true })
const WRITING_CALLS = Object.values(MODULES)
  .flatMap((module) => Object.values(module))
  .filter(isWritingVendorCall)
  .map(({ method, path }) => `${method} ${path}`)

const NOT_RECORDED: Readonly<Record<string, string>> = {
  'POST /stores/connections/{id}/check': 'reads the store again',
  'POST /vendor/pricing/preview': 'changes nothing',
  'POST /vendor/manual-orders/quote': 'changes nothing',
  'POST /vendor/payments/{id}/confirm': 'reads from the provider what came',
  'POST /vendor/wallet/top-ups': 'moves no money; what comes in is in the wallet’s statement',
  'POST /vendor/product-lists': 'a note of the team’s own: nothing is sold or bought by it',
  'POST /vendor/product-lists/{id}/products': 'a note of the team’s own',
  'POST /vendor/product-lists/{id}/remove': 'a note of the team’s own',
  'POST /vendor/product-tags': 'a note of the team’s own',
  'POST /team/invitations/{id}/resend': 'sends the email of a recorded invitation once more',
  'POST /developers/webhooks/{id}/test': 'sends an example, kept with the deliveries',
  'POST /developers/webhooks/{id}/deliveries/{delivery}/replay': 'sends a kept delivery once more',
}

function isWritingVendorCall(value: unknown): value is EndpointSpec {
  return (
    value instanceof Object &&
    'method' in value &&
    value.method !== 'GET' &&
    'access' in value &&
    value.access instanceof Object &&
    'vendor' in value.access
  )
}

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, passMinute } = createListingSteps(shop, fake)

const { act, recorded, listActions } = createCallRecorder(shop)

test('records a vendor’s actions on shop orders in the activity log', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 30 })
  await topUpWallet(shop, vendor, 900)
  const settings = { wholeOrdersOnly: false, holdMinutes: 10, shipping: 'cheapest', minMarginPercent: null }
  await act(vendor, 'POST /vendor/forwarding-settings', { body: { ...settings, maxCost: 50 } })
  await act(vendor, 'POST /vendor/wallet/settings', { body: { autoPay: false, lowBalance: 80 } })
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [2] }))
  const { id } = order
  await act(vendor, 'POST /vendor/orders/{id}/approve', { id, body: { cost: 80 } })
  await shop.work()
  await act(vendor, 'POST /vendor/orders/pay', { body: { orders: [id], by: 'wallet' } })
  await shop.work()
  const read = () => readShopOrder(shop, vendor, String(order['number']))
  const part = getField<string>({ body: await read() } as never, 'supplierOrders', '0', 'id')
  const items = { items: [{ line: 1, quantity: 1 }] }
  await act(vendor, 'POST /vendor/supplier-orders/{id}/items/cancel', { id: part, body: items })
  await act(vendor, 'POST /vendor/supplier-orders/{id}/{action}', { id: part, action: 'cancel' })
  await shop.db.execute(sql`update shop_order_lines set reason = 'not_supplied'`)
  await shop.db.execute(sql`update supplier_order_lines set unwanted_quantity = 0`)
  await act(vendor, 'POST /vendor/orders/{id}/reorder', { id })
  await act(vendor, 'POST /vendor/wallet/withdrawals', {
    body: { amount: 10, idempotencyKey: 'withdraw-10' },
  })
  await shop.db.execute(sql`update shop_order_lines set kind = 'unmapped'`)
  const [line] = await queryRows<{ id: string; variant: string }>(
    shop.db,
    sql`select l.external_id as id, v.public_id as variant from shop_order_lines l join product_variants v on v.id = l.variant_id`,
  )
  const match = { id, lineId: line?.id, body: { variantId: line?.variant } }
  await act(vendor, 'POST /vendor/orders/{id}/lines/{lineId}/match', match)
  const { body } = await shop.get('/vendor/activity?kind=order', vendor.headers)
  const entries: { action: string; after: object }[] = Reflect.get(Object(body), 'entries')
  expect(entries.toReversed().map(({ action, after }) => [action, after])).toEqual([
    [`Approved the cost of order ${order['number']}`, { agreedCost: '80.00 USD' }],
    [`Paid order ${order['number']} from the wallet`, { payment: 'wallet', amount: '80.00 USD' }],
    [`Cancelled 1 item of order ${order['number']}`, { part }],
    [`Cancelled a part of order ${order['number']}`, { state: 'cancelled', part }],
    [`Ordered 1 item of order ${order['number']} again`, { items: 1 }],
    [`Matched an item of order ${order['number']}`, { variant: expect.any(String) }],
  ])
})

test('records a vendor’s actions on practice orders, manual orders and failed updates in the activity log', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor, { stock: 30 })
  await act(vendor, 'POST /stores/practice-shop')
  await act(vendor, 'POST /vendor/wallet/top-ups', { body: { wallet: 'practice', amount: 500 } })
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [2] }))
  await act(vendor, 'POST /vendor/orders/{id}/forward', { id: order.id })
  await submitForm(shop, vendor.admin, { answers: 'locked' })
  const part = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  const practice = 'POST /vendor/supplier-orders/{id}/practice/{action}'
  await act(vendor, practice, { id: part, action: 'accept' })
  const items = { items: [{ line: 1, quantity: 1 }] }
  await act(vendor, 'POST /vendor/supplier-orders/{id}/items/cancel', { id: part, body: items })
  await act(vendor, 'POST /vendor/supplier-orders/{id}/items/keep', { id: part })
  await act(vendor, practice, { id: part, action: 'ship' })
  await shop.work()
  await submitForm(shop, vendor.admin, { answers: 'normal' })
  const sent = await readShopOrder(shop, vendor, String(order['number']))
  const updateId = getField<string>({ body: sent } as never, 'storeUpdates', '0', 'id')
  await act(vendor, 'POST /vendor/orders/{id}/store-updates/{updateId}/retry', { id: order.id, updateId })

  const [variant] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from product_variants where wholesale_amount is not null and stock > 0 limit 1`,
  )
  const recipient = {
    firstName: '',
    lastName: 'Lim',
    line1: '10 Anson Road',
    city: 'Singapore',
    postcode: '079903',
    country: 'SG',
  }
  const typed = { lines: [{ variantId: variant?.id, quantity: 1 }], recipient, isPractice: true }
  const quoted = await act(vendor, 'POST /vendor/manual-orders/quote', { body: typed })
  const total = getField<number>(quoted, 'quote', 'total')
  const placed = await act(vendor, 'POST /vendor/manual-orders', {
    body: { ...typed, requestId: randomUUID(), total },
  })
  await act(vendor, 'POST /vendor/manual-orders/{id}/cancel', { id: getField(placed, 'id') })
  expect(await shop.get('/vendor/activity?kind=order', vendor.headers)).toMatchObject({
    body: {
      entries: [
        { action: 'Cancelled order M1001' },
        { action: 'Placed order M1001 by hand' },
        { action: `Had the store told again of a parcel of order ${order['number']}` },
        { action: `Had the practice supplier send order ${order['number']}` },
        { action: `Withdrew the request to cancel items of order ${order['number']}` },
        { action: `Asked the supplier to cancel 1 item of order ${order['number']}` },
        { action: `Had the practice supplier accept order ${order['number']}` },
        { action: `Sent order ${order['number']} to its suppliers`, before: { state: 'paid_hold' } },
      ],
    },
  })
})

test('records a vendor’s actions on stores, listings and prices in the activity log', async () => {
  const vendor = await createVendor()
  const { id: productId } = await createWholesale(4_000, { name: 'Harbour ring', price: 12_000, stock: 4 })
  const { typed } = vendor.own
  await act(vendor, 'POST /stores/connections', { body: typed })
  const keys = { key: typed['key'], secret: typed['secret'] }
  await act(vendor, 'POST /stores/connections/{id}/keys', { id: vendor.store, body: keys })
  const whenRemoved = { body: { whenRemoved: 'unpublish' } }
  await act(vendor, 'POST /stores/connections/{id}/when-removed', { id: vendor.store, ...whenRemoved })
  await act(vendor, 'POST /stores/selection', { body: { products: [{ productId }] } })
  await act(vendor, 'POST /stores/selection/change', { body: { productId, quantity: 2 } })
  await act(vendor, 'POST /vendor/pricing', { body: { version: 0, rates: [], rules: [PRICE_RULE] } })
  const storeId = vendor.store
  const begin = () => act(vendor, 'POST /vendor/publish-plans', { body: { storeId } })
  const plan = { id: getField(await begin(), 'plan', 'id') }
  await shop.work()
  await act(vendor, 'POST /vendor/publish-plans/{id}/cancel', plan)
  await act(vendor, 'POST /vendor/publish-plans/{id}/apply', plan)
  await shop.work()
  await act(vendor, 'POST /stores/sync')
  await shop.work()
  const owners = { storeId, productIds: [productId], fields: { title: 'supplier' } }
  const planned = await act(vendor, 'POST /vendor/publish-plans', { body: owners })
  const fields = { id: getField(planned, 'plan', 'id') }
  await shop.work()
  await act(vendor, 'POST /vendor/publish-plans/{id}/apply', fields)
  await shop.work()
  await act(vendor, 'POST /vendor/publish-plans/{id}/undo', fields)
  const listings = { storeId, productIds: [productId] }
  await act(vendor, 'POST /vendor/listings/update', { body: listings })
  await act(vendor, 'POST /vendor/listings/on-sale', { body: { ...listings, isOnSale: false } })
  await act(vendor, 'POST /vendor/listings/on-sale', { body: { ...listings, isOnSale: true } })
  const raiseCost = async (cents: number) => {
    await shop.db.execute(sql`update product_variants set wholesale_amount = ${cents}`)
    await passMinute()
  }
  await act(vendor, 'POST /stores/selection/change', { body: { productId, retailPrice: 60 } })
  await raiseCost(4_000)
  await raiseCost(5_000)
  const keep = { decision: 'keep_price' }
  await act(vendor, 'POST /vendor/listings/cost-alerts', { body: { ...listings, ...keep } })
  await raiseCost(5_500)
  const alerts = await shop.get('/vendor/cost-alerts', vendor.headers)
  const { supplier, fingerprint } = getField<CostAlertGroupData>(alerts, 'groups', '0')
  const decision = { supplierId: supplier.id, fingerprint, ...keep }
  const decided = await act(vendor, 'POST /vendor/cost-alerts/decide', { body: decision })
  await act(vendor, 'POST /vendor/cost-decisions/{id}/undo', { id: getField(decided, 'decision', 'id') })
  await act(vendor, 'POST /stores/selection/remove', { body: { productIds: [productId] } })
  await act(vendor, 'POST /stores/connections/{id}/remove', { id: vendor.store })
  // One entry for each call, and one for connecting the store at the start.
  expect(await listActions(vendor.id)).toHaveLength(23)
})

test('records a vendor’s actions on parcels, team and API in the activity log', async () => {
  const owner = await createSignedInAccount(shop.db, shop.now(), { withPassword: true })
  const join = () => createTestMember(shop.db, shop.now(), { business: owner, roles: ['orders'] })
  const brand = { name: 'Mei’s Jewels', note: 'Thank you!', returnAddress: [] }
  await act(owner, 'POST /vendor/parcel-brand', { body: brand })
  await act(owner, 'POST /vendor/parcel-brand/logo', { body: await createPicture() })
  await act(owner, 'POST /vendor/parcel-brand/logo/remove')

  const [first, second, heir] = [await join(), await join(), await join()]
  const guest = { email: 'new.member@shop.example', roles: ['listings'] }
  const invited = await act(owner, 'POST /team/invitations', { body: guest })
  await act(owner, 'POST /team/invitations/{id}/revoke', { id: getField(invited, 'invitations', '0', 'id') })
  const roles = { id: first.publicId, body: { roles: ['finance'] } }
  await act(owner, 'POST /team/members/{id}/roles', roles)
  await act(owner, 'POST /team/members/{id}/remove', { id: first.publicId })
  await act({ id: second.id, business: owner }, 'POST /team/leave')

  const key = { name: 'Stock', scopes: ['orders:read'], expiresInDays: null }
  const created = await act(owner, 'POST /developers/keys', { body: key })
  await act(owner, 'POST /developers/keys/{id}/revoke', { id: getField(created, 'key', 'id') })
  const hook = { url: 'https://hooks.example/cabochon', events: ['order.shipped'] }
  const added = await act(owner, 'POST /developers/webhooks', { body: hook })
  const id = getField(added, 'endpoint', 'id')
  const changed = { ...hook, url: 'https://hooks.example/orders' }
  await act(owner, 'POST /developers/webhooks/{id}', { id, body: changed })
  await act(owner, 'POST /developers/webhooks/{id}/state', { id, body: { state: 'paused' } })
  await act(owner, 'POST /developers/webhooks/{id}/secret', { id })
  await act(owner, 'POST /developers/webhooks/{id}/remove', { id })
  const transfer = { member: heir.publicId, password: PASSWORD }
  await act(owner, 'POST /team/transfer', { body: transfer })
  expect(await listActions(owner.id)).toHaveLength(16)
})

test('records a vendor’s replacements and store cancellations in the activity log', async () => {
  const vendor = await createShopVendor(shop, { isReal: false, platform: 'woocommerce' })
  await publishProduct(shop, vendor, { stock: 5 })
  await createTestProduct(shop.db, { name: 'Harbour ring', stock: 9 })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 5000 where wholesale_amount is null`,
  )
  await shop.db.execute(sql`update product_variants set stock = 1 where stock = 5`)
  const { id, lines } = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [3] }))
  const [other] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from product_variants where stock = 9`,
  )
  const line = { lineId: getField({ body: lines } as never, '0', 'id'), id }
  const replaces = getField({ body: lines } as never, '0', 'variant', 'id')
  await act(vendor, 'POST /vendor/orders/{id}/lines/{lineId}/replace', {
    ...line,
    body: { variantId: other?.id, replaces },
  })
  await submitForm(shop, vendor.admin, { answers: 'locked' })
  await act(vendor, 'POST /vendor/orders/{id}/cancel-in-store', { id, body: { refundCustomer: true } })
  await shop.work()
  await act(vendor, 'POST /vendor/orders/{id}/keep', { id })
  expect((await listActions(vendor.id)).slice(-3)).toEqual([
    'Replaced an item of order 1',
    'Cancelled order 1 in the store',
    'Continued order 1, which the store didn’t cancel',
  ])
})

test('records a vendor’s repair of a listing’s variants in the activity log', async () => {
  const { vendor, productId, ids, skus } = await publishRing(shop, 'woocommerce')
  await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
  const listing = { storeId: vendor.connection, productId }
  const read = await asVendor(shop, vendor)(`/vendor/listings/${vendor.connection}/${productId}/variants`)
  await act(vendor, 'POST /vendor/listings/{storeId}/{productId}/variants/repair', {
    ...listing,
    body: { repairId: 'restore', fingerprint: getField(read, 'listing', 'fingerprint') },
  })
  expect((await listActions(vendor.id)).at(-1)).toMatch(/^Repaired variants of Quay ring in /)
})

test('every writing call of vendors is recorded, or has a documented reason for not being recorded', () => {
  const missing = WRITING_CALLS.filter((name) => !recorded.has(name) && !(name in NOT_RECORDED))
  expect(missing).toEqual([])
  const needless = Object.keys(NOT_RECORDED).filter(
    (name) => recorded.has(name) || !WRITING_CALLS.includes(name),
  )
  expect(needless).toEqual([])
})
