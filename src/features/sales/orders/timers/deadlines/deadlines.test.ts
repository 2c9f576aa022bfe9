import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toDeadlines } from '#core/deadlines.ts'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createCase, getOwnerHeaders, openComplaint } from '#tests/steps/cases.ts'
import {
  createPaidOrder,
  createSentOrder,
  postAsGuest,
  readState,
  runOrderTimers,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const [MINUTE, HOUR] = [60_000, 3_600_000]
const PATH = '/operator/settings/deadlines'
const FIRST = toDeadlines(undefined)

const createOwner = () => createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })

/** Returns the hours from now until each timer of an order. */
async function readTimers(orderId: string): Promise<Record<string, number>> {
  const timers = await queryRows<{ kind: string; dueAt: Date }>(
    shop.db,
    sql`select t.kind, t.due_at as "dueAt" from order_timers t
        join supplier_orders o on o.id = t.supplier_order_id where o.public_id = ${orderId}`,
  )
  const hours = (at: Date) => Math.round((at.getTime() - shop.now().getTime()) / HOUR)
  return Object.fromEntries(timers.map(({ kind, dueAt }) => [kind, hours(dueAt)]))
}

test('changed deadlines apply to new orders only', async () => {
  const owner = await createOwner()
  const old = await createPaidOrder(shop)
  const deadlines = { ...FIRST, acceptHours: 72, escalateHours: 36, shipDays: 21 }
  expect(await shop.post(PATH, { deadlines, version: 0 }, owner.headers)).toMatchObject({
    status: 200,
    body: { message: 'Saved. New orders get these deadlines; earlier orders keep theirs.' },
  })
  const next = await createPaidOrder(shop)
  shop.passTime(10 * MINUTE)
  await runOrderTimers(shop)
  expect(await readTimers(old.id)).toMatchObject({ escalate: 24, reject: 48, unshipped: 14 * 24 })
  expect(await readTimers(next.id)).toMatchObject({ escalate: 36, reject: 72, unshipped: 21 * 24 })
  shop.passTime(49 * HOUR)
  await runOrderTimers(shop)
  expect([await readState(shop, old), await readState(shop, next)]).toEqual(['rejected', 'submitted'])
})

test('earnings become available after the days of the time when the order was placed', async () => {
  const owner = await createOwner()
  const old = await createSentOrder(shop)
  const deadlines = { ...FIRST, earningDays: 21 }
  expect((await shop.post(PATH, { deadlines, version: 0 }, owner.headers)).status).toBe(200)
  const next = await createSentOrder(shop)
  for (const order of [old, next]) await postAsGuest(shop, order, 'received')
  expect(await readTimers(old.id)).toEqual({ complete: 14 * 24 })
  expect(await readTimers(next.id)).toEqual({ complete: 21 * 24 })
  for (const [order, days] of [
    [old, 14],
    [next, 21],
  ] as const)
    expect((await shop.get(`/supplier/orders/${order.id}`, await getOwnerHeaders(order))).body).toMatchObject(
      {
        order: { earnings: { availableDays: days } },
      },
    )
  shop.passTime(15 * 24 * HOUR)
  await runOrderTimers(shop)
  expect([await readState(shop, old), await readState(shop, next)]).toEqual(['completed', 'delivered'])
})

test('buyers can cancel and report a problem as long as was promised when they ordered', async () => {
  const owner = await createOwner()
  const oldSent = await createSentOrder(shop)
  const old = await createPaidOrder(shop)
  const deadlines = { ...FIRST, holdMinutes: 3, reportDays: 45 }
  expect((await shop.post(PATH, { deadlines, version: 0 }, owner.headers)).status).toBe(200)
  const next = await createPaidOrder(shop)
  shop.passTime(4 * MINUTE)
  await runOrderTimers(shop)
  expect([await readState(shop, old), await readState(shop, next)]).toEqual(['paid_hold', 'submitted'])
  const nextSent = await createSentOrder(shop)
  for (const order of [oldSent, nextSent]) await postAsGuest(shop, order, 'received')
  // A parcel without a report of its carrier counts from its delivery date, which is some days later.
  shop.passTime(44 * 24 * HOUR)
  await runOrderTimers(shop)
  expect(await openComplaint(oldSent)).toMatchObject({
    status: 409,
    body: { code: 'too_late', message: 'You can open a case within 30 days of delivery.' },
  })
  expect((await openComplaint(nextSent)).status).toBe(200)
})

test('pages and the standard legal texts state the days to return that are set', async () => {
  const owner = await createOwner()
  const { id } = await createTestProduct(shop.db)
  const readDays = async () => (await shop.get(`/shop/getProductsByID/${id}`)).body
  const readReturns = async () => (await shop.get('/shop/getLegalText/returns')).text
  expect(await readDays()).toMatchObject({ getProduct: { returnDays: 30 } })
  expect(await readReturns()).toContain('<strong>30 days</strong> of delivery')
  await shop.post(PATH, { deadlines: { ...FIRST, reportDays: 60 }, version: 0 }, owner.headers)
  expect(await readDays()).toMatchObject({ getProduct: { returnDays: 60 } })
  expect(await readReturns()).toContain('<strong>60 days</strong> of delivery')
})

test('a case has the deadlines of the time when its order was placed', async () => {
  const owner = await createOwner()
  const old = await createSentOrder(shop)
  const deadlines = { ...FIRST, supplierDays: 5, caseDays: 40 }
  expect((await shop.post(PATH, { deadlines, version: 0 }, owner.headers)).status).toBe(200)
  const next = await createSentOrder(shop)
  await createCase(old)
  await createCase(next)
  expect(await readCaseTimers(old.id)).toEqual({ answer: 3, end: 60 })
  expect(await readCaseTimers(next.id)).toEqual({ answer: 5, end: 40 })
})

/** Returns the days from now until each timer of an order's case. */
async function readCaseTimers(orderId: string): Promise<Record<string, number>> {
  const timers = await queryRows<{ kind: string; dueAt: Date }>(
    shop.db,
    sql`select t.kind, t.due_at as "dueAt" from case_timers t join cases c on c.id = t.case_id
        join supplier_orders o on o.id = c.supplier_order_id where o.public_id = ${orderId}`,
  )
  const days = (at: Date) => Math.round((at.getTime() - shop.now().getTime()) / (24 * HOUR))
  return Object.fromEntries(timers.map(({ kind, dueAt }) => [kind, days(dueAt)]))
}

test('a change of deadlines is on the page with its history, and in the audit log', async () => {
  const owner = await createOwner()
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    deadlines: FIRST,
    version: 0,
    history: [],
  })
  await shop.post(PATH, { deadlines: { ...FIRST, returnDays: 30 }, version: 0 }, owner.headers)
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    deadlines: { ...FIRST, returnDays: 30 },
    history: [{ changes: ['Buyer sends items back within: 21 → 30 days'] }],
  })
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Changed the deadlines', before: { returnDays: 21 }, after: { returnDays: 30 } }],
  })
})

test('refuses deadlines that break the law or contradict each other, and changes nothing', async () => {
  const owner = await createOwner()
  const save = (change: object, version = 0) =>
    shop.post(PATH, { deadlines: { ...FIRST, ...change }, version }, owner.headers)
  expect(await save({ returnDays: 13 })).toMatchObject({
    status: 400,
    body: { code: 'deadline_faulty', message: expect.stringContaining('By EU law') },
  })
  expect(await save({ earningDays: 13 })).toMatchObject({
    status: 400,
    body: { code: 'deadline_faulty', message: expect.stringContaining('buyers may withdraw within 14 days') },
  })
  expect(await save({ reportDays: 29 })).toMatchObject({
    status: 400,
    body: { code: 'deadline_faulty', message: expect.stringContaining('promises at least 30 days') },
  })
  for (const holdMinutes of [1, 11])
    expect(await save({ holdMinutes })).toMatchObject({ status: 400, body: { code: 'deadline_faulty' } })
  expect(await save({ escalateHours: 48 })).toMatchObject({ status: 400, body: { code: 'deadline_faulty' } })
  expect(await save({ acceptHours: 1e9 })).toMatchObject({ status: 400, body: { code: 'deadline_faulty' } })
  expect((await save({ acceptHours: '72' })).status).toBe(400)
  expect(await save({ acceptHours: 72 }, 5)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  })
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({ deadlines: FIRST, history: [] })
})
