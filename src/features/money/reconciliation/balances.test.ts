import { expect, test } from 'vitest'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import {
  AT,
  loseRefundResponse,
  createUnpaidOrder,
  createReportSteps,
} from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000

/** Pays an order; returns the provider's report row for it. */
async function paid() {
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  return `${receipt}_p,payment,${receipt},,,USD,102.06,3.06,99.00,${AT}`
}

/** Returns the provider balance that operators see. */
async function readProviderBalance() {
  const answer = await asOperator(shop, '/settlement-reports')
  const { balances } = answer.body as {
    balances: { booked: number; reported: number; bookedNow: number }[]
  }
  return balances[0]
}

test('ledger and report are compared as of the end of the report', async () => {
  const first = await paid()
  shop.passTime(DAY)
  const firstRow = await paid()
  const { handIn, discrepancies } = await createReportSteps(shop)
  await handIn([first, `po_1_s,settlement,po_1,,,USD,-50.00,0,-50.00,${AT}`])
  expect(await discrepancies()).toEqual([])
  // Fee and settlement are booked a day late, but belong to the report's period.
  expect(await readProviderBalance()).toEqual({
    provider: 'sandbox',
    currency: 'USD',
    until: '2026-03-03T00:00:00.000Z',
    booked: 49,
    reported: 49,
    bookedNow: 49 + 102.06,
  })
  await handIn([firstRow], { to: '2026-03-04T00:00:00Z' })
  expect(await readProviderBalance()).toMatchObject({ booked: 148, reported: 148, bookedNow: 148 })
})

test('money whose webhook arrives after the end of its report counts in that report', async () => {
  const { receipt, pay } = await createUnpaidOrder(shop)
  const { handIn } = await createReportSteps(shop)
  const row = `${receipt}_p,payment,${receipt},,,USD,102.06,0,102.06,${AT}`
  await handIn([row])
  expect(await readProviderBalance()).toMatchObject({ booked: 0, reported: 102.06 })
  shop.passTime(DAY)
  await pay()
  await (await createReportSteps(shop)).handIn([row, `f,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect(await readProviderBalance()).toMatchObject({ booked: 101.06, reported: 101.06 })
})

test('a refund that the provider did not make counts as held by the provider until an operator pays it by bank', async () => {
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  const refund = await loseRefundResponse(shop)
  const { handIn, discrepancies } = await createReportSteps(shop)
  await handIn([`f,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  const [missing] = await discrepancies()
  await handIn([`p,payment,${missing?.about},,,USD,102.06,0,102.06,${AT}`])
  expect(await readProviderBalance()).toMatchObject({ booked: 101.06, reported: 101.06, bookedNow: -1 })
  await expectSuccess(
    asOperator(shop, `/refunds/${refund}/paid`, { how: 'bank_transfer', reference: 'TRF-1' }),
  )
  expect(await readProviderBalance()).toMatchObject({ booked: 101.06, reported: 101.06, bookedNow: 101.06 })
})
