import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createRefundRequester, applyRefund } from '#features/money/refunds/service.ts'
import { getField } from '#tests/steps/chat.ts'
import { createOperator } from '#tests/steps/payouts.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const AT = '2026-03-02 10:00:00'
const PLAIN = 'id,kind,reference,refund,settlement,currency,gross,fee,net,at'
const STRIPE =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,automatic_payout_id'

/** Pays an order of 102.06; returns the provider's ID of its receipt. */
async function placePaidOrder(): Promise<string> {
  await createPaidOrder(shop)
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts r order by r.id desc limit 1`,
  )
  return found?.id ?? ''
}

/** Applies refunds by webhook events, by their provider IDs. */
async function applyRefunds(receiptId: string, amounts: Readonly<Record<string, number>>): Promise<void> {
  const { enqueue } = shop.app.jobs
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  for (const [providerRefundId, amount] of Object.entries(amounts)) {
    const providerRefund = {
      refundId: undefined,
      receiptId,
      currency: 'USD',
      state: 'succeeded',
      reason: undefined,
    } as const
    const refund = { ...providerRefund, providerRefundId, amount }
    await applyRefund(shop.db, { provider: 'sandbox', refund, deps, now: shop.now() })
  }
}

/** Imports a report; returns the remaining discrepancies. */
async function listDiscrepanciesAfter(heads: string, lines: readonly string[]) {
  const operator = await createOperator(shop)
  const format = heads === STRIPE ? 'stripe' : 'plain'
  const query = new URLSearchParams({ format, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })
  const answer = await shop.app.http.request(`${SHOP_URL}/settlement-reports/sandbox?${query}`, {
    method: 'POST',
    headers: operator.headers,
    body: [heads, ...lines].join('\n'),
  })
  expect(answer.status).toBe(200)
  const discrepancies = getField<DiscrepancyBody[]>(
    await operator.get('/settlement-discrepancies'),
    'discrepancies',
  )
  return discrepancies
    .map(({ kind, about, expected, reported }) => [kind, about, expected, reported])
    .toSorted()
}

type DiscrepancyBody = { kind: string; about: string; expected: number; reported: number }

const line = (txn: string, receipt: string, [refund, amount]: readonly [string, string]) =>
  `${txn},refund,${receipt},${refund},,USD,-${amount},0,-${amount},${AT}`

test('refunds are matched by ID: another ID never matches, and each ID once', async () => {
  const receipt = await placePaidOrder()
  await applyRefunds(receipt, { re_1: 1_000, re_2: 1_000 })
  expect(
    await listDiscrepanciesAfter(PLAIN, [
      line('txn_1', receipt, ['re_1', '10.00']),
      line('txn_2', receipt, ['re_3', '10.00']),
      line('txn_3', receipt, ['re_1', '10.00']),
    ]),
  ).toEqual([
    ['doubled', 'txn_3', 0, -10],
    ['unknown', 'txn_2', 0, -10],
  ])
})

test('a refund with a known ID and another amount has a wrong amount', async () => {
  const receipt = await placePaidOrder()
  await applyRefunds(receipt, { re_1: 1_000 })
  expect(await listDiscrepanciesAfter(PLAIN, [line('txn_1', receipt, ['re_1', '9.00'])])).toEqual([
    ['wrong_amount', 'txn_1', -10, -9],
  ])
})

test('refunds without an ID are matched by amount, besides those matched by ID', async () => {
  const receipt = await placePaidOrder()
  await applyRefunds(receipt, { re_1: 1_000, re_2: 1_000 })
  expect(
    await listDiscrepanciesAfter(PLAIN, [
      line('txn_1', receipt, ['re_1', '10.00']),
      line('txn_2', receipt, ['', '10.00']),
    ]),
  ).toEqual([])
  expect(await listDiscrepanciesAfter(PLAIN, [line('txn_3', receipt, ['', '10.00'])])).toEqual([
    ['doubled', 'txn_3', 0, -10],
  ])
})

test('a refund without a provider ID in the ledger is matched by amount', async () => {
  const receipt = await placePaidOrder()
  await applyRefunds(receipt, { re_1: 1_000 })
  await shop.db.execute(sql`update refund_requests set provider_refund_id = null`)
  expect(await listDiscrepanciesAfter(PLAIN, [line('txn_1', receipt, ['re_9', '10.00'])])).toEqual([])
})

test('one refund at the provider can match several in the ledger, with Stripe also without its payment', async () => {
  const receipt = await placePaidOrder()
  // Above the payment's amount, so that the ledger has a second refund for the excess.
  await applyRefunds(receipt, { re_1: 11_000 })
  expect(
    await queryRows(shop.db, sql`select from refund_requests where provider_refund_id = 're_1'`),
  ).toHaveLength(2)
  expect(
    await listDiscrepanciesAfter(STRIPE, [
      `txn_1,${AT},usd,-110.00,0.00,-110.00,refund,re_1,,po_1`,
      `txn_2,${AT},usd,-110.00,0.00,-110.00,refund,re_2,${receipt},po_1`,
    ]),
  ).toEqual([['unknown', 'txn_2', 0, -110]])
})
