import { expect, test } from 'vitest'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import { createRefundRequester, applyDispute } from '#features/money/refunds/service.ts'
import { listBrokenRules, expectSuccess } from '#tests/steps/payouts.ts'
import { AT, createUnpaidOrder, createReportSteps } from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

/** Pays an order; returns a way to apply dispute states, and the provider's report rows. */
async function disputed() {
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  const applyState = async (state: ProviderDispute['state'], fee = 1_500) => {
    const { enqueue } = shop.app.jobs
    const deps = { enqueue, refund: createRefundRequester(enqueue) }
    const dispute: ProviderDispute = {
      disputeId: `dp_${receipt}`,
      receiptId: receipt,
      currency: 'USD',
      amount: 10_206,
      fee,
      feeCurrency: 'USD',
      state,
      reason: 'fraudulent',
      respondBy: undefined,
    }
    await applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
    await shop.work()
  }
  const payment = `${receipt}_p,payment,${receipt},,,USD,102.06,0,102.06,${AT}`
  const takenRow = `${receipt}_t,dispute,${receipt},,,USD,-102.06,15.00,-117.06,${AT}`
  const returnedRow = `${receipt}_b,dispute,${receipt},,,USD,102.06,0.00,102.06,${AT}`
  return { receipt, tell: applyState, payment, taken: takenRow, back: returnedRow }
}

/** Imports these rows; returns their discrepancies. */
async function findDiscrepancies(lines: readonly string[]) {
  const { handIn, discrepancies } = await createReportSteps(shop)
  await handIn(lines)
  return (await discrepancies()).filter(({ about }) => lines.some((line) => line.startsWith(`${about},`)))
}

test('money taken while only an inquiry is known is a discrepancy until the dispute is booked', async () => {
  const { tell, payment, taken } = await disputed()
  await tell('inquiry', 0)
  const [discrepancy] = await findDiscrepancies([payment, taken])
  expect(discrepancy).toMatchObject({ kind: 'unknown', expected: null, reported: -117.06, canAdjust: false })
  expect(discrepancy?.message).toMatch(/inquiry.*on Disputes/s)
  await tell('open')
  const { handIn, discrepancies, operator } = await createReportSteps(shop)
  await handIn([payment, taken, `${taken.slice(0, 9)}_fee,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect((await discrepancies('yes')).find(({ id }) => id === discrepancy?.id)).toMatchObject({
    note: 'It is in the ledger now.',
  })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a chargeback matches an open dispute, and returned money requires a won one', async () => {
  const { tell, payment, taken, back } = await disputed()
  await tell('open')
  expect(await findDiscrepancies([payment, taken])).toEqual([])
  expect(await findDiscrepancies([back])).toMatchObject([{ kind: 'unknown', reported: 102.06 }])
  const otherDispute = await disputed()
  await otherDispute.tell('open')
  await otherDispute.tell('won')
  expect(await findDiscrepancies([otherDispute.payment, otherDispute.taken, otherDispute.back])).toEqual([])
})

test('a closed inquiry moves no money, so that a chargeback for it is a discrepancy', async () => {
  const { tell, payment, taken } = await disputed()
  await tell('inquiry', 0)
  await tell('won', 0)
  expect(await findDiscrepancies([payment, taken])).toMatchObject([{ kind: 'unknown' }])
})

test('a lower dispute fee than booked is a discrepancy, which can be adjusted as a provider fee', async () => {
  const { tell, payment, taken } = await disputed()
  await tell('open', 2_000)
  const [discrepancy] = await findDiscrepancies([payment, taken])
  expect(discrepancy).toMatchObject({ kind: 'wrong_fee', expected: 20, reported: 15, canAdjust: true })
  const { resolve, booked, operator } = await createReportSteps(shop)
  const feesBefore = await booked('provider_fees')
  await expectSuccess(resolve(discrepancy?.id, { note: 'The bank took less.', adjust: true }))
  expect(await booked('provider_fees')).toBe(feesBefore - 500)
  expect(await booked('rounding')).toBe(0)
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a higher dispute fee in a report is a discrepancy until a webhook event books it', async () => {
  const { tell, payment, taken } = await disputed()
  await tell('open', 0)
  const [discrepancy] = await findDiscrepancies([payment, taken])
  expect(discrepancy).toMatchObject({ kind: 'wrong_fee', expected: 0, reported: 15, canAdjust: false })
  await tell('open', 1_500)
  const { handIn, discrepancies, booked } = await createReportSteps(shop)
  await handIn([taken, `f,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect(await discrepancies()).toEqual([])
  expect(await booked('provider_fees')).toBe(1_600)
})

test('a second row for one dispute is a duplicate', async () => {
  const { tell, payment, taken } = await disputed()
  await tell('open')
  expect(await findDiscrepancies([payment, taken, `again_${taken}`])).toMatchObject([{ kind: 'doubled' }])
})
