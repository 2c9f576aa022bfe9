import { expect, test } from 'vitest'
import type { StoreAccess, StoreConnector } from '#features/stores/connections/port.ts'

/** An order in a fake store: one line of `quantity` units, of which `removed` were refunded. */
export type FakeOrder = Readonly<{
  id: string
  state: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  quantity: number
  removed: number
  modifiedAt: string
  hasAddress: boolean
  /** The amount refunded without units, in decimals. */
  refundedAmount?: string
}>

/** A fake store with orders, its connector, and a function that signs its webhooks. */
export type OrdersShop = Readonly<{
  connector: StoreConnector
  access: StoreAccess
  /** The ids of the ordered product and variant. */
  ids: Readonly<{ productId: string; variantId: string }>
  orders: FakeOrder[]
  /** The subscribed topics, repeated if subscribed more than once. */
  subscriptions: string[]
  secret: string
  /** The headers of a webhook about an order, signed with this secret. */
  sign(
    webhook: Readonly<{ body: string; event: string; isAboutOrder?: boolean; secret?: string }>,
  ): Record<string, string>
}>

const ORDER: FakeOrder = {
  id: '1042',
  state: 'paid',
  quantity: 3,
  removed: 0,
  modifiedAt: '2026-11-20T02:15:01Z',
  hasAddress: true,
}

/** Registers the tests of orders and webhooks for every connector. `connect` returns a new shop each time. */
export function testOrdersContract(name: string, connect: () => OrdersShop): void {
  testReading(name, connect)
  testRefundedAmounts(name, connect)
  testListing(name, connect)
  testWebhooks(name, connect)
}

function testReading(name: string, connect: () => OrdersShop): void {
  test(`${name}: reads an order in minor units, with the shop’s own ids`, async () => {
    const { connector, access, ids, orders } = connect()
    orders.push(ORDER)
    expect(await connector.findOrder(access, '1042')).toEqual({
      externalId: '1042',
      number: '#1042',
      state: 'paid',
      currency: 'SGD',
      totalAmount: 14_970,
      placedAt: new Date('2026-11-20T02:00:00Z'),
      modifiedAt: new Date(ORDER.modifiedAt),
      address: {
        firstName: 'Ada',
        lastName: 'Lim',
        company: '',
        line1: '10 Anson Road',
        line2: '#12-03',
        city: 'Singapore',
        region: '',
        postcode: '079903',
        country: 'SG',
        phone: '+6591234567',
      },
      lines: [
        {
          externalId: '7',
          sku: 'MINE',
          title: 'Halo ring',
          quantity: 3,
          removed: 0,
          lineAmount: 14_970,
          refundedAmount: 0,
          ...ids,
        },
      ],
    })
    expect(await connector.findOrder(access, '9999')).toBeUndefined()
  })

  test.each([
    ['unpaid', 0],
    ['paid', 2],
    ['cancelled', 0],
    ['refunded', 3],
  ] as const)(`${name}: reads an order that is %s, with %i units refunded`, async (state, removed) => {
    const { connector, access, orders } = connect()
    orders.push({ ...ORDER, state, removed })
    expect(await connector.findOrder(access, '1042')).toMatchObject({
      state,
      lines: [{ quantity: 3, removed }],
    })
  })
}

/** Registers the tests of connectors that read several orders by one request. */
export function testReadingTogether(name: string, connect: () => OrdersShop): void {
  test(`${name}: reads several orders together as it reads each, without those it does not have`, async () => {
    const { connector, access, orders } = connect()
    const { findOrders = () => Promise.reject(new Error('reads no orders together')) } = connector
    for (let number = 1; number <= 100; number += 1)
      orders.push({
        ...ORDER,
        id: String(number),
        removed: number % 2,
        state: number === 7 ? 'cancelled' : 'paid',
      })
    const ids = ['7', '8', '9', '9999', 'x1']
    const found = await findOrders(access, ids)
    const alone = await Promise.all(ids.map((id) => connector.findOrder(access, id)))
    expect(found).toEqual(alone.filter((order) => order !== undefined))
    expect(await findOrders(access, [])).toEqual([])
    const all = await findOrders(
      access,
      orders.map(({ id }) => id),
    )
    expect(all).toHaveLength(100)
  })
}

function testRefundedAmounts(name: string, connect: () => OrdersShop): void {
  test(`${name}: an amount refunded without items does not reduce the units`, async () => {
    const { connector, access, orders } = connect()
    orders.push({ ...ORDER, refundedAmount: '5.50' })
    expect(await connector.findOrder(access, '1042')).toMatchObject({
      lines: [{ quantity: 3, removed: 0, lineAmount: 14_970, refundedAmount: 550 }],
    })
  })
}

function testListing(name: string, connect: () => OrdersShop): void {
  test(`${name}: lists all orders changed since a time page by page, each once`, async () => {
    const { connector, access, orders } = connect()
    for (let number = 1; number <= 120; number += 1) orders.push({ ...ORDER, id: String(number) })
    orders.push({ ...ORDER, id: '121', modifiedAt: '2026-11-01T00:00:00Z' })
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page = await connector.listOrders(access, new Date('2026-11-10T00:00:00Z'), cursor)
      found.push(...page.orders.map(({ externalId }) => externalId))
      cursor = page.next
    } while (cursor !== null)
    expect(found).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)))
  })

  test(`${name}: subscribes to webhooks once`, async () => {
    const { connector, access, subscriptions, secret } = connect()
    const webhook = { url: 'https://market.example/stores/webhooks/stc_1', secret }
    await connector.subscribe(access, webhook)
    await connector.subscribe(access, webhook)
    expect(subscriptions).toHaveLength(2)
    expect(new Set(subscriptions).size).toBe(2)
  })
}

function testWebhooks(name: string, connect: () => OrdersShop): void {
  const toDelivery = (body: string, headers: Record<string, string>) => ({
    body: new TextEncoder().encode(body),
    header: (header: string) => headers[header],
  })
  const body = '{"id":1042,"note":"Größe 12 – \\u2728"}'

  test(`${name}: a signed webhook names its order, and the same event has the same key`, () => {
    const { connector, access, sign, secret } = connect()
    const read = (text: string, event: string) =>
      connector.readWebhook(access, toDelivery(text, sign({ body: text, event })), secret)
    const first = read(body, 'a')
    expect(first.orderId).toBe('1042')
    expect(read(body, 'a').key).toBe(first.key)
    expect(read('{"id":1042,"note":"later"}', 'b').key).not.toBe(first.key)
    expect(first.key.length).toBeLessThanOrEqual(200)
  })

  test(`${name}: a webhook about something else, or with a body that is not JSON, names no order`, () => {
    const { connector, access, sign, secret } = connect()
    const other = sign({ body, event: 'a', isAboutOrder: false })
    expect(connector.readWebhook(access, toDelivery(body, other), secret).orderId).toBeNull()
    const broken = sign({ body: '<html>', event: 'a' })
    expect(connector.readWebhook(access, toDelivery('<html>', broken), secret).orderId).toBeNull()
  })

  test(`${name}: rejects a webhook with another secret, a changed body or no signature`, () => {
    const { connector, access, sign, secret } = connect()
    const forged = sign({ body, event: 'a', secret: 'guessed' })
    const signed = sign({ body, event: 'a' })
    for (const delivery of [
      toDelivery(body, forged),
      toDelivery(`${body} `, signed),
      toDelivery(
        body,
        Object.fromEntries(Object.entries(signed).filter(([header]) => !/hmac|signature/.test(header))),
      ),
    ])
      expect(() => connector.readWebhook(access, delivery, secret)).toThrow(
        expect.objectContaining({ kind: 'unauthenticated', code: 'bad_signature' }),
      )
  })
}
