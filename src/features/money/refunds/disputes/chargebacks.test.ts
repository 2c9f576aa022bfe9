import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { ChargebackData } from '../shapes.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { asOperator, refundAsOperator } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { getOwnerHeaders } from '#tests/steps/cases.ts'
import { type CreatedOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'
import { createRefundRequester, applyDispute } from '../service.ts'

const shop = await createTestShop()
const TOTAL = 10_206

/** Applies a dispute state to the newest receipt. */
async function applyDisputeState(
  disputeId: string,
  state: ProviderDispute['state'],
  amount = TOTAL,
): Promise<void> {
  const [receipt] = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts r order by r.id desc limit 1`,
  )
  const dispute: ProviderDispute = {
    disputeId,
    receiptId: receipt?.id ?? '',
    currency: 'USD',
    amount,
    fee: 1_500,
    feeCurrency: 'USD',
    state,
    reason: 'product_unacceptable',
    respondBy: new Date('2026-12-24T00:00:00Z'),
  }
  const { enqueue } = shop.app.jobs
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  await applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
  await shop.work()
}

async function listed(query = ''): Promise<ChargebackData[]> {
  const { body } = await asOperator(shop, `/chargebacks${query}`)
  // The contract guarantees the shape of the answer.
  return Reflect.get(Object(body), 'chargebacks') as ChargebackData[]
}

/** Returns the payment status of an order for its buyer, and for its supplier on its page and in the list. */
async function readPaymentStates(order: CreatedOrder) {
  const headers = await getOwnerHeaders(order)
  const [buyers, suppliers, list] = await Promise.all([
    shop.get(`/shop/trackOrder/${order.purchaseId}`),
    shop.get(`/supplier/orders/${order.id}`, headers),
    shop.get('/supplier/orders', headers),
  ])
  return [
    Reflect.get(Object(buyers.body), 'order').supplierOrders[0],
    Reflect.get(Object(suppliers.body), 'order'),
    Reflect.get(Object(list.body), 'orders')[0],
  ].map(({ payment, chargedBackAmount }) => [payment, chargedBackAmount])
}

test('operators see disputes with amounts, orders and the postings of their liability', async () => {
  const order = await createSentOrder(shop)
  await applyDisputeState('dp:1', 'inquiry')
  expect(await listed()).toMatchObject([{ state: 'inquiry', orders: [], liability: [] }])
  await applyDisputeState('dp:1', 'open')
  const [taken] = await listed('?state=open')
  expect(taken).toMatchObject({
    id: 'sandbox:dp:1',
    method: 'vm',
    amount: TOTAL,
    fee: 1_500,
    purchase: order.purchaseId,
    isUnapplied: false,
    orders: [{ order: order.id, amount: TOTAL, isReturned: false }],
    respondBy: '2026-12-24T00:00:00.000Z',
  })
  expect(taken?.liability.reduce((sum, { amount }) => sum + amount, 0)).toBe(TOTAL)
  for (const { explain, amount } of taken?.liability ?? []) {
    const { body } = await asOperator(shop, explain)
    expect(body).toMatchObject({
      postings: expect.arrayContaining([expect.objectContaining({ kind: 'charged_back' })]),
    })
    expect(JSON.stringify(body)).toContain(`"debit":${amount}`)
  }
  await applyDisputeState('dp:1', 'won')
  expect(await listed('?state=open')).toEqual([])
  expect(await listed('?state=won')).toMatchObject([{ orders: [{ isReturned: true }] }])
})

test('disputes are paginated by cursor and visible to operators only', async () => {
  await createSentOrder(shop)
  for (const n of [1, 2, 3]) await applyDisputeState(`dp_${n}`, 'inquiry', 0)
  const ids = (await listed()).map(({ id }) => id)
  expect(ids).toEqual(['sandbox:dp_3', 'sandbox:dp_2', 'sandbox:dp_1'])
  expect((await listed(`?cursor=${ids[1]}`)).map(({ id }) => id)).toEqual(['sandbox:dp_1'])
  expect(await listed('?cursor=nothing')).toEqual([])
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'vendor' })
  expect((await shop.get('/chargebacks', headers)).status).toBe(403)
})

test('an order is shown as charged back while the bank has any of its money, regardless of refunds', async () => {
  const order = await createSentOrder(shop)
  expect(await readPaymentStates(order)).toEqual([
    ['paid', 0],
    ['paid', 0],
    ['paid', undefined],
  ])
  await refundAsOperator(order, { of: 'amount', amount: 1_000 })
  await applyDisputeState('dp_1', 'open', 2_000)
  expect(await readPaymentStates(order)).toEqual([
    ['charged_back', 20],
    ['charged_back', 20],
    ['charged_back', undefined],
  ])
  const invoice = await shop.app.http.request(`${SHOP_URL}/orders/${order.purchaseId}/invoice`)
  expect(extractPdfTexts(new Uint8Array(await invoice.arrayBuffer()))).toContain('Charged back')
  await applyDisputeState('dp_1', 'won', 2_000)
  expect(await readPaymentStates(order)).toEqual([
    ['partly_refunded', 0],
    ['partly_refunded', 0],
    ['partly_refunded', undefined],
  ])
})
