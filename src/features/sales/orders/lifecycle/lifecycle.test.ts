import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { trackOrder, type TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { readAllEmails, readStock } from '#tests/steps/database-reads.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  readOrderMoney,
  createPaidOrder,
  runOrderTimers,
  createSentOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { markParcelArrived } from '../parcels/send-parcel.ts'

const shop = await createTestShop()
const [HOUR, DAY] = [3_600_000, 24 * 3_600_000]
// One item at 100.00 and its shipping, with 15 per cent commission and nine per cent tax on the commission.
const [TOTAL, COMMISSION, NET] = [10_206, 1_531, 8_537]

test('an order is submitted, accepted, shipped, delivered and completed, and its money accounted for', async () => {
  const created = await createPaidOrder(shop)
  expect(await readOrderMoney(shop, created)).toMatchObject({ escrow: TOTAL, pending: 0 })
  shop.passTime(10 * 60_000)
  expect(await runOrderTimers(shop)).toBe(1)
  expect(await readState(shop, created)).toBe('submitted')
  expect((await postAsSupplier(created, 'accept')).body).toMatchObject({ order: { state: 'accepted' } })
  const parcelAnswer = await postAsSupplier(created, 'parcels', createParcelBody('one'))
  expect(parcelAnswer.body).toMatchObject({
    order: {
      state: 'shipped',
      fulfilment: 'all_shipped',
      parcels: [{ trackings: [{ number: '123456789012' }] }],
    },
  })
  expect(await readOrderMoney(shop, created)).toEqual({
    escrow: 0,
    pending: NET,
    available: 0,
    commission: COMMISSION,
  })
  expect((await postAsGuest(shop, created, 'received')).body).toMatchObject({ state: 'delivered' })
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('completed')
  expect(await readOrderMoney(shop, created)).toEqual({
    escrow: 0,
    pending: 0,
    available: NET,
    commission: COMMISSION,
  })
  expect(await countTimers()).toBe(0)
  expect((await readSupplierOrder(created)).timeline.map(({ event }) => event)).toEqual([
    'place',
    'pay',
    'submit',
    'accept',
    'ship',
    'deliver',
    'complete',
  ])
  const subjects = (await readAllEmails(shop.db)).map(({ subject }) => subject)
  for (const emailSubject of ['On its way: a parcel of your order', 'Arrived: your items'])
    expect(subjects.filter((subject) => subject.startsWith(emailSubject))).toHaveLength(1)
})

test('ship-by and delivery dates are set when the order is paid, and do not change', async () => {
  const created = await createPaidOrder(shop)
  const paidAt = shop.now().getTime()
  // Two business days to ship after payment on a Monday; Economy to Singapore takes at most 25 days.
  const promised = {
    shipBy: new Date(paidAt + 2 * DAY).toISOString(),
    deliverBy: new Date(paidAt + 27 * DAY).toISOString(),
  }
  expect(await readSupplierOrder(created)).toMatchObject(promised)
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  await postAsSupplier(created, 'accept')
  shop.passTime(9 * DAY)
  await runOrderTimers(shop)
  await postAsSupplier(created, 'parcels', createParcelBody('late'))
  expect(await readSupplierOrder(created)).toMatchObject({ ...promised, state: 'shipped' })
})

test('until the supplier accepts, a guest cancels immediately, which refunds and restocks', async () => {
  const created = await createPaidOrder(shop)
  expect((await postAsGuest(shop, created, 'cancel')).body).toMatchObject({ state: 'cancelled' })
  expect(await readOrderMoney(shop, created)).toMatchObject({ escrow: 0, pending: 0 })
  expect(await listRefunds()).toEqual([{ amount: TOTAL, state: 'asked' }])
  expect((await readStock(shop.db, created.variantIds[0] ?? '')).variant).toBe(9)
  await shop.work()
  const emails = await readAllEmails(shop.db)
  expect(emails.find(({ subject }) => subject.startsWith('Cancelled: items'))?.text).toContain(
    'refunding $102.06',
  )
  // The order was not submitted to the supplier yet.
  expect(emails.filter(({ recipient }) => recipient === created.supplier.email)).toEqual([])

  expect((await postAsGuest(shop, created, 'cancel')).body).toMatchObject({ code: 'order_state' })
  expect(await listRefunds()).toHaveLength(1)
})

test('a guest’s cancellation request for an accepted order is declined by the supplier or granted after a day', async () => {
  const [refusing, silent] = [await createSubmittedOrder(shop), await createSubmittedOrder(shop)]
  for (const created of [refusing, silent]) {
    await postAsSupplier(created, 'accept')
    expect((await postAsGuest(shop, created, 'cancel')).body).toMatchObject({ state: 'cancel_requested' })
  }
  await postAsSupplier(refusing, 'keep', { reason: 'It is being engraved' })
  expect(await readState(shop, refusing)).toBe('accepted')
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect(await readState(shop, refusing)).toBe('accepted')
  expect(await readState(shop, silent)).toBe('cancelled')
  expect(await readOrderMoney(shop, silent)).toMatchObject({ escrow: 0 })
  expect((await readSupplierOrder(refusing)).timeline.at(-1)).toMatchObject({
    event: 'keep',
    reason: 'It is being engraved',
  })
})

test('a parcel that is on its way declines a cancellation request: the rest is not cancelled by default', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('first', [{ line: 1, quantity: 1 }]))
  await postAsGuest(shop, created, 'cancel')
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('in_progress')

  await postAsGuest(shop, created, 'cancel')
  const yes = await postAsSupplier(created, 'cancel', { reason: 'The other one is not made yet' })
  expect(yes.body).toMatchObject({ order: { state: 'shipped', payment: 'partly_refunded' } })
  expect(await listRefunds()).toEqual([{ amount: 10_000, state: 'asked' }])
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('a supplier can reject single units, whose price is refunded without the shipping', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2, 1] })
  const lines = [{ line: 1, quantity: 1 }]
  const answer = await postAsSupplier(created, 'reject', { lines, reason: 'out_of_stock' })
  expect(answer.body).toMatchObject({
    order: {
      state: 'submitted',
      lines: [
        { withdrawn: 1, left: 1 },
        { withdrawn: 0, left: 1 },
      ],
      refundedAmount: 100,
    },
  })
  expect(await listRefunds()).toEqual([{ amount: 10_000, state: 'asked' }])
  // Out-of-stock units are not restocked.
  expect((await readStock(shop.db, created.variantIds[0] ?? '')).variant).toBe(7)
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('rest'))
  expect(await readState(shop, created)).toBe('shipped')
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)

  const wholeOrder = await createSubmittedOrder(shop)
  const all = { lines: [{ line: 1, quantity: 1 }], reason: 'price' }
  expect((await postAsSupplier(wholeOrder, 'reject', all)).body).toMatchObject({
    order: { state: 'rejected', payment: 'refunded' },
  })
  expect((await readOrderMoney(shop, wholeOrder)).escrow).toBe(0)
})

test('an order of several parcels is in progress until all are shipped, and delivered with the last', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2, 1] })
  await postAsSupplier(created, 'accept')
  const first = await postAsSupplier(
    created,
    'parcels',
    createParcelBody('first', [{ line: 1, quantity: 2 }]),
  )
  expect(first.body).toMatchObject({ order: { state: 'in_progress', fulfilment: 'partial' } })
  const second = await postAsSupplier(
    created,
    'parcels',
    createParcelBody('second', [{ line: 2, quantity: 1 }]),
  )
  expect(second.body).toMatchObject({ order: { state: 'shipped', fulfilment: 'all_shipped' } })
  const [one, two] = (await readSupplierOrder(created)).parcels
  const arrived = (id = '') =>
    markParcelArrived(
      shop.db,
      { id: created.id, scope: {}, cause: { actor: 'carrier' }, deps: shop.app.jobs, now: shop.now() },
      id,
    )
  await arrived(two?.id)
  await arrived(two?.id)
  expect(await readSupplierOrder(created)).toMatchObject({ state: 'shipped' })
  await arrived(one?.id)
  // A repeated delivery event has no effect.
  await arrived(one?.id)
  expect(await readSupplierOrder(created)).toMatchObject({ state: 'delivered', fulfilment: 'all_delivered' })
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('a supplier’s report of a delivery is shown to the buyer, and pays nothing earlier', async () => {
  const created = await createSentOrder(shop)
  const [parcel] = (await readSupplierOrder(created)).parcels
  shop.passTime(60_000)
  const reportedDeliveredAt = shop.now().toISOString()
  const reportDelivered = () => postAsSupplier(created, `parcels/${parcel?.id}/delivered`)
  expect((await reportDelivered()).body).toMatchObject({
    order: { state: 'shipped', parcels: [{ deliveredAt: null }] },
  })
  shop.passTime(60_000)
  await reportDelivered()
  expect(await readSupplierOrder(created)).toMatchObject({
    state: 'shipped',
    parcels: [{ deliveredAt: null, reportedDeliveredAt }],
  })
  // 25 days of transit and seven more: the supplier's report does not shorten them.
  shop.passTime(31 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  expect((await readAllEmails(shop.db)).filter(({ subject }) => subject.startsWith('Arrived'))).toEqual([])
  shop.passTime(DAY)
  await runOrderTimers(shop)
  expect(await readSupplierOrder(created)).toMatchObject({
    state: 'delivered',
    parcels: [{ deliveredBy: 'timer' }],
  })
  expect(await readOrderMoney(shop, created)).toMatchObject({ pending: NET, available: 0 })
})

test('a parcel sent again with its key is added once; tracking numbers are added, not replaced', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  const parcel = createParcelBody('again', [{ line: 1, quantity: 1 }])
  await Promise.all([1, 2, 3].map(() => postAsSupplier(created, 'parcels', parcel)))
  const otherAnswer = await postAsSupplier(created, 'parcels', {
    ...parcel,
    lines: [{ line: 1, quantity: 2 }],
  })
  expect(otherAnswer.body).toMatchObject({ code: 'key_reused' })
  const [first, ...more] = (await readSupplierOrder(created)).parcels
  expect(more).toEqual([])
  const further = { carrier: 'ups', trackingNumber: '1Z999AA10123456784' }
  for (let time = 0; time < 2; time += 1)
    await postAsSupplier(created, `parcels/${first?.id}/trackings`, further)
  expect((await readSupplierOrder(created)).parcels[0]?.trackings.map(({ number }) => number)).toEqual([
    '123456789012',
    '1Z999AA10123456784',
  ])
  expect(await queryRows(shop.db, sql`select 1 from earnings`)).toHaveLength(1)
})

test.each([
  [{ carrier: 'ups', trackingNumber: '1Z999AA10123456785' }, 400, 'bad_tracking_number'],
  [{ lines: [{ line: 1, quantity: 3 }] }, 409, 'units_not_there'],
  [
    {
      lines: [
        { line: 1, quantity: 1 },
        { line: 1, quantity: 2 },
      ],
    },
    409,
    'units_not_there',
  ],
  [{ lines: [{ line: 9, quantity: 1 }] }, 409, 'units_not_there'],
  [{ version: 1 }, 409, 'order_changed'],
])('refuses an invalid parcel: %j', async (change, status, code) => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  const answer = await postAsSupplier(created, 'parcels', { ...createParcelBody('bad'), ...change })
  expect(answer).toMatchObject({ status, body: { code } })
  expect((await readSupplierOrder(created)).parcels).toEqual([])
})

async function readSupplierOrder(created: CreatedOrder): Promise<TrackedOrderData['supplierOrders'][number]> {
  const { order } = await shop.call(trackOrder, { params: { id: created.purchaseId } })
  const [found] = order.supplierOrders
  if (!found) throw new Error('the order has no part')
  return found
}

function listRefunds(): Promise<{ amount: number; state: string }[]> {
  return queryRows(shop.db, sql`select amount, state from refund_requests order by id`)
}

async function countTimers(): Promise<number> {
  return (await queryRows(shop.db, sql`select 1 from order_timers`)).length
}
