import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { refreshOrderSummaries } from '../../views/order-list/summary-queries.ts'
import { countReliability } from '../../statistics/reliability/reliability-queries.ts'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  type CreatedOrder,
  createParcelBody,
  createSubmittedOrder,
  postAsSupplier,
  readOrderMoney,
  readState,
  runOrderTimers,
} from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()
const { db } = shop
const HOUR = 3_600_000

let order: CreatedOrder
beforeEach(async () => {
  order = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(order, 'accept')
})

async function buyLabel(body: object = {}): Promise<string> {
  const answer = await postAsSupplier(order, 'labels', { idempotencyKey: crypto.randomUUID(), ...body })
  await shop.work()
  return (answer.body as { label: { id: string } }).label.id
}

async function refund(label: string) {
  const answer = await postAsSupplier(order, `labels/${label}/refund`)
  await shop.work()
  return answer
}

const readLabels = () =>
  queryRows<{ state: string; amount: number }>(db, sql`select state, amount from parcel_labels order by id`)

test('refunding a label returns its items to be shipped and their money to escrow', async () => {
  const label = await buyLabel()
  expect(await readState(shop, order)).toBe('shipped')
  const { status, body } = await refund(label)
  expect([status, body]).toMatchObject([
    200,
    { order: { state: 'accepted', parcels: [], lines: [{ left: 2, shipped: 0 }] } },
  ])
  expect(await readLabels()).toMatchObject([{ state: 'given_back' }])
  expect(easyPost.books.refunded).toHaveLength(1)
  expect(await readOrderMoney(shop, order)).toMatchObject({ escrow: 20_206, pending: 0, commission: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
  expect(body).toMatchObject({ order: { timeline: [{}, {}, {}, {}, {}, { event: 'unpack' }] } })
})

test('the buyer is emailed that the parcel is not on its way, and later about the next one', async () => {
  await refund(await buyLabel())
  await postAsSupplier(order, 'parcels', createParcelBody('again'))
  await shop.work()
  const subjects = (await readAllEmails(db)).filter(({ subject }) => /n its way/.test(subject))
  expect(subjects).toMatchObject([
    { subject: expect.stringContaining('On its way') },
    { subject: expect.stringContaining('Not on its way yet') },
    { subject: expect.stringContaining('On its way') },
  ])
  expect(await readState(shop, order)).toBe('shipped')
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refunding a label withdraws only its own parcel of an order', async () => {
  await postAsSupplier(order, 'parcels', createParcelBody('first', [{ line: 1, quantity: 1 }]))
  const label = await buyLabel()
  expect((await refund(label)).body).toMatchObject({
    order: { state: 'in_progress', parcels: [{}], lines: [{ left: 1, shipped: 1 }] },
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('repeated and concurrent requests refund a label once', async () => {
  const label = await buyLabel()
  const answers = await Promise.all([refund(label), refund(label), refund(label)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await refund(label)
  expect(easyPost.books.refunded).toHaveLength(1)
  const [{ unpacked } = { unpacked: 0 }] = await queryRows<{ unpacked: number }>(
    db,
    sql`select count(*)::int as unpacked from supplier_order_events where event = 'unpack'`,
  )
  expect(unpacked).toBe(1)
})

test('refuses to refund a label whose parcel the carrier has', async () => {
  const label = await buyLabel()
  await db.execute(sql`update parcel_trackings set state = 'in_transit'`)
  expect((await refund(label)).body).toMatchObject({ code: 'label_in_use' })
  expect(await readState(shop, order)).toBe('shipped')
  expect(await readLabels()).toMatchObject([{ state: 'used' }])
})

test('refunding the label of a parcel with another number removes only the label’s number', async () => {
  const label = await buyLabel()
  const [{ id } = { id: '' }] = await queryRows<{ id: string }>(db, sql`select public_id as id from parcels`)
  await postAsSupplier(order, `parcels/${id}/trackings`, { carrier: 'fedex', trackingNumber: '123456789012' })
  const [{ number } = { number: '' }] = await queryRows<{ number: string }>(
    db,
    sql`select tracking_number as number from parcel_labels`,
  )
  expect(
    (await postAsSupplier(order, `parcels/${id}/trackings/remove`, { trackingNumber: number })).body,
  ).toMatchObject({ code: 'label_number' })
  expect((await refund(label)).body).toMatchObject({
    order: { state: 'shipped', parcels: [{ trackings: [{ number: '123456789012' }] }] },
  })
  expect(await readLabels()).toMatchObject([{ state: 'given_back' }])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refuses to refund a label that is not bought yet, or another supplier’s', async () => {
  const asked = await postAsSupplier(order, 'labels', { idempotencyKey: 'label-asked' })
  const { id } = (asked.body as { label: { id: string } }).label
  expect((await postAsSupplier(order, `labels/${id}/refund`)).body).toMatchObject({ code: 'label_state' })
  const other = await createSubmittedOrder(shop)
  expect((await postAsSupplier(other, `labels/${id}/refund`)).status).toBe(404)
})

test('a label bought in time and then refunded does not count as shipped on time', async () => {
  await refund(await buyLabel())
  shop.passTime(14 * 24 * HOUR)
  await postAsSupplier(order, 'parcels', createParcelBody('late'))
  await runOrderTimers(shop)
  await refreshOrderSummaries(db)
  expect(await countReliability(db, order.supplier.id, shop.now())).toMatchObject({ due: 1, shippedLate: 1 })
})
