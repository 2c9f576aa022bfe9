import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, rows } from '#database/database.ts'
import { post, receivableNettedPosting } from '#features/money/ledger/service.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import { openedCase, runCaseTimers } from '#tests/steps/cases.ts'
import {
  asOperator,
  brokenRules,
  clearing,
  givenBySandbox,
  payOut,
  supplierOf,
} from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import {
  aParcel,
  asGuest,
  asSupplier,
  moneyOf,
  runOrderTimers,
  sentOrder,
  stateOf,
  submittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { createRefundRequester, takeDispute } from '../service.ts'

const shop = await testShop()
const DAY = 24 * 3_600_000
// One piece at 100.00 and its shipping, of which the marketplace keeps 15 per cent and nine per cent tax on that.
const [TOTAL, NET] = [10_206, 8_537]

/** What the provider calls the money that came first. */
async function receiptId(): Promise<string> {
  const found = await rows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts order by receipts.id`,
  )
  return found[0]?.id ?? ''
}

/** The bank's word on all of an order's money. */
async function applyDisputeState(state: ProviderDispute['state'], overrides: Partial<ProviderDispute> = {}) {
  const dispute: ProviderDispute = {
    disputeId: 'dp_1',
    receiptId: await receiptId(),
    currency: 'USD',
    amount: TOTAL,
    fee: 1_500,
    feeCurrency: 'USD',
    state,
    reason: 'product_unacceptable',
    respondBy: undefined,
    ...overrides,
  }
  const { enqueue } = shop.app.jobs
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  const outcome = await takeDispute(shop.db, { provider: 'sandbox', dispute, desk: deps, now: shop.now() })
  await shop.work()
  return outcome
}

test('goods that were bad: the supplier bears it, also when it was paid out; won, it owes nothing any more', async () => {
  const order = await sentOrder(shop, { released: true })
  await payOut(order, 'payout-1')
  expect([
    await applyDisputeState('open'),
    await applyDisputeState('open'),
    await applyDisputeState('inquiry'),
  ]).toEqual(['taken', 'known', 'known'])
  expect(await supplierOf(order)).toEqual({ available: 0, owes: NET })
  expect(await clearing(shop)).toBe(-1_500)
  expect(await brokenRules(shop)).toEqual([])
  expect([
    await applyDisputeState('won'),
    await applyDisputeState('lost'),
    await applyDisputeState('won'),
  ]).toEqual(['returned', 'known', 'known'])
  expect(await supplierOf(order)).toEqual({ available: 0, owes: 0 })
  expect(await clearing(shop)).toBe(TOTAL - 1_500)
  expect(await brokenRules(shop)).toEqual([])
})

test('what a supplier has paid of a debt that turns out to be none, it has free again', async () => {
  const order = await sentOrder(shop, { released: true })
  await payOut(order, 'payout-1')
  await applyDisputeState('open')
  await sentOrder(shop, { released: true, like: order })
  const netted = {
    nettingId: 'n1',
    supplier: order.supplier.publicId,
    currency: 'USD',
    amount: 5_000,
    memo: 'Taken',
  }
  await inTransaction(shop.db, (tx) => post(tx, receivableNettedPosting(netted), shop.now()))
  expect(await supplierOf(order)).toEqual({ available: NET - 5_000, owes: NET - 5_000 })
  await applyDisputeState('won')
  expect(await supplierOf(order)).toEqual({ available: NET, owes: 0 })
  expect(await brokenRules(shop)).toEqual([])
})

test('a stolen card is the marketplace’s loss once something was sent', async () => {
  const order = await sentOrder(shop)
  await applyDisputeState('open', { reason: 'fraudulent' })
  expect(await moneyOf(shop, order)).toMatchObject({ pending: NET })
  expect(await clearing(shop)).toBe(-1_500)
  expect(await brokenRules(shop)).toEqual([])
})

test('what is not sent is not sent any more, and what comes back of it goes to the buyer', async () => {
  const order = await submittedOrder(shop)
  await applyDisputeState('open', { reason: 'fraudulent' })
  expect(await stateOf(shop, order)).toBe('cancelled')
  expect(await givenBySandbox(shop)).toEqual({ times: 0, amount: 0 })
  await applyDisputeState('won', { reason: 'fraudulent' })
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await brokenRules(shop)).toEqual([])
})

test('of an order that was sent in part, the rest is not sent any more; won, what that cost goes to the buyer', async () => {
  const order = await submittedOrder(shop, { quantities: [2] })
  const escrow = (await moneyOf(shop, order)).escrow ?? 0
  await asSupplier(order, 'accept')
  await asSupplier(order, 'parcels', aParcel('one', [{ line: 1, quantity: 1 }]))
  const overrides = { reason: 'fraudulent', amount: escrow }
  await applyDisputeState('open', overrides)
  expect(await stateOf(shop, order)).toBe('shipped')
  await applyDisputeState('won', overrides)
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: 10_000 })
  expect(await moneyOf(shop, order)).toMatchObject({ escrow: 0, pending: NET })
  await asGuest(shop, order, 'received')
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await stateOf(shop, order)).toBe('completed')
  expect(await brokenRules(shop)).toEqual([])
})

test('a chargeback in a case takes what was frozen; the case then gives nothing twice, and won the supplier has it', async () => {
  const made = await sentOrder(shop)
  await openedCase(made)
  await applyDisputeState('open')
  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await givenBySandbox(shop)).toEqual({ times: 0, amount: 0 })
  expect(await stateOf(shop, made)).toBe('completed')
  await applyDisputeState('won')
  expect(await supplierOf(made)).toEqual({ available: NET, owes: 0 })
  await runOrderTimers(shop)
  expect(await brokenRules(shop)).toEqual([])
})

test('what comes back to an order of which one line is sent and one is not stays with the order', async () => {
  const made = await submittedOrder(shop, { quantities: [1, 1] })
  await asSupplier(made, 'accept')
  await asSupplier(made, 'parcels', aParcel('one', [{ line: 1, quantity: 1 }]))
  const before = await moneyOf(shop, made)
  const money = { provider: 'sandbox', receipt: await receiptId(), currency: 'USD', amount: 1_000 }
  for (const [state, taken] of [
    ['succeeded', 'booked'],
    ['failed', 'undone'],
  ]) {
    const refund = { ...money, refund: 're_panel', state }
    expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ taken })
  }
  await shop.work()
  expect(await moneyOf(shop, made)).toEqual(before)
  expect(await givenBySandbox(shop)).toEqual({ times: 0, amount: 0 })
  expect(await brokenRules(shop)).toEqual([])
})

test('a fee is what the latest word says: an older one that knows of less gives none back, won for good does', async () => {
  await sentOrder(shop)
  const left = async (state: ProviderDispute['state'], fee: number) => {
    await applyDisputeState(state, { fee })
    return clearing(shop)
  }
  expect(await left('open', 1_500)).toBe(-1_500)
  expect(await left('open', 0)).toBe(-1_500)
  expect(await left('open', 2_000)).toBe(-2_000)
  expect(await left('won', 500)).toBe(TOTAL - 500)
  expect(await left('won', 100)).toBe(TOTAL - 500)
  expect(await brokenRules(shop)).toEqual([])
})
