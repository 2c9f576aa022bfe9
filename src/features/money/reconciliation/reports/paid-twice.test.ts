import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { listBrokenRules, expectSuccess } from '#tests/steps/payouts.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { AT, loseRefundResponse, createReportSteps } from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

/** Creates a full refund whose answer was lost; returns it with the provider's report rows. */
async function createLostRefund() {
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  const refund = await loseRefundResponse(shop)
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts r order by r.id desc limit 1`,
  )
  const receipt = found?.id ?? ''
  const row = (id: string, itsId = '') => `${id},refund,${receipt},${itsId},,USD,-102.06,0,-102.06,${AT}`
  return {
    refund,
    receipt,
    row,
    payment: `pay_${id(receipt)},payment,${receipt},,,USD,102.06,0,102.06,${AT}`,
  }
}
const id = (receipt: string) => receipt.slice(-12)

const markPaid = (refund: string, how: string) =>
  expectSuccess(asOperator(shop, `/refunds/${refund}/paid`, { how, reference: 'TRF-77' }))

test('a refund paid by bank does not match a refund made by the provider', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { refund, row, payment } = await createLostRefund()
  await markPaid(refund, 'bank_transfer')
  await handIn([payment, row('txn_1')])
  const [discrepancy] = await discrepancies()
  expect(discrepancy).toMatchObject({
    kind: 'unknown',
    about: 'txn_1',
    expected: 0,
    reported: -102.06,
    canAdjust: false,
  })
  expect(discrepancy?.message).toMatch(/by bank.*TRF-77.*twice.*“Record refund” on Refunds/s)
})

test('a movement of a refund to be paid manually is explained, and resolved when the payment is recorded', async () => {
  const { handIn, discrepancies, operator } = await createReportSteps(shop)
  const { refund, row, payment } = await createLostRefund()
  await handIn([payment, row('txn_11')])
  expect((await discrepancies()).find(({ about }) => about === 'txn_11')?.message).toContain(
    `refund ${refund}, which is waiting to be paid by hand. On Refunds, record it as paid`,
  )
  await markPaid(refund, 'provider_panel')
  await handIn([payment, row('txn_11'), `txn_19,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect((await discrepancies('yes')).find(({ about }) => about === 'txn_11')).toMatchObject({
    note: 'It is in the ledger now.',
  })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a discrepancy’s message is updated when the possible action changes', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { refund, row, payment } = await createLostRefund()
  await handIn([payment, row('txn_31')])
  await markPaid(refund, 'bank_transfer')
  await handIn([`txn_39,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  const about = (await discrepancies()).filter((discrepancy) => discrepancy.about === 'txn_31')
  expect(about).toHaveLength(1)
  expect(about[0]?.message).toContain('The payer received it twice')
})

test('without refund IDs, refunds are matched by amount, each once', async () => {
  const { handIn, discrepancies } = await createReportSteps(shop)
  const { refund, row, payment } = await createLostRefund()
  // As with Red Dot, which returns no refund ID, so that ours is stored.
  await shop.db.execute(sql`
    update refund_requests set state = 'done', provider_refund_id = public_id where public_id = ${refund}`)
  await handIn([payment, row('txn_21', 'RD-1')])
  expect((await discrepancies()).filter(({ about }) => about === 'txn_21')).toEqual([])
  await handIn([row('txn_22', 'RD-2')])
  expect((await discrepancies()).filter(({ about }) => about.startsWith('txn_2'))).toMatchObject([
    { kind: 'doubled', about: 'txn_22', canAdjust: false },
  ])
})
