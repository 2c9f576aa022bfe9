import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createPaidOrder,
  createParcelBody,
  createSentOrder,
  createSubmittedOrder,
  postAsGuest,
  postAsSupplier,
  readOrderMoney,
  type CreatedOrder,
} from '#tests/steps/supplier-orders.ts'
import { getEndOfDay } from './rules.ts'

const shop = await createTestShop()

test('each view lists its orders, with matching counts', async () => {
  const submitted = await createSubmittedOrder(shop)
  const like = { supplier: submitted.supplier, owner: submitted.owner }
  const accepted = await createSubmittedOrder(shop, { like })
  await postAsSupplier(accepted, 'accept')
  const late = await createSubmittedOrder(shop, { like })
  await postAsSupplier(late, 'accept')
  await setShipBy(late, new Date(shop.now().getTime() - 60_000))
  const today = await createSubmittedOrder(shop, { like })
  await postAsSupplier(today, 'accept')
  await setShipBy(today, new Date(shop.now().getTime() + 60 * 60_000))
  const asked = await createSubmittedOrder(shop, { like })
  await postAsSupplier(asked, 'accept')
  await postAsGuest(shop, asked, 'cancel')
  const sent = await createSentOrder(shop, { like })
  const held = await createPaidOrder(shop, { like })
  const { headers } = await createSession(shop.db, submitted.owner.id, shop.now())

  const expected: Readonly<Record<string, readonly CreatedOrder[]>> = {
    all: [held, sent, asked, today, late, accepted, submitted],
    to_accept: [submitted],
    to_ship_today: [today],
    upcoming: [accepted],
    late: [late],
    cancellations: [asked],
    in_transit: [sent],
    cases: [],
    done: [],
  }
  for (const [view, orders] of Object.entries(expected)) {
    const { body } = await shop.get(`/supplier/orders?view=${view}`, headers)
    expect([view, idsOf(body)]).toEqual([view, orders.map(({ id }) => id)])
  }
  const { body } = await shop.get('/supplier/order-counts', headers)
  expect(body).toMatchObject({
    counts: Object.fromEntries(Object.entries(expected).map(([view, orders]) => [view, orders.length])),
    countries: ['SG'],
  })
  const listed = await shop.get('/supplier/orders?view=to_accept', headers)
  const silentReject = new Date(shop.now())
  expect(Date.parse(String(firstOf(listed.body)['answerBy']))).toBeGreaterThan(silentReject.getTime())
})

test('a search finds an order by number, name, SKU and tracking number, and wildcards are literal', async () => {
  const order = await createSentOrder(shop)
  const { headers } = await createSession(shop.db, order.owner.id, shop.now())
  const listed = firstOf((await shop.get('/supplier/orders', headers)).body)
  for (const text of [String(listed['number']), 'mei tan', 'EI T', 'ei', '123456789012'])
    expect([text, idsOf((await find(text)).body)]).toEqual([text, [order.id]])
  for (const text of ['%', '_', 'nobody']) expect([text, idsOf((await find(text)).body)]).toEqual([text, []])

  function find(text: string) {
    return shop.get(`/supplier/orders?search=${encodeURIComponent(text)}`, headers)
  }
})

test('a search finds the own store’s orders only, in the list’s order, with the total on each page', async () => {
  const first = await createSubmittedOrder(shop)
  const second = await createSubmittedOrder(shop, { like: { supplier: first.supplier, owner: first.owner } })
  await createSubmittedOrder(shop)
  const { headers } = await createSession(shop.db, first.owner.id, shop.now())
  for (const text of ['mei tan', 'ei'])
    for (const sort of ['oldest', 'newest', 'ship_by', 'highest_total']) {
      const path = `/supplier/orders?search=${encodeURIComponent(text)}&sort=${sort}`
      const all = await shop.get(path, headers)
      expect([text, sort, idsOf(all.body).toSorted()]).toEqual([text, sort, [first.id, second.id].toSorted()])
      const pages = await Promise.all(
        [1, 2, 3].map((page) => shop.get(`${path}&pageSize=1&page=${page}`, headers)),
      )
      expect(pages.map(({ body }) => (body as { total: number }).total)).toEqual([2, 2, 2])
      expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(idsOf(all.body))
    }
})

test('the forecast earnings of an order equal those in the ledger after shipping', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2, 1] })
  const { headers } = await createSession(shop.db, order.owner.id, shop.now())
  const foretold = firstOf((await shop.get('/supplier/orders', headers)).body)['earnings']
  await postAsSupplier(order, 'accept')
  await postAsSupplier(order, 'parcels', createParcelBody('one', [{ line: 1, quantity: 1 }]))
  expect(firstOf((await shop.get('/supplier/orders', headers)).body)['earnings']).toBe(foretold)
  await postAsSupplier(order, 'parcels', createParcelBody('rest'))
  const { pending } = await readOrderMoney(shop, order)
  expect(pending).toBe(Math.round(Number(foretold) * 100))
  const { body } = await shop.get(`/supplier/orders/${order.id}`, headers)
  expect(body).toMatchObject({ order: { earnings: { net: foretold, isAvailable: false } } })
})

test('a cancelled order earns nothing', async () => {
  const order = await createSubmittedOrder(shop)
  await postAsSupplier(order, 'reject', { reason: 'out_of_stock' })
  const { headers } = await createSession(shop.db, order.owner.id, shop.now())
  expect(firstOf((await shop.get('/supplier/orders?view=done', headers)).body)).toMatchObject({ earnings: 0 })
})

test('refuses an unknown view, sort order, country or time zone', async () => {
  const order = await createPaidOrder(shop)
  for (const query of [
    'view=lost',
    'sort=best',
    'country=Singapore',
    'timeZone=Mars/Olympus',
    'pageSize=101',
  ])
    expect([query, (await shop.get(`/supplier/orders?${query}`, order.owner.headers)).status]).toEqual([
      query,
      400,
    ])
})

test('today ends at midnight in the time zone', () => {
  const now = new Date('2026-03-02T15:30:10.250Z')
  expect(getEndOfDay(now, 'UTC').toISOString()).toBe('2026-03-03T00:00:00.000Z')
  expect(getEndOfDay(now, 'Asia/Singapore').toISOString()).toBe('2026-03-02T16:00:00.000Z')
  expect(getEndOfDay(now, 'Asia/Kolkata').toISOString()).toBe('2026-03-02T18:30:00.000Z')
})

function ordersOf(body: unknown): Record<string, unknown>[] {
  return (body as { orders: Record<string, unknown>[] }).orders
}

function idsOf(body: unknown): unknown[] {
  return ordersOf(body).map(({ id }) => id)
}

function firstOf(body: unknown): Record<string, unknown> {
  const [first] = ordersOf(body)
  if (!first) throw new Error('no order was listed')
  return first
}

async function setShipBy({ id }: CreatedOrder, shipBy: Date): Promise<void> {
  await queryRows(
    shop.db,
    sql`update supplier_orders set ship_by = ${shipBy.toISOString()} where public_id = ${id} returning id`,
  )
}
