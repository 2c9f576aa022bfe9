import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { post, receivableNettedPosting } from '#features/money/ledger/service.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import { createCase, runCaseTimers } from '#tests/steps/cases.ts'
import {
  asOperator,
  listLedgerErrors,
  readClearing,
  readSandboxRefunds,
  payOutBalance,
  readSupplierBalances,
} from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  readOrderMoney,
  runOrderTimers,
  createSentOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { createRefundRequester, applyDispute } from '../service.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000
// One item at 100.00 and its shipping, with 15 per cent commission and nine per cent tax on the commission.
const [TOTAL, NET] = [10_206, 8_537]

/** Returns the provider's ID of the first receipt. */
async function receiptId(): Promise<string> {
  const found = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts order by receipts.id`,
  )
  return found[0]?.id ?? ''
}

/** Applies a dispute state to an order's whole payment. */
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
  const outcome = await applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
  await shop.work()
  return outcome
}

test('a supplier is liable for a dispute about the goods, also after the payout, until the dispute is won', async () => {
  const order = await createSentOrder(shop, { released: true })
  await payOutBalance(order, 'payout-1')
  expect([
    await applyDisputeState('open'),
    await applyDisputeState('open'),
    await applyDisputeState('inquiry'),
  ]).toEqual(['taken', 'known', 'known'])
  expect(await readSupplierBalances(order)).toEqual({ available: 0, owes: NET })
  expect(await readClearing(shop)).toBe(-1_500)
  expect(await listLedgerErrors(shop)).toEqual([])
  expect([
    await applyDisputeState('won'),
    await applyDisputeState('lost'),
    await applyDisputeState('won'),
  ]).toEqual(['returned', 'known', 'known'])
  expect(await readSupplierBalances(order)).toEqual({ available: 0, owes: 0 })
  expect(await readClearing(shop)).toBe(TOTAL - 1_500)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a supplier gets back what was deducted for a dispute that is won', async () => {
  const order = await createSentOrder(shop, { released: true })
  await payOutBalance(order, 'payout-1')
  await applyDisputeState('open')
  await createSentOrder(shop, { released: true, like: order })
  const netted = {
    nettingId: 'n1',
    supplier: order.supplier.publicId,
    currency: 'USD',
    amount: 5_000,
    memo: 'Taken',
  }
  await inTransaction(shop.db, (tx) => post(tx, receivableNettedPosting(netted), shop.now()))
  expect(await readSupplierBalances(order)).toEqual({ available: NET - 5_000, owes: NET - 5_000 })
  await applyDisputeState('won')
  expect(await readSupplierBalances(order)).toEqual({ available: NET, owes: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a fraudulent payment is the marketplace’s loss once something was shipped', async () => {
  const order = await createSentOrder(shop)
  await applyDisputeState('open', { reason: 'fraudulent' })
  expect(await readOrderMoney(shop, order)).toMatchObject({ pending: NET })
  expect(await readClearing(shop)).toBe(-1_500)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a disputed order that was not shipped is cancelled, and money from a won dispute is refunded to the buyer', async () => {
  const order = await createSubmittedOrder(shop)
  await applyDisputeState('open', { reason: 'fraudulent' })
  expect(await readState(shop, order)).toBe('cancelled')
  expect(await readSandboxRefunds(shop)).toEqual({ times: 0, amount: 0 })
  await applyDisputeState('won', { reason: 'fraudulent' })
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: TOTAL })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a dispute cancels the unshipped part of an order, whose money is refunded to the buyer when it is won', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2] })
  const escrow = (await readOrderMoney(shop, order)).escrow ?? 0
  await postAsSupplier(order, 'accept')
  await postAsSupplier(order, 'parcels', createParcelBody('one', [{ line: 1, quantity: 1 }]))
  const overrides = { reason: 'fraudulent', amount: escrow }
  await applyDisputeState('open', overrides)
  expect(await readState(shop, order)).toBe('shipped')
  await applyDisputeState('won', overrides)
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 10_000 })
  expect(await readOrderMoney(shop, order)).toMatchObject({ escrow: 0, pending: NET })
  await postAsGuest(shop, order, 'received')
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, order)).toBe('completed')
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a chargeback takes the held money of a case, which then refunds nothing, and a won dispute returns it', async () => {
  const made = await createSentOrder(shop)
  await createCase(made)
  await applyDisputeState('open')
  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await readSandboxRefunds(shop)).toEqual({ times: 0, amount: 0 })
  expect(await readState(shop, made)).toBe('completed')
  await applyDisputeState('won')
  expect(await readSupplierBalances(made)).toEqual({ available: NET, owes: 0 })
  await runOrderTimers(shop)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a failed refund at the provider returns its money to a partly shipped order', async () => {
  const made = await createSubmittedOrder(shop, { quantities: [1, 1] })
  await postAsSupplier(made, 'accept')
  await postAsSupplier(made, 'parcels', createParcelBody('one', [{ line: 1, quantity: 1 }]))
  const before = await readOrderMoney(shop, made)
  const money = { provider: 'sandbox', receipt: await receiptId(), currency: 'USD', amount: 1_000 }
  for (const [state, taken] of [
    ['succeeded', 'booked'],
    ['failed', 'undone'],
  ]) {
    const refund = { ...money, refund: 're_panel', state }
    expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ taken })
  }
  await shop.work()
  expect(await readOrderMoney(shop, made)).toEqual(before)
  expect(await readSandboxRefunds(shop)).toEqual({ times: 0, amount: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the fee of an open dispute only rises; the fee of a won dispute is set once', async () => {
  await createSentOrder(shop)
  const left = async (state: ProviderDispute['state'], fee: number) => {
    await applyDisputeState(state, { fee })
    return readClearing(shop)
  }
  expect(await left('open', 1_500)).toBe(-1_500)
  expect(await left('open', 0)).toBe(-1_500)
  expect(await left('open', 2_000)).toBe(-2_000)
  expect(await left('won', 500)).toBe(TOTAL - 500)
  expect(await left('won', 100)).toBe(TOTAL - 500)
  expect(await listLedgerErrors(shop)).toEqual([])
})
