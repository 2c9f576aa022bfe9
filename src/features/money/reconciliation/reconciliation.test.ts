import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { listBrokenRules, expectSuccess, createOperator } from '#tests/steps/payouts.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop({ PROVIDER_TARIFFS: '{"sandbox": {"percent": 3, "fixed": 50}}' })

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

const [FROM, TO] = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z']
const HEADS = 'id,kind,reference,settlement,currency,gross,fee,net,at'
const AT = '2026-03-02 10:00:00'

/** Uploads a report of the sandbox or of another provider. */
async function uploadReport(
  csv: string,
  { provider = 'sandbox', format = 'plain', from = FROM, to = TO } = {},
) {
  const query = new URLSearchParams({ format, from, to })
  const answer = await shop.app.http.request(`${SHOP_URL}/settlement-reports/${provider}?${query}`, {
    method: 'POST',
    headers: operator.headers,
    body: csv,
  })
  return { status: answer.status, body: await answer.json(), text: '', headers: answer.headers }
}

const report = (...lines: string[]) => uploadReport([HEADS, ...lines].join('\n'))

/** Places a paid order of 102.06; returns the provider's ID of its receipt. */
async function placePaidOrder(): Promise<string> {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await completePayment(shop, id, 'pay')
  const [found] = await queryRows<{ receipt: string }>(
    shop.db,
    sql`select r.external_id as receipt from receipts r join payments p on p.id = r.payment_id where p.reference = ${id}`,
  )
  if (!found) throw new Error('no money came')
  return found.receipt
}

async function listDiscrepancies(all = 'no') {
  const answer = await operator.get(`/settlement-discrepancies?all=${all}`)
  return getField<{ id: string; kind: string; about: string }[]>(answer, 'discrepancies')
}

const listKinds = async () => (await listDiscrepancies()).map(({ kind, about }) => [kind, about]).toSorted()
const booked = async (account: string) =>
  getField<number>(await operator.get(`/ledger/explain/${account}`), 'amount')

/** Returns a payment's row: 102.06 less the agreed fee of 3 % and 50 cents. */
const payment = (id: string, receipt: string) => `${id},payment,${receipt},po_1,USD,102.06,3.56,98.50,${AT}`

test('matching rows book the provider’s fees and the settlement to the bank', async () => {
  const [one, other] = [await placePaidOrder(), await placePaidOrder()]
  const handed = await report(
    payment('txn_1', one),
    payment('txn_2', other),
    `txn_3,fee,,po_1,USD,-2.00,0,-2.00,${AT}`,
    `txn_4,settlement,po_1,,USD,-195.00,0,-195.00,${AT}`,
  )
  expect(handed.body).toMatchObject({
    isNew: true,
    report: { rows: 4, newRows: 4, discrepancies: 0, open: 0 },
  })
  expect(await listDiscrepancies()).toEqual([])
  expect(await booked('provider_fees')).toBe(2 * 356 + 200)
  expect(await booked('bank')).toBe(19_500)
  expect(await booked('provider_clearing')).toBe(0)
  const balances = getField(await operator.get('/settlement-reports'), 'balances')
  expect(balances).toEqual([
    {
      provider: 'sandbox',
      currency: 'USD',
      until: '2026-03-03T00:00:00.000Z',
      booked: 0,
      reported: 0,
      bookedNow: 0,
    },
  ])
  const explained = await operator.get('/ledger/explain/provider_fees?subledger=sandbox/vm')
  expect(explained.body).toMatchObject({
    amount: 712,
    postings: [{ key: 'provider_fee:sandbox:txn_2' }, { key: 'provider_fee:sandbox:txn_1' }],
  })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('importing a file twice or concurrently, and rows of another report, changes nothing', async () => {
  const receipt = await placePaidOrder()
  const answers = await Promise.all([1, 2, 3].map(() => report(payment('txn_1', receipt))))
  expect(answers.map(({ body }) => Reflect.get(Object(body), 'isNew')).toSorted()).toEqual([
    false,
    false,
    true,
  ])
  const again = await report(payment('txn_1', receipt), `txn_9,fee,,,USD,-1.00,0,-1.00,${AT}`)
  expect(again.body).toMatchObject({ isNew: true, report: { rows: 2, newRows: 1, discrepancies: 0 } })
  expect(await booked('provider_fees')).toBe(356 + 100)
})

test('unknown, duplicate, changed and inconsistent rows, and wrong amounts and fees, are discrepancies', async () => {
  const [one, two, three] = [await placePaidOrder(), await placePaidOrder(), await placePaidOrder()]
  await report(
    `txn_1,payment,${one},,USD,102.05,3.56,98.49,${AT}`,
    `txn_2,payment,${two},,USD,102.06,9.56,92.50,${AT}`,
    payment('txn_3', three),
    payment('txn_4', three),
    payment('txn_5', 'nobody'),
    `txn_6,refund,${one},,USD,-5.00,0,-5.00,${AT}`,
    `txn_7,fee,,,USD,-1.00,0,-2.00,${AT}`,
    `txn_8,dispute,${two},,USD,-102.06,15.00,-117.06,${AT}`,
    payment('txn_3', three),
  )
  expect(await listKinds()).toEqual([
    ['doubled', 'txn_3'],
    ['doubled', 'txn_4'],
    ['unknown', 'txn_5'],
    ['unknown', 'txn_6'],
    ['unknown', 'txn_8'],
    ['wrong_amount', 'txn_1'],
    ['wrong_amount', 'txn_7'],
    ['wrong_fee', 'txn_2'],
  ])
  await report(`txn_2,payment,${two},,USD,102.06,3.56,98.50,${AT}`)
  expect((await listDiscrepancies())[0]).toMatchObject({
    kind: 'changed',
    about: 'txn_2',
    expected: 92.5,
    reported: 98.5,
  })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a movement missing in the report of its days is a discrepancy until a later report has it', async () => {
  const [one, other] = [await placePaidOrder(), await placePaidOrder()]
  await report(payment('txn_1', one))
  expect(await listDiscrepancies()).toMatchObject([
    { kind: 'missing', about: other, expected: 102.06, reported: 0 },
  ])
  await report(payment('txn_1', one), payment('txn_2', other))
  expect(await listDiscrepancies()).toEqual([])
  expect(await listDiscrepancies('yes')).toMatchObject([{ note: 'It was reported later.' }])
})

test('refunds are matched by payment and amount, each once', async () => {
  const order = await createPaidOrder(shop)
  await expectSuccess(postAsGuest(shop, order, 'cancel'))
  const [found] = await queryRows<{ receipt: string; amount: number }>(
    shop.db,
    sql`select r.external_id as receipt, q.amount from refund_requests q join receipts r on r.id = q.receipt_id`,
  )
  const refundAmount = `-${((found?.amount ?? 0) / 100).toFixed(2)}`
  const refund = (id: string) => `${id},refund,${found?.receipt},,USD,${refundAmount},0,${refundAmount},${AT}`
  await report(payment('txn_1', found?.receipt ?? ''), refund('txn_2'))
  expect(await listKinds()).toEqual([])
  await report(refund('txn_3'))
  expect(await listKinds()).toEqual([['doubled', 'txn_3']])
})

test('a chargeback is no discrepancy once its webhook was booked', async () => {
  const receipt = await placePaidOrder()
  const disputeRow = `txn_2,dispute,${receipt},,USD,-102.06,15.00,-117.06,${AT}`
  await shop.db.execute(sql`
    insert into chargebacks (provider, dispute_id, receipt_id, currency, amount, fee_amount, reason, state, created_at, updated_at)
    select provider, 'dp_1', id, currency, amount, 1500, 'fraudulent', 'open', received_at, received_at from receipts`)
  await report(payment('txn_1', receipt), disputeRow)
  expect(await listKinds()).toEqual([])
  expect(await booked('provider_fees')).toBe(356)
})

test('an operator resolves a discrepancy once with a note, and can adjust the ledger to the provider’s figures', async () => {
  const receipt = await placePaidOrder()
  await report(`txn_1,payment,${receipt},,USD,101.06,3.53,97.53,${AT}`)
  const [discrepancy] = await listDiscrepancies()
  const resolve = (body: object) =>
    operator.post(`/settlement-discrepancies/${discrepancy?.id}/resolve`, body)
  expect((await resolve({ note: ' ' })).status).toBe(400)
  const both = await Promise.all([1, 2].map(() => resolve({ note: 'A dollar was lost.', adjust: true })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await booked('provider_clearing')).toBe(9_753)
  expect(await booked('rounding')).toBe(100)
  expect(await listDiscrepancies()).toEqual([])
})

test('a wrong fee cannot be adjusted, as fees are booked as charged', async () => {
  const receipt = await placePaidOrder()
  await report(`txn_1,payment,${receipt},,USD,102.06,5.00,97.06,${AT}`)
  const [discrepancy] = await listDiscrepancies()
  const answer = await operator.post(`/settlement-discrepancies/${discrepancy?.id}/resolve`, {
    note: 'x',
    adjust: true,
  })
  expect(answer.body).toMatchObject({ code: 'nothing_to_adjust' })
  await expectSuccess(
    operator.post(`/settlement-discrepancies/${discrepancy?.id}/resolve`, { note: 'They give it back.' }),
  )
})

test('reads a report as Stripe’s dashboard exports it', async () => {
  const heads =
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,automatic_payout_id'
  const csv = [
    heads,
    'txn_1,2026-03-02 10:00:00,usd,102.06,3.56,98.50,charge,ch_1,pi_1,po_1',
    'txn_2,2026-03-02 11:00:00,usd,"-1,098.50",0.00,"-1,098.50",payout,po_1,,',
    'txn_3,2026-03-02 12:00:00,usd,-60.00,0.00,-60.00,transfer,tr_1,,',
    'txn_4,2026-03-02 12:00:00,usd,-0.30,0.00,-0.30,fee,,,',
  ].join('\r\n')
  const handed = await uploadReport(`\u{FEFF}${csv}\r\n`, { format: 'stripe' })
  expect(handed.body).toMatchObject({ report: { rows: 4, newRows: 4 } })
  expect(await listKinds()).toEqual([
    ['unknown', 'txn_1'],
    ['unknown', 'txn_3'],
  ])
  expect(await booked('bank')).toBe(109_850)
})

test.each([
  ['', 'has no rows'],
  [`txn_1,payment,x,,USD,1.001,0,1.001,${AT}`, 'Row 2 has the amount'],
  [`txn_1,gift,x,,USD,1.00,0,1.00,${AT}`, 'Row 2 has the unknown kind'],
  ['txn_1,payment,x,,USD,1.00,0,1.00,yesterday', 'Row 2 has no time'],
  [`,payment,x,,USD,1.00,0,1.00,${AT}`, 'Row 2 has no id'],
])('refuses the whole report for the row “%s”', async (line, message) => {
  const refused = await report(line)
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'bad_report' }])
  expect(Reflect.get(Object(refused.body), 'message')).toContain(message)
  expect((await report('\u{0}"')).status).toBe(400)
})
