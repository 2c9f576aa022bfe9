import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { queryRows } from '#database/database.ts'
import { openSession } from '#features/identity/accounts/service.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { ParcelFault, SignedWebhook } from '#tests/fakes/easypost/fake-parcels.ts'
import {
  expectSuccess,
  createOperator,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { DAY } from '#core/time.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { postAsSupplier, type CreatedOrder, createSubmittedOrder } from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

/** The cost of the cheapest recorded label, in cents. */
const COST = 593

test('a label refund declined weeks later is charged to the supplier once, with the reason', async () => {
  const created = await createRefundRequestedOrder()
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: 0 })
  shop.passTime(20 * DAY)
  easyPost.endRefunds('rejected')
  await checkRefunds()
  await checkRefunds()
  expect(await readLabel(created)).toMatchObject({
    state: 'lost',
    cost: 5.93,
    refundRequestedAt: expect.any(String),
  })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: COST })
  expect(await getCarrierPayable()).toBe(COST)
  const [mail, ...others] = await listLabelEmails()
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^A label of order C-\S+ couldn’t be refunded$/)
  expect(mail?.text).toContain('now it has declined it')
  expect(mail?.text).toContain('$5.93')
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a declined label refund is deducted from the balance, and named in the payout statement', async () => {
  const created = await createRefundRequestedOrder()
  await releaseBalance(shop, created.supplier, 1_000)
  easyPost.endRefunds('rejected')
  shop.passTime(DAY)
  await checkRefunds()
  const operator = await createOperator(shop)
  const swept = await expectSuccess(operator.post('/payouts/sweep', { supplier: created.supplier.publicId }))
  const [id] = Reflect.get(Object(swept.body), 'made') as string[]
  expect((await expectSuccess(operator.get(`/payouts/${id}`))).body).toMatchObject({
    payout: {
      amount: 4.07,
      lines: expect.arrayContaining([
        expect.objectContaining({
          kind: 'label_charged',
          amount: -5.93,
          memo: expect.stringMatching(/^Label of USPS \d{22}, order C-.*: refund declined$/),
        }),
      ]),
    },
  })
})

test('a successful label refund is final: it is not booked again and not polled', async () => {
  const created = await createRefundRequestedOrder()
  shop.passTime(15 * DAY)
  easyPost.endRefunds('refunded')
  await checkRefunds()
  expect(await readLabel(created)).toMatchObject({ state: 'refunded' })
  const callCount = easyPost.calls.length
  shop.passTime(DAY)
  await checkRefunds()
  expect(easyPost.calls).toHaveLength(callCount)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: 0 })
  expect(await listLabelEmails()).toEqual([])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a refund webhook event of EasyPost starts a lookup, and its own content is ignored', async () => {
  const created = await createRefundRequestedOrder()
  const [webhookEvent] = easyPost.endRefunds('refunded')
  if (!webhookEvent) throw new Error('no refund')
  // By the time of the lookup, EasyPost has another state.
  for (const shipment of easyPost.books.shipments) shipment.refund = 'rejected'
  expect(await sendWebhook(webhookEvent)).toBe(200)
  expect(await sendWebhook(webhookEvent)).toBe(200)
  await shop.work()
  expect(await readLabel(created)).toMatchObject({ state: 'lost' })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  expect(await listLabelEmails()).toHaveLength(1)
  const forged = { ...webhookEvent, body: webhookEvent.body.replace('USPS', 'UPS') }
  expect(await sendWebhook(forged)).toBe(400)
})

test('a label refund is polled daily for sixty days, and a later webhook still completes it', async () => {
  const created = await createRefundRequestedOrder()
  expect(await getCarrierBalance()).toMatchObject({
    labels: COST,
    givenBack: COST,
    open: 0,
    awaited: { labels: 1, amount: COST },
    unanswered: { labels: 0, amount: 0 },
  })
  const callCount = easyPost.calls.length
  await checkRefunds()
  expect(easyPost.calls).toHaveLength(callCount)
  for (let day = 1; day <= 70; day += 1) {
    shop.passTime(DAY)
    await checkRefunds()
  }
  expect(easyPost.calls.length - callCount).toBe(60)
  expect(await readLabel(created)).toMatchObject({ state: 'given_back' })
  expect(await getCarrierBalance()).toMatchObject({
    awaited: { labels: 1, amount: COST },
    unanswered: { labels: 1, amount: COST },
  })
  const [webhookEvent] = easyPost.endRefunds('refunded')
  if (!webhookEvent) throw new Error('no refund')
  await sendWebhook(webhookEvent)
  await shop.work()
  expect(await readLabel(created)).toMatchObject({ state: 'refunded' })
  expect(await getCarrierBalance()).toMatchObject({ awaited: { labels: 0 }, unanswered: { labels: 0 } })
})

test('a label refund is polled again after EasyPost did not answer', async () => {
  const created = await createRefundRequestedOrder()
  shop.passTime(DAY)
  easyPost.faults.push('failing')
  await checkRefunds()
  expect(await readLabel(created)).toMatchObject({ state: 'given_back' })
  easyPost.endRefunds('refunded')
  shop.passTime(DAY / 24)
  await checkRefunds()
  expect(await readLabel(created)).toMatchObject({ state: 'refunded' })
})

test('a label refund refused shortly after the purchase is requested again every hour', async () => {
  easyPost.books.refusesRefunds = 'rejected'
  const created = await createRefundRequestedOrder()
  expect(await readLabel(created)).toMatchObject({ state: 'unused' })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  easyPost.books.refusesRefunds = undefined
  await passHour()
  expect(await readLabel(created)).toMatchObject({ state: 'given_back' })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: 0 })
  expect(await listLabelEmails()).toEqual([])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a label that its carrier does not refund for a day stays charged to the supplier, with an email about why', async () => {
  easyPost.books.refusesRefunds = 'rejected'
  const created = await createRefundRequestedOrder()
  for (let hour = 0; hour < 30; hour += 1) await passHour()
  expect(easyPost.books.refunded).toHaveLength(25)
  expect(await readLabel(created)).toMatchObject({ state: 'lost' })
  const [mail, ...others] = await listLabelEmails()
  expect(mail?.text).toContain('the carrier declined it')
  expect(others).toEqual([])
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a refund request that EasyPost rejects is retried for a day, and errors with our API key do not end it', async () => {
  const created = await createRefundRequestedOrder(['none', 'unauthorized'])
  for (let hour = 0; hour < 30; hour += 1) {
    easyPost.faults.push('unauthorized')
    await passHour()
  }
  expect(await readLabel(created)).toMatchObject({ state: 'unused' })
  easyPost.faults.push('none', 'refused')
  await passHour()
  expect(await readLabel(created)).toMatchObject({ state: 'lost' })
  expect(await listLabelEmails()).toHaveLength(1)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  const callCount = easyPost.calls.length
  await passHour()
  expect(easyPost.calls).toHaveLength(callCount)
})

test.each([['at once'], ['after its refund was taken']])(
  'an unused label of a carrier that bills on scan costs nothing: reported %s',
  async (when) => {
    const providerStatus = 'not_applicable'
    if (when === 'at once') easyPost.books.refusesRefunds = providerStatus
    const created = await createRefundRequestedOrder()
    for (const shipment of easyPost.books.shipments) shipment.refund = providerStatus
    shop.passTime(DAY)
    await checkRefunds()
    await passHour()
    expect(easyPost.books.refunded).toHaveLength(1)
    expect(await readLabel(created)).toMatchObject({ state: 'not_billed' })
    expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: 0 })
    expect(await getCarrierPayable()).toBe(0)
    expect(await getCarrierBalance()).toMatchObject({ open: 0, awaited: { labels: 0 } })
    expect(await listLabelEmails()).toEqual([])
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test('the audit finds an unrefunded label that was not charged again', async () => {
  await createRefundRequestedOrder()
  await shop.db.execute(sql`update parcel_labels set state = 'lost'`)
  expect(await listLedgerErrors(shop)).toContainEqual(expect.stringContaining('labels_booked'))
})

/** Creates an order that is cancelled before its label's file arrives, so that the label's refund is requested. */
async function createRefundRequestedOrder(faults: readonly ParcelFault[] = []): Promise<CreatedOrder> {
  easyPost.faults.push('none', 'none', 'none', 'none', 'failing')
  const created = await createOrderWithLabel()
  await postAsSupplier(created, 'cancel', { reason: 'No time after all' })
  const { id } = await readLabel(created)
  easyPost.faults.push(...faults)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.buy_label', input: { labelId: id } })
  await shop.work()
  return created
}

/** Creates an accepted order with a requested label. */
async function createOrderWithLabel(): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, { like: await createPayableSupplier(shop) })
  await postAsSupplier(created, 'accept')
  await expectSuccess(postAsSupplier(created, 'labels', { idempotencyKey: 'a-label-of-mine' }))
  await shop.work()
  return created
}

/** Passes a little more than an hour, and runs the job that finishes labels. */
async function passHour(): Promise<void> {
  shop.passTime(DAY / 24 + 1)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.finish_labels', input: {} })
  await shop.work()
}

async function checkRefunds(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.follow_label_refunds', input: {} })
  await shop.work()
}

async function readLabel({ id, owner }: CreatedOrder) {
  // Sessions expire before carriers answer.
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const session = await openSession(shop.db, { accountId: owner.id, device, now: shop.now() })
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const { body } = await expectSuccess(shop.get(`/supplier/orders/${id}/labels`, headers))
  const { labels } = body as { labels: { id: string; state: string }[] }
  const [label] = labels
  if (!label) throw new Error('no label')
  return label
}

async function sendWebhook({ body, headers }: SignedWebhook): Promise<number> {
  const requestInit = { method: 'POST', body, headers }
  return (await shop.app.http.request('http://shop.test/shipping/notify/easypost', requestInit)).status
}

/** Returns the carrier account that operators see. */
async function getCarrierBalance() {
  const { body } = await expectSuccess((await createOperator(shop)).get('/carrier-statement'))
  return Object(body).accounts[0]
}

async function getCarrierPayable() {
  const balanceKey = { account: 'carrier_payable', subledger: 'easypost/usps', currency: 'USD' } as const
  return (await readBalances(shop.db, [balanceKey]))[0]
}

function listLabelEmails() {
  return queryRows<{ subject: string; text: string }>(
    shop.db,
    sql`select subject, text from emails where key like 'label-kept:%' order by id`,
  )
}
