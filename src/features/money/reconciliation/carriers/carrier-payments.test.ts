import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { labelChargedPosting, post, readBalances } from '#features/money/ledger/service.ts'
import { expectSuccess, createOperator } from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

const MINUTE = 60_000
const BILL = {
  provider: 'easypost',
  reference: 'INV-2026-03',
  paidOn: '2026-03-02',
  currency: 'USD',
  amount: 593,
  parts: [{ carrier: 'usps', amount: 593 }],
}

test('a carrier payment reduces the bank balance and the amount owed for labels', async () => {
  await bookLabel('lbl_1', 593)
  await bookLabel('lbl_2', 1_200, 'dhl')
  const { body } = await expectSuccess(operator.post('/carrier-payments', BILL))
  expect(body).toMatchObject({
    isNew: true,
    payment: { ...BILL, bank: 'main', adjustment: null, reversed: null },
    open: [{ carrier: 'usps', without: 593, now: 0 }],
  })
  expect(await readCarrierBalances()).toEqual({ usps: 0, dhl: 1_200, bank: -593, adjusted: 0 })
  expect(await listBrokenPaymentRules()).toEqual([])
})

test('a carrier payment with the same reference is booked once, also when sent concurrently', async () => {
  await bookLabel('lbl_1', 593)
  const answers = await Promise.all(Array.from({ length: 5 }, () => operator.post('/carrier-payments', BILL)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const responses = answers.map(({ body }) => Object(body))
  expect(responses.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(responses.map(({ payment }) => payment.id)).size).toBe(1)
  expect(await readCarrierBalances()).toMatchObject({ usps: 0, bank: -593 })
  const otherBill = { ...BILL, amount: 600, parts: [{ carrier: 'usps', amount: 600 }] }
  expect(await operator.post('/carrier-payments', otherBill)).toMatchObject({
    status: 409,
    body: { code: 'reference_used' },
  })
  await expectSuccess(operator.post('/carrier-payments', { ...BILL, provider: 'shippo' }))
  expect(await readCarrierBalances()).toMatchObject({ bank: -1_186 })
})

test('amounts charged beyond the labels are an expense of the marketplace, with a reason', async () => {
  await bookLabel('lbl_1', 593)
  const adjustment = { amount: 40, reason: 'Two parcels were weighed again' }
  await expectSuccess(operator.post('/carrier-payments', { ...BILL, amount: 633, adjustment }))
  expect(await readCarrierBalances()).toEqual({ usps: 0, dhl: 0, bank: -633, adjusted: 40 })
  const { body } = await expectSuccess(operator.get('/ledger/explain/carrier_adjustments?subledger=easypost'))
  expect(body).toMatchObject({
    amount: 40,
    postings: [
      {
        kind: 'carrier_paid',
        memo: 'Paid to easypost on 2026-03-02, INV-2026-03; adjusted by $0.40: Two parcels were weighed again',
      },
    ],
  })
  expect(await listBrokenPaymentRules()).toEqual([])
})

test('a prepaid carrier balance can be topped up, charged without a bank movement, and withdrawn', async () => {
  const account = (amount: number, part: number, more: object) => {
    const parts = [{ carrier: 'account', amount: part }]
    return expectSuccess(operator.post('/carrier-payments', { ...BILL, amount, parts, ...more }))
  }
  await account(10_000, 10_000, { reference: 'topped up' })
  const adjustment = { amount: 150, reason: 'A surcharge of UPS' }
  await account(0, -150, { reference: 'surcharge', adjustment })
  await account(-2_000, -2_000, { reference: 'drawn' })
  expect(await readCarrierBalances()).toMatchObject({ bank: -8_000, adjusted: 150 })
  const { body } = await expectSuccess(operator.get('/carrier-statement'))
  expect(body).toMatchObject({
    accounts: [{ carrier: 'account', labels: 0, paid: 7_850, open: -7_850 }],
    providers: [{ provider: 'easypost', currency: 'USD', open: -7_850, adjustments: 150 }],
  })
  expect(await listBrokenPaymentRules()).toEqual([])
})

test('a wrong payment is reversed once with a reason, and then recorded correctly', async () => {
  await bookLabel('lbl_1', 593)
  const wrongBill = { ...BILL, amount: 953, parts: [{ carrier: 'usps', amount: 953 }] }
  const { body } = await expectSuccess(operator.post('/carrier-payments', wrongBill))
  const id = Object(body).payment.id
  const reverse = () => operator.post(`/carrier-payments/${id}/reverse`, { reason: 'Digits were swapped' })
  const answers = await Promise.all([reverse(), reverse()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await readCarrierBalances()).toMatchObject({ usps: 593, bank: 0 })
  expect(await listBrokenPaymentRules()).toEqual([])
  await expectSuccess(operator.post('/carrier-payments', BILL))
  expect(await readCarrierBalances()).toMatchObject({ usps: 0, bank: -593 })
  const listed = await expectSuccess(operator.get('/carrier-payments'))
  expect(listed.body).toMatchObject({
    payments: [
      { amount: 593, reversed: null },
      { amount: 953, reversed: { reason: 'Digits were swapped' } },
    ],
    nextCursor: null,
  })
  expect(await operator.post('/carrier-payments/cpy_0/reverse', { reason: 'None' })).toMatchObject({
    status: 404,
    body: { code: 'payment_not_found' },
  })
  expect(await listBrokenPaymentRules()).toEqual([])
})

test('the longest allowed texts and amounts fit into the ledger', async () => {
  const [reason, reference, provider] = ['r'.repeat(200), 'f'.repeat(100), 'p'.repeat(40)]
  const most = 99_999_999_999
  const bill = { ...BILL, provider, reference, amount: most, parts: [], adjustment: { amount: most, reason } }
  const { body } = await expectSuccess(operator.post('/carrier-payments', bill))
  await expectSuccess(operator.post(`/carrier-payments/${Object(body).payment.id}/reverse`, { reason }))
  expect(await listBrokenPaymentRules()).toEqual([])
})

test.each([
  ['that does not add up', { amount: 594 }],
  ['for nothing', { amount: 0, parts: [] }],
  ['with a part of nothing', { parts: [{ carrier: 'usps', amount: 0 }] }],
  ['with a carrier twice', { amount: 1_186, parts: [BILL.parts[0], BILL.parts[0]] }],
  ['to a carrier that is none', { parts: [{ carrier: 'usps/x', amount: 593 }] }],
  ['with an adjustment without a reason', { amount: 600, adjustment: { amount: 7, reason: ' ' } }],
  ['of a fraction', { amount: 0.5, parts: [{ carrier: 'usps', amount: 0.5 }] }],
  ['of a day to come', { paidOn: '2026-03-04' }],
])('refuses a payment %s, and posts nothing', async (_name, wrongBill) => {
  expect((await operator.post('/carrier-payments', { ...BILL, ...wrongBill })).status).toBe(400)
  expect(await readCarrierBalances()).toEqual({ usps: 0, dhl: 0, bank: 0, adjusted: 0 })
})

test('payments are listed newest first, page by page, and by provider', async () => {
  for (let index = 1; index <= 51; index += 1)
    await expectSuccess(operator.post('/carrier-payments', { ...BILL, reference: `INV-${index}` }))
  await expectSuccess(operator.post('/carrier-payments', { ...BILL, provider: 'shippo' }))
  const first = Object((await expectSuccess(operator.get('/carrier-payments?provider=easypost'))).body)
  expect(first.payments).toHaveLength(50)
  expect(first.payments[0].reference).toBe('INV-51')
  const next = `/carrier-payments?provider=easypost&cursor=${first.nextCursor}`
  expect((await expectSuccess(operator.get(next))).body).toMatchObject({
    payments: [{ reference: 'INV-1' }],
    nextCursor: null,
  })
})

test('a carrier statement shows opening balance, label costs, payments and closing balance of a period', async () => {
  await bookLabel('lbl_1', 593)
  shop.passTime(MINUTE)
  const from = shop.now().toISOString()
  await bookLabel('lbl_2', 1_000)
  await expectSuccess(operator.post('/carrier-payments', BILL))
  shop.passTime(MINUTE)
  const to = shop.now().toISOString()
  await bookLabel('lbl_3', 70)
  const of = async (query: string) => (await expectSuccess(operator.get(`/carrier-statement${query}`))).body
  const mine = { provider: 'easypost', carrier: 'usps', currency: 'USD', givenBack: 0 }
  expect(await of(`?provider=easypost&from=${from}&to=${to}`)).toMatchObject({
    accounts: [{ ...mine, before: 593, labels: 1_000, paid: 593, open: 1_000 }],
    providers: [{ open: 1_000, adjustments: 0 }],
  })
  expect(await of('')).toMatchObject({
    accounts: [{ ...mine, before: 0, labels: 1_663, paid: 593, open: 1_070 }],
  })
  expect(await of('?provider=shippo')).toMatchObject({ accounts: [], providers: [] })
  expect((await operator.get(`/carrier-statement?from=${to}&to=${from}`)).status).toBe(400)
})

test('after any payments and reversals, the open balance is label costs minus payments, and the bank agrees', async () => {
  const Paid = fc.record({
    usps: fc.integer({ min: -500, max: 2_000 }),
    adjusted: fc.nat(50),
    isBack: fc.boolean(),
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(Paid, { minLength: 1, maxLength: 4 }), async (payments) => {
      round += 1
      const balancesBefore = await readCarrierBalances()
      let [owed, spent, adjusted] = [0, 0, 0]
      for (const [place, paid] of payments.entries()) {
        const parts = paid.usps === 0 ? [] : [{ carrier: 'usps', amount: paid.usps }]
        const adjustment =
          paid.adjusted === 0 ? undefined : { amount: paid.adjusted, reason: 'It was heavier' }
        if (parts.length === 0 && !adjustment) continue
        const amount = paid.usps + paid.adjusted
        const bill = { ...BILL, reference: `${round}-${place}`, amount, parts, adjustment }
        const { body } = await operator.post('/carrier-payments', bill)
        const path = `/carrier-payments/${Object(body).payment.id}/reverse`
        if (paid.isBack) await expectSuccess(operator.post(path, { reason: 'It was wrong' }))
        else [owed, spent, adjusted] = [owed - paid.usps, spent - amount, adjusted + paid.adjusted]
      }
      const balancesAfter = await readCarrierBalances()
      expect(balancesAfter).toEqual({
        ...balancesBefore,
        usps: balancesBefore.usps + owed,
        bank: balancesBefore.bank + spent,
        adjusted: balancesBefore.adjusted + adjusted,
      })
      expect(await listBrokenPaymentRules()).toEqual([])
    }),
    { numRuns: 8 },
  )
})

test('the audit finds a payment whose posting differs from it', async () => {
  await expectSuccess(operator.post('/carrier-payments', BILL))
  await shop.db.execute(sql`update carrier_payment_parts set amount = amount + 1`)
  expect(await listBrokenPaymentRules()).toEqual([
    expect.stringMatching(/^carrier_payments_booked: .* Carrier payable of easypost\/usps by \$5\.94/),
  ])
  await shop.db.execute(sql`update carrier_payment_parts set amount = amount - 1`)
  await shop.db.execute(
    sql`update carrier_payments set reversed_at = created_at, reversal_reason = 'Not in the ledger'`,
  )
  expect(await listBrokenPaymentRules()).toEqual([
    expect.stringContaining('should change Bank of main by $0.00'),
    expect.stringContaining('should change Carrier payable of easypost/usps by $0.00'),
  ])
})

test('carrier payments and statements answer 401 without a sign-in', async () => {
  expect((await shop.post('/carrier-payments', BILL)).status).toBe(401)
  expect((await shop.get('/carrier-payments')).status).toBe(401)
  expect((await shop.get('/carrier-statement')).status).toBe(401)
})

/** Posts a label's cost without creating the label. */
function bookLabel(id: string, receivable: number, carrier = 'usps') {
  const posting = labelChargedPosting({
    key: `label_charged:${id}`,
    supplier: 'sup_1',
    provider: 'easypost',
    carrier,
    currency: 'USD',
    available: 0,
    receivable,
    memo: 'Label',
  })
  return inTransaction(shop.db, (tx) => post(tx, posting, shop.now()))
}

async function readCarrierBalances() {
  const owed = (carrier: string) =>
    ({ account: 'carrier_payable', subledger: `easypost/${carrier}` }) as const
  const keys = [
    owed('usps'),
    owed('dhl'),
    { account: 'bank', subledger: 'main' } as const,
    { account: 'carrier_adjustments', subledger: 'easypost' } as const,
  ].map((index) => ({ ...index, currency: 'USD' }))
  const [usps = 0, dhl = 0, bank = 0, adjusted = 0] = await readBalances(shop.db, keys)
  return { usps, dhl, bank, adjusted }
}

/** Returns the failed ledger checks, except the one about labels, which do not exist here. */
async function listBrokenPaymentRules(): Promise<string[]> {
  return (await listLedgerErrors(shop)).filter((rule) => !rule.startsWith('labels_booked'))
}
