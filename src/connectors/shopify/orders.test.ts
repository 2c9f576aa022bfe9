import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type OrdersShop, type FakeOrder, testOrdersContract } from '#tests/contracts/orders-contract.ts'
import type { SafeRequest, SafeResponse } from '#platform/security/safe-fetch.ts'
import { shopify } from './shopify.ts'

const SECRET = 'shpss_of_the_app'

function connect(): OrdersShop {
  const orders: FakeOrder[] = []
  const subscriptions: string[] = []
  const ask = ({ url, body = '{}' }: SafeRequest): Promise<SafeResponse> => {
    const answer = url.endsWith('/oauth/access_token')
      ? { access_token: 'shpat_1', scope: '', expires_in: 86_399 }
      : { data: answerOperation(JSON.parse(body), orders, subscriptions) }
    return Promise.resolve({ status: 200, text: JSON.stringify(answer), headers: {} })
  }
  return {
    connector: shopify({ ask, wait: () => Promise.resolve() }),
    access: {
      address: 'atelier.myshopify.com',
      keys: { accessToken: 'shpat_1', clientId: 'app', clientSecret: SECRET },
    },
    ids: { productId: 'gid://shopify/Product/13', variantId: 'gid://shopify/ProductVariant/14' },
    orders,
    subscriptions,
    secret: 'not used by Shopify',
    sign: ({ body, event, isAboutOrder = true, secret = SECRET }) => ({
      'x-shopify-topic': isAboutOrder ? 'orders/updated' : 'products/update',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      'x-shopify-event-id': event,
      'x-shopify-webhook-id': 'another for each delivery',
    }),
  }
}

function answerOperation(
  { query, variables }: { query: string; variables: Record<string, unknown> },
  orders: readonly FakeOrder[],
  subscriptions: string[],
): unknown {
  const operation = /^(?:query|mutation) (\w+)/.exec(query)?.[1]
  if (operation === 'StoreWebhooks')
    return { webhookSubscriptions: { nodes: subscriptions.map((topic) => ({ topic })) } }
  if (operation === 'Subscribe') {
    const topic = String(variables['topic'])
    if (subscriptions.includes(topic))
      return {
        webhookSubscriptionCreate: {
          userErrors: [{ message: 'Address for this topic has already been taken' }],
        },
      }
    subscriptions.push(topic)
    return { webhookSubscriptionCreate: { userErrors: [] } }
  }
  if (operation === 'StoreOrder') {
    const order = orders.find(({ id }) => variables['id'] === `gid://shopify/Order/${id}`)
    return { order: order ? toNode(order) : null }
  }
  const since = new Date(/updated_at:>='([^']+)'/.exec(String(variables['query']))?.[1] ?? '')
  const found = orders.filter(({ modifiedAt }) => new Date(modifiedAt) >= since)
  const from = Number(variables['after'] ?? 0)
  const end = from + Number(variables['first'])
  const pageInfo = { hasNextPage: end < found.length, endCursor: String(end) }
  return { orders: { nodes: found.slice(from, end).map(toNode), pageInfo } }
}

const FINANCIAL = { unpaid: 'AUTHORIZED', paid: 'PAID', cancelled: 'VOIDED', refunded: 'REFUNDED' } as const

function toNode({ id, state, quantity, removed, modifiedAt, hasAddress, refundedAmount }: FakeOrder) {
  const money = { shopMoney: { amount: '149.70' } }
  return {
    id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    createdAt: '2026-11-20T02:00:00Z',
    updatedAt: modifiedAt,
    cancelledAt: state === 'cancelled' ? modifiedAt : null,
    displayFinancialStatus: FINANCIAL[state],
    currencyCode: 'SGD',
    totalPriceSet: money,
    shippingAddress: hasAddress
      ? {
          firstName: 'Ada',
          lastName: 'Lim',
          company: null,
          address1: '10 Anson Road',
          address2: '#12-03',
          city: 'Singapore',
          provinceCode: null,
          zip: '079903',
          countryCodeV2: 'SG',
          phone: '+6591234567',
        }
      : null,
    lineItems: {
      nodes: [
        {
          id: 'gid://shopify/LineItem/7',
          title: 'Halo ring',
          variantTitle: null,
          sku: 'MINE',
          quantity,
          currentQuantity: quantity - removed,
          product: { id: 'gid://shopify/Product/13' },
          variant: { id: 'gid://shopify/ProductVariant/14' },
          discountedTotalSet: money,
        },
      ],
    },
    refunds: refundedAmount
      ? [
          {
            totalRefundedSet: { shopMoney: { amount: refundedAmount } },
            refundLineItems: { nodes: [] },
            refundShippingLines: { nodes: [] },
          },
        ]
      : [],
  }
}

testOrdersContract('Shopify', connect)

test('reads an address that Shopify withholds as missing', async () => {
  const { connector, access, orders } = connect()
  const order = {
    id: '1',
    state: 'paid',
    quantity: 1,
    removed: 0,
    modifiedAt: '2026-11-20T02:15:01Z',
  } as const
  orders.push({ ...order, hasAddress: false })
  expect(await connector.findOrder(access, '1')).toMatchObject({ address: null, state: 'paid' })
})

test('rejects every webhook without an app secret, also one signed with an empty secret', () => {
  const { connector, sign } = connect()
  const headers = sign({ body: '{"id":1}', event: 'a', secret: '' })
  const delivery = { body: new TextEncoder().encode('{"id":1}'), header: (name: string) => headers[name] }
  const access = { address: 'atelier.myshopify.com', keys: { accessToken: 'shpat_1' } }
  expect(() => connector.readWebhook(access, delivery, '')).toThrow(
    expect.objectContaining({ code: 'bad_signature' }),
  )
})

test('gives each resource of a bulk edit its own key, though Shopify sends the same event id', () => {
  const { connector, access, sign } = connect()
  const read = (thing: number) => {
    const body = JSON.stringify({ id: thing })
    const headers = sign({ body, event: 'bulk edit' })
    const delivery = { body: new TextEncoder().encode(body), header: (name: string) => headers[name] }
    return connector.readWebhook(access, delivery, '').key
  }
  expect(read(1)).toBe(read(1))
  expect(read(1)).not.toBe(read(2))
})

test('two processes that subscribe at the same time create each webhook once', async () => {
  const { connector, access, subscriptions, secret } = connect()
  const subscribe = () =>
    connector.subscribe(access, { url: 'https://shop.example/hooks', secret, about: 'products' })
  await Promise.all([subscribe(), subscribe()])
  expect(subscriptions).toEqual([
    'PRODUCTS_CREATE',
    'PRODUCTS_UPDATE',
    'PRODUCTS_DELETE',
    'INVENTORY_LEVELS_UPDATE',
  ])
})

test.each([
  ['52 / 18K Gold', ['52', '18K Gold'], 'Halo ring · 52 / 18K Gold'],
  ['52', ['52'], 'Halo ring · 52'],
  // As Shopify names the variant of a product without options.
  ['Default Title', undefined, 'Halo ring'],
  // Of an item that the store's owner entered in the order.
  [null, undefined, 'Halo ring'],
])('reads the options of a line from the variant title %j', async (variantTitle, options, title) => {
  const { access } = connect()
  const order = {
    id: '1',
    state: 'paid',
    quantity: 1,
    removed: 0,
    modifiedAt: '2026-11-20T02:15:01Z',
  } as const
  const node = toNode({ ...order, hasAddress: true })
  const lineItems = { nodes: node.lineItems.nodes.map((line) => ({ ...line, variantTitle })) }
  const text = JSON.stringify({ data: { order: { ...node, lineItems } } })
  const connector = shopify({
    ask: () => Promise.resolve({ status: 200, text, headers: {} }),
    wait: async () => undefined,
  })
  const [line] =
    (await connector.findOrder({ ...access, keys: { accessToken: 'shpat_1' } }, '1'))?.lines ?? []
  expect(line?.options).toEqual(options)
  expect(line?.title).toBe(title)
})
