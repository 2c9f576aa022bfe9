import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { queryRows } from '#database/database.ts'
import {
  createParcelBody,
  postAsSupplier,
  type CreatedOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import type { TrackingStep } from '#tests/fakes/easypost/parcel-answers.ts'
import { listDueTrackings } from './tracking-queries.ts'
import { checkSignature } from '#connectors/easypost/trackers.ts'

const { easyPost, shop } = await createEasyPostShop()
const NUMBER = '123456789012'

test('accepts EasyPost’s documented signature, and nothing else', () => {
  const body = '{"object":"Event"}'
  const header = 'hmac-sha256-hex=8d5788c5f599c2e50cfbd7eee603ef205082f0e40118e0a15899e299a0b8ece4'
  expect(() => checkSignature(body, header, 'whsec')).not.toThrow()
  for (const [given, secret] of [
    [header.slice(0, -1), 'whsec'],
    [`${header}0`, 'whsec'],
    [header.replace('8d', '8e'), 'whsec'],
    [undefined, 'whsec'],
    [header, 'another'],
    [header, undefined],
    [header, ''],
  ] as const)
    expect(() => checkSignature(body, given, secret)).toThrowError(/signature/)
  expect(() => checkSignature('{"object": "Event"}', header, 'whsec')).toThrowError(/signature/)
})

test('a delivered event delivers the order once, and a late event does not move it back', async () => {
  const created = await createSentOrder()
  const [left, update] = [trackingStep('in_transit', 1, 'Singapore'), trackingStep('delivered', 9)]
  expect(await sendTracking([left])).toBe(200)
  expect(await readState(shop, created)).toBe('shipped')
  expect(await readTracking(created)).toMatchObject({
    state: 'in_transit',
    lastStep: { message: 'in_transit', location: 'Singapore', at: left.at.toISOString() },
  })
  expect(await sendTracking([left, update], 'evt_there')).toBe(200)
  expect(await readState(shop, created)).toBe('delivered')
  for (const lateSteps of [
    [left],
    [left, trackingStep('out_for_delivery', 8)],
    [trackingStep('failure', 12)],
    [],
  ])
    expect(await sendTracking(lateSteps)).toBe(200)
  expect(await sendTracking([left, update], 'evt_there')).toBe(200)
  expect(await readState(shop, created)).toBe('delivered')
  expect(await readTracking(created)).toMatchObject({ state: 'delivered' })
  const delivered = await queryRows(
    shop.db,
    sql`select at from supplier_order_events where event = 'deliver'`,
  )
  expect(delivered).toHaveLength(1)
  const [noted] = await queryRows(
    shop.db,
    sql`select event_id from carrier_webhook_events where event_id = 'evt_there'`,
  )
  expect(noted).toBeDefined()
})

test('tracking events out of order leave the parcel at its latest event', async () => {
  const created = await createSentOrder()
  await sendTracking([trackingStep('out_for_delivery', 8, 'Jurong')])
  await sendTracking([trackingStep('in_transit', 1, 'Singapore')])
  expect(await readTracking(created)).toMatchObject({
    state: 'out_for_delivery',
    lastStep: { location: 'Jurong' },
  })
  const storedEvents = await queryRows(shop.db, sql`select id from tracking_events`)
  expect(storedEvents).toHaveLength(2)
})

test('whatever the order and number of tracking updates, the parcel ends at its latest event', async () => {
  const steps = ['pre_transit', 'in_transit', 'failure', 'out_for_delivery', 'delivered'].map(
    (status, hours) => trackingStep(status, hours + 1),
  )
  const created = await createSentOrder()
  const orderings = fc.array(fc.nat({ max: steps.length - 1 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(orderings, async (order) => {
      await shop.db.execute(sql`delete from tracking_events`)
      await shop.db.execute(sql`update parcel_trackings set state = null`)
      for (const index of order) await sendTracking(steps.slice(index, index + 1))
      const expected = ['info_received', 'in_transit', 'exception', 'out_for_delivery', 'delivered']
      expect(await readTracking(created)).toMatchObject({ state: expected[Math.max(...order)] })
    }),
    { numRuns: 20 },
  )
})

test('tracking events from before the payment are ignored', async () => {
  const created = await createSentOrder()
  expect(await sendTracking([trackingStep('delivered', -100)])).toBe(200)
  expect(await readState(shop, created)).toBe('shipped')
  expect(await readTracking(created)).toMatchObject({ state: 'pending', lastStep: null })
})

test('a forwarded parcel is delivered when its last number is', async () => {
  const created = await createSentOrder()
  const [parcel] = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcels`)
  const next = { carrier: 'dhl', trackingNumber: 'JD014600003828392000' }
  expect((await postAsSupplier(created, `parcels/${parcel?.id}/trackings`, next)).status).toBe(200)
  await sendTracking([trackingStep('delivered', 3)])
  expect(await readState(shop, created)).toBe('shipped')
  await sendTracking([trackingStep('delivered', 5)], undefined, next.trackingNumber)
  expect(await readState(shop, created)).toBe('delivered')
})

test('ignores events that are unsigned, unreadable or of another mode', async () => {
  const created = await createSentOrder()
  const update = { steps: [trackingStep('delivered', 9)] }
  const signedWebhook = easyPost.webhookEvent(NUMBER, update)
  const forged = easyPost.webhookEvent(NUMBER, { ...update, secret: 'another secret of 16' })
  for (const { body, headers } of [
    forged,
    { ...signedWebhook, headers: {} },
    { ...signedWebhook, body: `${signedWebhook.body} ` },
  ])
    expect(await shop.post('/shipping/notify/easypost', body, headers)).toMatchObject({
      status: 400,
      body: { code: 'bad_signature' },
    })
  expect(await readState(shop, created)).toBe('shipped')
  expect(await queryRows(shop.db, sql`select 1 from carrier_webhook_events`)).toEqual([])
  const unknown = easyPost.webhookEvent('999999999999', update)
  expect((await shop.post('/shipping/notify/easypost', unknown.body, unknown.headers)).status).toBe(200)
})

test('an unreadable tracking event is skipped, and the others are applied', async () => {
  const created = await createSentOrder()
  const timeless = { status: 'out_for_delivery', at: null }
  expect(await sendTracking([trackingStep('in_transit', 1, 'Jurong'), timeless])).toBe(200)
  expect(await readTracking(created)).toMatchObject({ state: 'in_transit', lastStep: { location: 'Jurong' } })
  easyPost.books.steps.set(NUMBER, [trackingStep('in_transit', 1), timeless, trackingStep('delivered', 9)])
  shop.passTime(6 * 3_600_000)
  await pollParcels()
  expect(await readState(shop, created)).toBe('delivered')
})

test('tracking numbers never polled come before those that were', async () => {
  await createSentOrder()
  await pollParcels()
  shop.passTime(24 * 3_600_000)
  await createSentOrder()
  const [old, fresh] = await queryRows<{ id: number }>(
    shop.db,
    sql`select id from parcel_trackings order by id`,
  )
  const due = { now: shop.now(), since: new Date(0), limit: 1 }
  expect(await listDueTrackings(shop.db, due)).toMatchObject([{ id: fresh?.id }])
  expect(await listDueTrackings(shop.db, { ...due, limit: 9 })).toMatchObject([
    { id: fresh?.id },
    { id: old?.id },
  ])
})

test('parcels without tracking events are polled several times a day until delivered', async () => {
  const created = await createSentOrder()
  easyPost.books.steps.set(NUMBER, [trackingStep('in_transit', 1)])
  await pollParcels()
  await pollParcels()
  expect(easyPost.books.followed).toEqual([NUMBER])
  expect(await readTracking(created)).toMatchObject({ state: 'in_transit' })
  easyPost.books.steps.set(NUMBER, [trackingStep('in_transit', 1), trackingStep('delivered', 9)])
  easyPost.faults.push('failing')
  shop.passTime(6 * 3_600_000)
  await pollParcels()
  expect(await readState(shop, created)).toBe('shipped')
  shop.passTime(15 * 60_000)
  await pollParcels()
  expect(await readState(shop, created)).toBe('delivered')
  const callCount = easyPost.calls.length
  shop.passTime(7 * 3_600_000)
  await pollParcels()
  expect(easyPost.calls).toHaveLength(callCount)
  expect(easyPost.books.followed).toEqual([NUMBER])
})

/** Creates an order shipped with the number of these tests. */
async function createSentOrder(): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop)
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('tracked'))
  return created
}

/** Creates a tracking event some hours from now. */
function trackingStep(status: string, hours: number, city = 'Singapore') {
  return { status, at: new Date(shop.now().getTime() + hours * 3_600_000), city }
}

type Steps = readonly TrackingStep[]

async function sendTracking(steps: Steps, id?: string, number = NUMBER): Promise<number> {
  const { body, headers } = easyPost.webhookEvent(number, { steps, ...(id ? { id } : {}) })
  return (await shop.post('/shipping/notify/easypost', body, headers)).status
}

async function pollParcels(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.follow_parcels', input: {} })
  await shop.work()
}

/** Returns the order's first tracking number as the shopper sees it. */
async function readTracking({ purchaseId }: CreatedOrder): Promise<unknown> {
  const { body } = await shop.get(`/shop/trackOrder/${purchaseId}`)
  const [part] = Reflect.get(Object(Reflect.get(Object(body), 'order')), 'supplierOrders')
  return part.parcels[0].trackings[0]
}
