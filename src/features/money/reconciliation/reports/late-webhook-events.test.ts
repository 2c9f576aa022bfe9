import { expect, test } from 'vitest'
import { listBrokenRules } from '#tests/steps/payouts.ts'
import { AT, createUnpaidOrder, createReportSteps } from '#tests/steps/settlement-reports.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({ PROVIDER_TARIFFS: '{"sandbox": {"percent": 3, "fixed": 50}}' })

const payment = (receipt: string, fee = '3.56', net = '98.50') =>
  `${receipt}_p,payment,${receipt},,,USD,102.06,${fee},${net},${AT}`

test('money whose webhook arrives after its report is matched in that report', async () => {
  const { handIn, discrepancies, kinds, operator } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await handIn([payment(receipt)])
  const [discrepancy] = await discrepancies()
  expect(discrepancy).toMatchObject({ kind: 'unknown', about: `${receipt}_p`, canAdjust: false })
  await pay()
  await handIn([payment(receipt), `fee_1,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect(await kinds()).toEqual([])
  expect(await discrepancies('yes')).toMatchObject([
    { id: discrepancy?.id, note: 'It is in the ledger now.' },
  ])
  expect(await listBrokenRules(operator)).toEqual([])
})

test('the fee of a late payment is checked once its webhook arrives', async () => {
  const { handIn, kinds } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await handIn([payment(receipt, '9.56', '92.50')])
  await pay()
  await handIn([payment(receipt, '9.56', '92.50'), `fee_2,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect(await kinds()).toEqual([['wrong_fee', `${receipt}_p`]])
})

test('a settlement named by a later report consists of its own movements in its currency', async () => {
  const { handIn, operator, booked } = await createReportSteps(shop)
  const { receipt, pay } = await createUnpaidOrder(shop)
  await pay()
  const bank = await booked('bank')
  const named = payment(receipt).replace(',,,USD', ',,po_3,USD')
  await handIn([payment(receipt)])
  await handIn([
    named,
    `eur_3,fee,,,po_3,EUR,-7.00,0,-7.00,${AT}`,
    `${receipt}_s,settlement,po_3,,,USD,-98.50,0,-98.50,${AT}`,
  ])
  expect(await booked('bank')).toBe(bank + 9_850)
  const explanation = await operator.get('/ledger/explain/provider_clearing?subledger=sandbox/vm')
  expect(explanation.body).toMatchObject({
    postings: expect.arrayContaining([expect.objectContaining({ key: `settled:sandbox:${receipt}_s` })]),
  })
})
