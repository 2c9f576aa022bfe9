import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { queryRows } from '#database/database.ts'
import { openSession } from '#features/identity/accounts/service.ts'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import type { ParcelFault } from '#tests/fakes/easypost/fake-parcels.ts'
import recorded from '#tests/fakes/easypost/recorded-parcels.json' with { type: 'json' }
import { expectSuccess, readPayoutBalances, createPayableSupplier } from '#tests/steps/payouts.ts'
import { asOperator, listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  postAsSupplier,
  type CreatedOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { claimUnfinishedLabels } from './label-queries.ts'

const { easyPost, shop } = await createEasyPostShop()

/** The cost of the cheapest recorded label, in cents. */
const COST = 593
/** Returns faults that fail the purchase, but not the requests before it. */
const failWhileBuying = (fault: ParcelFault): ParcelFault[] => ['none', 'none', 'none', fault]

test('a refusal while another attempt may be running is not final: the label is requested again', async () => {
  const created = await createAcceptedOrder()
  easyPost.faults.push(...failWhileBuying('refused'))
  await requestLabel(created)
  expect(await readLabel(created)).toMatchObject({ state: 'asked' })
  await retryLabels()
  expect(await readLabel(created)).toMatchObject({ state: 'used' })
  expect(easyPost.books.sold).toHaveLength(1)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
})

test('a label still refused minutes later fails, and its supplier sees why', async () => {
  const created = await createRefusedLabelOrder()
  expect(await readLabel(created)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('SHIPMENT.POSTAGE.FAILURE'),
  })
  const callCount = easyPost.calls.length
  await retryHourly()
  expect(easyPost.calls.length - callCount).toBe(1)
  await retryHourly()
  expect(easyPost.calls.length - callCount).toBe(1)
  expect(await readLabel(created)).toMatchObject({ state: 'failed' })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: 0 })
})

test('a failed label that another attempt bought after all is charged and used', async () => {
  const created = await createRefusedLabelOrder()
  // The other attempt's purchase succeeds, and its answer is lost.
  sellAtProvider()
  expect(await listLedgerErrors(shop)).toEqual([])
  await retryHourly()
  expect(await readLabel(created)).toMatchObject({ state: 'used', failure: null, cost: 5.93 })
  expect(await readState(shop, created)).toBe('shipped')
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a failed label that was bought after all and is no longer needed is refunded', async () => {
  const created = await createRefusedLabelOrder()
  sellAtProvider()
  await expectSuccess(postAsSupplier(created, 'labels', { idempotencyKey: 'another-one' }))
  await shop.work()
  expect(await readState(shop, created)).toBe('shipped')
  await retryHourly()
  const [unused, used] = await listLabels(created)
  expect([unused?.state, used?.state]).toEqual(['given_back', 'used'])
  // A label whose refund was requested must not be printed.
  expect(unused?.file).toBeNull()
  const labelsPath = `/supplier/orders/${created.id}/labels`
  const { headers } = await signInOwner(created)
  expect((await shop.get(`${labelsPath}/${unused?.id}/file`, headers)).status).toBe(404)
  expect((await shop.get(`${labelsPath}/${used?.id}/file`, headers)).status).toBe(200)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a label whose lookup is refused is not treated as never bought', async () => {
  const created = await createRefusedLabelOrder()
  sellAtProvider()
  easyPost.faults.push('refused')
  await retryHourly()
  expect(await readLabel(created)).toMatchObject({ state: 'failed' })
  await retryHourly()
  expect(await readLabel(created)).toMatchObject({ state: 'used', cost: 5.93 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('unfinished labels are claimed in turn, so that stuck ones do not block others', async () => {
  for (const _ of ['one', 'two', 'three']) {
    easyPost.faults.push('gone')
    await requestLabel(await createAcceptedOrder())
  }
  const now = addMs(shop.now(), 2 * HOUR)
  const claimInput = { since: now, now, again: addMs(now, HOUR), limit: 2 }
  const [first, second] = [
    await claimUnfinishedLabels(shop.db, claimInput),
    await claimUnfinishedLabels(shop.db, claimInput),
  ]
  expect([first.length, second.length]).toEqual([2, 1])
  expect(new Set([...first, ...second]).size).toBe(3)
  expect(await claimUnfinishedLabels(shop.db, claimInput)).toEqual([])
})

test('a label whose purchase stays open is an exception on the operators’ home page, which leads to its order', async () => {
  const created = await createAcceptedOrder()
  const readExceptions = async () => (await asOperator(shop, '/operator/exceptions')).body
  const readOrders = async () => (await asOperator(shop, '/operator/orders?group=unclear_label')).body
  easyPost.faults.push('gone')
  await requestLabel(created)
  expect(await readExceptions()).toMatchObject({ exceptions: [] })
  easyPost.faults.push('gone')
  await retryHourly()
  expect(await readLabel(created)).toMatchObject({ state: 'asked' })
  expect(await readExceptions()).toMatchObject({ exceptions: [{ kind: 'unknown_labels', count: 1 }] })
  expect(await readOrders()).toMatchObject({ orders: [{ id: created.id }] })
  await retryHourly()
  expect(await readLabel(created)).toMatchObject({ state: 'used' })
  expect(await readExceptions()).toMatchObject({ exceptions: [] })
  expect(await readOrders()).toMatchObject({ orders: [] })
})

test.each([['too large'], ['anywhere']] as const)(
  'a label whose file is invalid (%s) is refunded, and its supplier sees why',
  async (what) => {
    easyPost.books.badFiles = what
    const created = await createAcceptedOrder()
    await requestLabel(created)
    expect(await readLabel(created)).toMatchObject({
      state: 'given_back',
      failure: expect.stringMatching(/^The label can’t be used: /),
    })
    expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: 0 })
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

async function createAcceptedOrder(): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, { like: await createPayableSupplier(shop) })
  await postAsSupplier(created, 'accept')
  return created
}

async function requestLabel(created: CreatedOrder): Promise<void> {
  await expectSuccess(
    postAsSupplier(created, 'labels', { idempotencyKey: `label-of-${created.id}`.slice(0, 60) }),
  )
  await shop.work()
}

/** Creates an order whose label EasyPost repeatedly refused to sell. */
async function createRefusedLabelOrder(): Promise<CreatedOrder> {
  const created = await createAcceptedOrder()
  easyPost.faults.push(...failWhileBuying('refused'))
  await requestLabel(created)
  shop.passTime(6 * MINUTE)
  easyPost.faults.push('none', 'refused')
  await retryLabels()
  return created
}

/** Sells the labels at EasyPost, as for an attempt whose answer was lost. */
function sellAtProvider(): void {
  const [cheapest] = recorded.shipment.rates.toSorted((a, b) => Number(a.rate) - Number(b.rate))
  for (const shipment of easyPost.books.shipments) {
    shipment.number = '9400100110368068910000'
    shipment.rateId = cheapest?.id ?? ''
    easyPost.books.sold.push(shipment.id)
  }
}

/** Runs the jobs of all labels again. */
async function retryLabels(): Promise<void> {
  const labels = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcel_labels`)
  for (const { id } of labels)
    await shop.app.jobs.enqueue(shop.db, { job: 'orders.buy_label', input: { labelId: id } })
  await shop.work()
}

async function retryHourly(): Promise<void> {
  shop.passTime(HOUR + 1)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.finish_labels', input: {} })
  await shop.work()
}

async function readLabel(created: CreatedOrder): Promise<unknown> {
  return (await listLabels(created))[0]
}

async function listLabels(
  created: CreatedOrder,
): Promise<{ id: string; state: string; file: string | null }[]> {
  const { headers } = await signInOwner(created)
  const { body } = await expectSuccess(shop.get(`/supplier/orders/${created.id}/labels`, headers))
  return Reflect.get(Object(body), 'labels')
}

/** Signs the supplier in again, as sessions expire before labels are retried. */
async function signInOwner({ owner }: CreatedOrder) {
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const session = await openSession(shop.db, { accountId: owner.id, device, now: shop.now() })
  return { headers: { authorization: `Bearer ${session.accessToken}` } }
}
