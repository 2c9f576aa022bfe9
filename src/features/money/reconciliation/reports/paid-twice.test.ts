import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { brokenRules, good } from '#tests/steps/payouts.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { AT, loseAnswer, reportsTo } from '#tests/steps/settlement-reports.ts'
import { testShop } from '#tests/shop/shop.ts'
import { asGuest, paidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()

/** A refund of all of an order whose answer was lost; the row in which the provider reports it, by this id of the movement. */
async function createLostRefund() {
  const order = await paidOrder(shop)
  await asGuest(shop, order, 'cancel')
  const refund = await loseAnswer(shop)
  const [found] = await rows<{ id: string }>(
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
  good(asOperator(shop, `/refunds/${refund}/paid`, { how, reference: 'TRF-77' }))

test('a refund that was paid by bank does not answer for one that the provider made', async () => {
  const { handIn, doubts } = await reportsTo(shop)
  const { refund, row, payment } = await createLostRefund()
  await markPaid(refund, 'bank_transfer')
  await handIn([payment, row('txn_1')])
  const [doubt] = await doubts()
  expect(doubt).toMatchObject({
    kind: 'unknown',
    about: 'txn_1',
    expected: 0,
    reported: -102.06,
    canAdjust: false,
  })
  expect(doubt?.words).toMatch(/by bank.*TRF-77.*twice.*POST \/refunds\/made-at-provider/s)
})

test('one that waits for a person is told so, and is no doubt once it was said how it was paid', async () => {
  const { handIn, doubts, operator } = await reportsTo(shop)
  const { refund, row, payment } = await createLostRefund()
  await handIn([payment, row('txn_11')])
  expect((await doubts()).find(({ about }) => about === 'txn_11')?.words).toContain(
    `POST /refunds/${refund}/paid`,
  )
  await markPaid(refund, 'provider_panel')
  await handIn([payment, row('txn_11'), `txn_19,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  expect((await doubts('yes')).find(({ about }) => about === 'txn_11')).toMatchObject({
    note: 'Our books know it now.',
  })
  expect(await brokenRules(operator)).toEqual([])
})

test('what can be done is said anew once it has changed', async () => {
  const { handIn, doubts } = await reportsTo(shop)
  const { refund, row, payment } = await createLostRefund()
  await handIn([payment, row('txn_31')])
  await markPaid(refund, 'bank_transfer')
  await handIn([`txn_39,fee,,,,USD,-1.00,0,-1.00,${AT}`])
  const about = (await doubts()).filter((doubt) => doubt.about === 'txn_31')
  expect(about).toHaveLength(1)
  expect(about[0]?.words).toContain('the payer has it twice')
})

test('a provider that has no ids of refunds is found by the amount, each refund once, whatever its report calls them', async () => {
  const { handIn, doubts } = await reportsTo(shop)
  const { refund, row, payment } = await createLostRefund()
  // As Red Dot's are noted: its answer has no id, so ours stands there.
  await shop.db.execute(sql`
    update refund_requests set state = 'done', provider_refund_id = public_id where public_id = ${refund}`)
  await handIn([payment, row('txn_21', 'RD-1')])
  expect((await doubts()).filter(({ about }) => about === 'txn_21')).toEqual([])
  await handIn([row('txn_22', 'RD-2')])
  expect((await doubts()).filter(({ about }) => about.startsWith('txn_2'))).toMatchObject([
    { kind: 'doubled', about: 'txn_22', canAdjust: false },
  ])
})
