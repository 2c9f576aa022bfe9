import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type OrdersShop,
  type FakeOrder,
  testOrdersContract,
  testReadingTogether,
} from '#tests/contracts/orders-contract.ts'
import type { SafeRequest, SafeResponse } from '#platform/security/safe-fetch.ts'
import { wooCommerce } from './woocommerce.ts'

const SECRET = 'the secret of this connection'

function connect(): OrdersShop {
  const orders: FakeOrder[] = []
  const webhooks: Record<string, unknown>[] = []
  const subscriptions: string[] = []
  const ask = (request: SafeRequest): Promise<SafeResponse> => {
    const { status, body, pages = 1 } = answer(request, orders, webhooks)
    subscriptions.splice(0, Infinity, ...webhooks.map(({ topic }) => String(topic)))
    const headers = { 'x-wp-totalpages': String(pages) }
    return Promise.resolve({ status, text: JSON.stringify(body), headers })
  }
  return {
    connector: wooCommerce(ask),
    access: { address: 'https://site.example', keys: { key: 'ck_1', secret: 'cs_1' } },
    ids: { productId: '13', variantId: '14' },
    orders,
    subscriptions,
    secret: SECRET,
    sign: ({ body, isAboutOrder = true, secret = SECRET }) => ({
      'x-wc-webhook-topic': isAboutOrder ? 'order.updated' : 'product.updated',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      // As recorded: two deliveries had the same number.
      'x-wc-webhook-delivery-id': '1',
    }),
  }
}

function answer(
  { url, body }: SafeRequest,
  orders: readonly FakeOrder[],
  webhooks: Record<string, unknown>[],
): { status: number; body: unknown; pages?: number } {
  const { pathname, searchParams } = new URL(url)
  const [, id, isRefunds] = /\/orders\/(\d+)(\/refunds)?$/.exec(pathname) ?? []
  if (pathname.endsWith('/webhooks')) {
    if (body === undefined) return { status: 200, body: webhooks }
    webhooks.push({ ...JSON.parse(body), id: webhooks.length + 1 })
    return { status: 201, body: { id: webhooks.length } }
  }
  const include = searchParams.get('include')?.split(',')
  if (include) {
    // As in WooCommerce, a list of any status leaves out the trash.
    const found = orders.filter((order) => include.includes(order.id) && searchParams.get('status') === 'any')
    return { status: 200, body: found.slice(0, Number(searchParams.get('per_page'))).map(toWooOrder) }
  }
  if (id === undefined) {
    const since = new Date(`${searchParams.get('modified_after')}Z`)
    const found = orders.filter(({ modifiedAt }) => new Date(modifiedAt) > since)
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))]
    const shown = found.slice((page - 1) * size, page * size).map(toWooOrder)
    return { status: 200, body: shown, pages: Math.ceil(found.length / size) }
  }
  const order = orders.find((one) => one.id === id)
  if (!order)
    return { status: 404, body: { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' } }
  if (isRefunds === undefined) return { status: 200, body: toWooOrder(order) }
  const meta_data = [{ id: 3, key: '_refunded_item_id', value: '7' }]
  const ofUnits = { amount: '49.90', line_items: [{ quantity: -order.removed, total: '-49.90', meta_data }] }
  // As recorded: a refund of an amount has no lines.
  const ofAmount = { amount: order.refundedAmount, line_items: [], shipping_lines: [], fee_lines: [] }
  return {
    status: 200,
    body: [...(order.removed > 0 ? [ofUnits] : []), ...(order.refundedAmount ? [ofAmount] : [])],
  }
}

const STATUSES = {
  unpaid: 'on-hold',
  paid: 'processing',
  cancelled: 'cancelled',
  refunded: 'refunded',
} as const

function toWooOrder({ id, state, quantity, removed, modifiedAt, refundedAmount }: FakeOrder) {
  const address = {
    first_name: 'Ada',
    last_name: 'Lim',
    company: '',
    address_1: '10 Anson Road',
    address_2: '#12-03',
    city: 'Singapore',
    state: '',
    postcode: '079903',
    country: 'SG',
    phone: '+6591234567',
  }
  return {
    id: Number(id),
    number: `#${id}`,
    status: STATUSES[state],
    currency: 'SGD',
    total: '149.70',
    date_created_gmt: '2026-11-20T02:00:00',
    date_modified_gmt: modifiedAt.replace('Z', ''),
    date_paid_gmt: state === 'unpaid' ? null : '2026-11-20T02:15:00',
    billing: address,
    // As recorded: an empty shipping address means the billing address.
    shipping: Object.fromEntries(Object.keys(address).map((field) => [field, ''])),
    line_items: [
      { id: 7, name: 'Halo ring', product_id: 13, variation_id: 14, quantity, sku: 'MINE', total: '149.70' },
    ],
    refunds: removed > 0 || refundedAmount ? [{ id: 17 }] : [],
  }
}

testOrdersContract('WooCommerce', connect)
testReadingTogether('WooCommerce', connect)

test('reads an order with cash on delivery as unpaid', async () => {
  const { connector, access, orders } = connect()
  orders.push({
    id: '1',
    state: 'unpaid',
    quantity: 1,
    removed: 0,
    modifiedAt: '2026-11-20T02:15:01Z',
    hasAddress: true,
  })
  expect(await connector.findOrder(access, '1')).toMatchObject({ state: 'unpaid' })
})

test('reads an order in the trash together with others, as cancelled', async () => {
  const asked: string[] = []
  const trashed = toWooOrder({
    id: '1',
    state: 'paid',
    quantity: 1,
    removed: 0,
    modifiedAt: '2026-11-20T02:15:01Z',
    hasAddress: true,
  })
  const connector = wooCommerce(({ url }) => {
    const { searchParams } = new URL(url)
    asked.push(`${searchParams.get('status')} ${searchParams.get('include')}`)
    const body = searchParams.get('status') === 'trash' ? [{ ...trashed, status: 'trash' }] : []
    return Promise.resolve({ status: 200, text: JSON.stringify(body), headers: {} })
  })
  const access = { address: 'https://site.example', keys: { key: 'ck_1', secret: 'cs_1' } }
  expect(await connector.findOrders?.(access, ['1', '2'])).toMatchObject([
    { externalId: '1', state: 'cancelled' },
  ])
  expect(asked).toEqual(['any 1,2', 'trash 1,2'])
})

test('ignores the ping that WooCommerce sends when a webhook is activated', () => {
  const { connector, access, secret } = connect()
  const body = new TextEncoder().encode('webhook_id=5')
  const event = connector.readWebhook(access, { body, header: () => undefined }, secret)
  expect(event).toEqual({ key: '', topic: 'ping', orderId: null })
})

/** A line's metadata as recorded from WooCommerce 8.4. */
const metaOf = (key: string, value: unknown, shown: unknown = value) => ({
  id: 10,
  key,
  value,
  display_key: key,
  display_value: shown,
})
const REDUCED = metaOf('_reduced_stock', '1')

test.each([
  ['a global attribute', 81, [metaOf('pa_ring-size', '7'), REDUCED], ['7']],
  [
    'attributes of the product',
    90,
    [metaOf('metal', 'Silver'), metaOf('length', '50 cm'), REDUCED],
    ['Silver', '50 cm'],
  ],
  // The value of a global attribute is the slug of its term.
  ['a term with a slug', 82, [metaOf('pa_metal', '18k-gold', '18K Gold')], ['18K Gold']],
  [
    'an engraving of a plugin',
    81,
    [
      metaOf('pa_ring-size', '7'),
      metaOf('Engraving', 'For <b>Anna</b> & Ben', 'For Anna &amp; Ben'),
      REDUCED,
    ],
    ['7', 'For Anna & Ben'],
  ],
  ['what plugins store as objects', 81, [metaOf('gift', { wrap: true }), metaOf('pa_ring-size', '7')], ['7']],
  ['hidden metadata alone', 81, [REDUCED], undefined],
  ['a product without variations', 0, [metaOf('Engraving', 'For Anna')], undefined],
])('reads the options of a line: %s', async (...[, variation_id, meta_data, options]) => {
  const order = {
    id: '1',
    state: 'paid',
    quantity: 1,
    removed: 0,
    modifiedAt: '2026-11-20T02:15:01Z',
  } as const
  const recorded = toWooOrder({ ...order, hasAddress: true })
  const body = {
    ...recorded,
    line_items: recorded.line_items.map((line) => ({ ...line, variation_id, meta_data })),
  }
  const connector = wooCommerce(() =>
    Promise.resolve({ status: 200, text: JSON.stringify(body), headers: {} }),
  )
  const [line] = (await connector.findOrder(connect().access, '1'))?.lines ?? []
  expect(line?.options).toEqual(options)
})
