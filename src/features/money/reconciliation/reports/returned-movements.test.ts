import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { ProviderRefund } from '#features/money/payments/service.ts'
import { createRefundRequester, applyRefund } from '#features/money/refunds/service.ts'
import { listBrokenRules, expectSuccess } from '#tests/steps/payouts.ts'
import { readAllRefunds, asOperator } from '#tests/steps/refunds.ts'
import {
  AT,
  createUnpaidOrder,
  createReportSteps,
  STRIPE_REPORT_HEADER,
} from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const STRIPE_FORMAT = { heads: STRIPE_REPORT_HEADER }

/** Returns a row of Stripe's report; the amount is both gross and net. */
const row = (id: string, category: string, [amount = '', source = '', intent = '']: readonly string[]) =>
  `${id},${AT},usd,${amount},0.00,${amount},${category},${source},${intent},`

test.each(['payout_reversal', 'payout_failure', 'payout_cancel'])(
  'a returned settlement moves from the bank back to the provider: %s',
  async (category) => {
    const { handIn, booked, kinds } = await createReportSteps(shop)
    const balanceBefore = await booked('provider_clearing')
    await handIn([row(`${category}_1`, 'payout', ['-1000.00', `po_${category}`])], STRIPE_FORMAT)
    const bank = await booked('bank')
    await handIn([row(`${category}_2`, category, ['1000.00', `po_${category}`])], STRIPE_FORMAT)
    expect(await booked('bank')).toBe(bank - 100_000)
    expect(await booked('provider_clearing')).toBe(balanceBefore)
    expect(await booked('rounding')).toBe(0)
    expect(await kinds()).toEqual([])
  },
)

/** Creates a refund made at the provider that failed there; returns its report rows. */
async function failedRefund(name: string) {
  const { pay, receipt } = await createUnpaidOrder(shop)
  await pay()
  const applyProviderRefund = async (state: ProviderRefund['state'], refundId?: string) => {
    const { enqueue } = shop.app.jobs
    const deps = { enqueue, refund: createRefundRequester(enqueue) }
    const refund: ProviderRefund = {
      providerRefundId: name,
      refundId,
      receiptId: receipt,
      currency: 'USD',
      amount: 4_000,
      state,
      reason: state === 'failed' ? 'lost_or_stolen_card' : undefined,
    }
    await applyRefund(shop.db, { provider: 'sandbox', refund, deps, now: shop.now() })
  }
  await applyProviderRefund('succeeded')
  return {
    receipt,
    said: applyProviderRefund,
    made: row(`${name}_a`, 'refund', ['-40.00', name, receipt]),
    back: row(`${name}_b`, 'refund_failure', ['40.00', name]),
  }
}

test('a failed refund matches both its rows, and a third row is a duplicate', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { said, made, back } = await failedRefund('re_1')
  await said('failed')
  await handIn([made, back], STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_1'))).toEqual([])
  await handIn([back.replace('re_1_b', 're_1_c')], STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_1'))).toMatchObject([
    { kind: 'doubled', canAdjust: false },
  ])
})

test('a failed refund whose return no report has is a discrepancy until one has it', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { said, made, back } = await failedRefund('re_6')
  await said('failed')
  await handIn([made], STRIPE_FORMAT)
  const [discrepancy] = (await discrepancies()).filter(({ about }) => about.startsWith('re_6'))
  expect(discrepancy).toMatchObject({ kind: 'unknown', about: 're_6_a', canAdjust: false })
  expect(discrepancy?.message).toContain('failed at the provider, but no report shows the money coming back')
  await handIn([back], STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_6'))).toEqual([])
})

test('a returned refund without a webhook is a discrepancy that cannot be adjusted until the webhook arrives', async () => {
  const { handIn, discrepancies, resolve, operator } = await createReportSteps(shop)
  const { said, made, back } = await failedRefund('re_2')
  await handIn([made, back], STRIPE_FORMAT)
  const [discrepancy] = (await discrepancies()).filter(({ about }) => about.startsWith('re_2'))
  expect(discrepancy).toMatchObject({ kind: 'unknown', about: 're_2_b', canAdjust: false })
  expect((await resolve(discrepancy?.id, { note: 'x', adjust: true })).body).toMatchObject({
    code: 'nothing_to_adjust',
  })
  await said('failed')
  await handIn([back, row('fee_2', 'fee', ['-0.10'])], STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_2'))).toEqual([])
  expect(await listBrokenRules(operator)).toEqual([])
})

test('both rows of a failed refund are matched when it was made again under another ID', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  await shop.work()
  const refund = (await readAllRefunds(shop)).at(-1)
  await shop.db.execute(
    sql`update refund_requests set provider_refund_id = 're_32' where public_id = ${refund?.id}`,
  )
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`
    select c.external_id as id from receipts c join refund_requests q on q.receipt_id = c.id where q.public_id = ${refund?.id}`,
  )
  const receipt = found?.id ?? ''
  await handIn([row('re_31_a', 'refund', ['-102.06', 're_31', receipt])], STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about === 're_31_a')).toHaveLength(1)
  const rest = [
    row('re_31_b', 'refund_failure', ['102.06', 're_31']),
    row('re_32_a', 'refund', ['-102.06', 're_32', receipt]),
  ]
  await handIn(rest, STRIPE_FORMAT)
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_3'))).toEqual([])
})

test('a refund that failed and was then paid by bank is counted once', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  await shop.work()
  const { id = '' } = (await readAllRefunds(shop)).at(-1) ?? {}
  await shop.db.execute(sql`
    update refund_requests set state = 'refused', provider_refund_id = 're_4' where public_id = ${id}`)
  await expectSuccess(asOperator(shop, `/refunds/${id}/paid`, { how: 'bank_transfer', reference: 'TRF-1' }))
  await handIn(
    [row('re_4_a', 'refund', ['-102.06', 're_4']), row('re_4_b', 'refund_failure', ['102.06', 're_4'])],
    STRIPE_FORMAT,
  )
  expect((await discrepancies()).filter(({ about }) => about.startsWith('re_4'))).toEqual([])
})

test.each(['payment', 'refund', 'transfer'])(
  'an unknown movement cannot be adjusted as rounding: %s',
  async (kind) => {
    const { handIn, discrepancies, resolve, booked } = await createReportSteps(shop)
    const amount = kind === 'payment' ? '100.00' : '-100.00'
    await handIn([`strange_${kind},${kind},nobody,,,USD,${amount},0,${amount},${AT}`])
    const discrepancy = (await discrepancies()).find(({ about }) => about === `strange_${kind}`)
    expect(discrepancy).toMatchObject({ kind: 'unknown', canAdjust: false })
    const refused = await resolve(discrepancy?.id, { note: 'Take it', adjust: true })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'nothing_to_adjust' }])
    expect(await booked('rounding')).toBe(0)
  },
)

test('a missing movement cannot be adjusted, as it may still be reported', async () => {
  const { handIn, discrepancies, resolve, booked } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  await handIn([`fee_5,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  const discrepancy = (await discrepancies()).find(({ about }) => about === receipt)
  expect(discrepancy).toMatchObject({ kind: 'missing', canAdjust: false })
  expect((await resolve(discrepancy?.id, { note: 'x', adjust: true })).body).toMatchObject({
    code: 'nothing_to_adjust',
  })
  expect(await booked('rounding')).toBe(0)
})
