import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { queryRows } from '#database/database.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import {
  postAsSupplier,
  readOrderMoney,
  runOrderTimers,
  createSentOrder,
  readState,
} from '#tests/steps/supplier-orders.ts'
import { findDeliveryIssue } from './delivery-issues.ts'
import type { TrackingState } from '../shapes.ts'

const { easyPost, shop } = await createEasyPostShop({ SUPPORT_EMAIL: 'help@support.example' })
const DAY = 24 * 3_600_000
const NUMBER = '123456789012'

test('the carrier’s latest state decides whether an order can count as delivered automatically', () => {
  const shippedAt = new Date('2026-03-02T10:00:00Z')
  const findIssue = (days: number, ...parcels: readonly (readonly (TrackingState | null)[])[]) =>
    findDeliveryIssue(
      parcels.map((states, index) => ({
        publicId: `pcl_${index + 1}`,
        shippedAt,
        deliveredAt: null,
        reportedDeliveredAt: null,
        collectionCode: null,
        trackings: states.map((state) => ({ state })),
      })),
      new Date(shippedAt.getTime() + days * DAY),
    )
  expect(findIssue(14, [null])).toBeUndefined()
  expect(findIssue(14, ['pending'])).toBeUndefined()
  expect(findIssue(14, [])).toBeUndefined()
  expect(findIssue(14, ['info_received'])).toEqual({ kind: 'never_left', parcelId: 'pcl_1' })
  expect(findIssue(90, ['returned'])).toMatchObject({ kind: 'coming_back' })
  for (const state of ['in_transit', 'out_for_delivery', 'exception'] as const) {
    expect(findIssue(59, [state])).toMatchObject({ kind: 'on_its_way' })
    expect(findIssue(60, [state])).toMatchObject({ kind: 'overdue' })
  }
  // An untracked second number does not hide the first one's state; a tracked one replaces it.
  expect(findIssue(14, ['info_received', null])).toMatchObject({ kind: 'never_left' })
  expect(findIssue(14, ['delivered', null])).toBeUndefined()
  expect(findIssue(14, ['delivered', 'in_transit'])).toMatchObject({ kind: 'on_its_way' })
  expect(findIssue(14, ['in_transit'], [null], ['returned'])).toEqual({
    kind: 'coming_back',
    parcelId: 'pcl_3',
  })
})

test('a parcel never handed over is not delivered: supplier and operator are emailed weekly, the buyer once', async () => {
  const created = await createSentOrder(shop)
  await sendTracking('pre_transit', 1)
  for (let week = 0; week < 3; week += 1) {
    shop.passTime(week === 0 ? 32 * DAY : 7 * DAY)
    await runOrderTimers(shop)
    await runOrderTimers(shop)
    expect(await readState(shop, created)).toBe('shipped')
  }
  expect(await listEvents(created.id)).toEqual(['ship', 'wait', 'wait', 'wait'])
  const emails = await listEmailsAbout('Not handed to the carrier')
  expect(emails.filter((to) => to === created.supplier.email)).toHaveLength(3)
  expect(emails.filter((to) => to === 'help@support.example')).toHaveLength(3)
  expect(emails.filter((to) => to === 'guest@shopper.example')).toHaveLength(1)
  expect((await readOrderMoney(shop, created)).available).toBe(0)
  expect((await shop.get(`/shop/trackOrder/${created.purchaseId}`)).body).toMatchObject({
    order: { supplierOrders: [{ actions: ['deliver', 'open_case'] }] },
  })
})

test('a parcel in transit is awaited a week at a time, and after 60 days operators are emailed', async () => {
  const created = await createSentOrder(shop)
  await sendTracking('in_transit', 1)
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  shop.passTime(42 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  expect(await listEmailsAbout('Overdue')).toEqual([])
  shop.passTime(7 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  expect(await listEmailsAbout('Overdue')).toContain('help@support.example')
  // The overdue parcel arrives after all.
  await sendTracking('delivered', 2)
  expect(await readState(shop, created)).toBe('delivered')
})

test('buyer, supplier and operator are emailed immediately and once about a returning parcel', async () => {
  const created = await createSentOrder(shop)
  await sendTracking('in_transit', 1)
  await sendTracking('return_to_sender', 2)
  await sendTracking('return_to_sender', 3)
  await shop.work()
  expect((await listEmailsAbout('Coming back')).toSorted()).toEqual(
    ['help@support.example', 'guest@shopper.example', created.supplier.email].toSorted(),
  )
  shop.passTime(30 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  expect((await listEmailsAbout('Coming back')).filter((to) => to === 'guest@shopper.example')).toHaveLength(
    1,
  )
})

test('an added tracking number does not hide the problem of the earlier one', async () => {
  const created = await createSentOrder(shop)
  await sendTracking('pre_transit', 1)
  const [parcel] = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcels`)
  const further = { carrier: 'other', trackingNumber: 'ABC12345' }
  expect((await postAsSupplier(created, `parcels/${parcel?.id}/trackings`, further)).status).toBe(200)
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
})

/** Sends a carrier's tracking event dated some hours from now. */
async function sendTracking(status: string, hours: number): Promise<void> {
  const at = new Date(shop.now().getTime() + hours * 3_600_000)
  const { body, headers } = easyPost.webhookEvent(NUMBER, { steps: [{ status, at, city: 'Singapore' }] })
  expect((await shop.post('/shipping/notify/easypost', body, headers)).status).toBe(200)
}

async function listEmailsAbout(subject: string): Promise<string[]> {
  const emails = await readAllEmails(shop.db)
  return emails.filter((mail) => mail.subject.startsWith(subject)).map(({ recipient }) => recipient)
}

async function listEvents(id: string): Promise<string[]> {
  const events = await queryRows<{ event: string }>(
    shop.db,
    sql`select e.event from supplier_order_events e join supplier_orders o on o.id = e.supplier_order_id
        where o.public_id = ${id} and o.state = 'shipped' and e.to_state = 'shipped' order by e.id`,
  )
  return events.map(({ event }) => event)
}
