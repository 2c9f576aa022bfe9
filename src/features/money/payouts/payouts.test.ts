import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import {
  listBrokenRules,
  createCompletedOrder,
  GERMAN_ACCOUNT,
  expectSuccess,
  createOperator,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop({
  PAYOUT_BANK: '{"holder":"Cabochon Pte Ltd","iban":"IT60X0542811101000000123456"}',
})
const DAY = 86_400_000

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

/** Runs a sweep; returns the IDs of the created payouts. */
async function runSweep(): Promise<string[]> {
  return getField<string[]>(await expectSuccess(operator.post('/payouts/sweep')), 'made')
}

const mark = (id: string, event: string, reason = 'so it is') =>
  operator.post(`/payouts/${id}/mark`, { event, reason })
const readState = async (id: string) => getField(await operator.get(`/payouts/${id}`), 'payout', 'state')

/** The supplier's share of a completed test order. */
const RELEASED_AMOUNTS = { gross: 102.06, commission: 15.31, tax: 1.38, amount: 85.37 }
const NO_BALANCE = { available: 0, owed: 0, inTransit: 0 }

async function createFile(): Promise<string> {
  return getField(await expectSuccess(operator.post('/payout-files', { payOn: '2027-01-04' })), 'file', 'id')
}

test('a completed order is paid out by a bank file, and every cent can be explained', async () => {
  const completed = await createCompletedOrder(shop)
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: completed.supplier,
    withPassword: true,
  })
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  operator = await createOperator(shop)
  const [id = ''] = await runSweep()
  expect(await readPayoutBalances(shop, completed.supplier, id)).toEqual({
    available: 0,
    owed: 0,
    inTransit: 8_537,
  })

  const answer = await expectSuccess(shop.get(`/payouts/${id}`, owner.headers))
  expect((answer.body as { payout: object }).payout).toMatchObject({
    amount: 85.37,
    state: 'prepared',
    account: 'IBAN DE … 3000',
    lines: [{ kind: 'released', order: { id: completed.id }, ...RELEASED_AMOUNTS }],
  })
  const file = await createFile()
  const xml = await operator.get(`/payout-files/${file}/pain001`)
  expect(xml.headers.get('content-disposition')).toContain('.xml"')
  expect(xml.text).toContain('<InstdAmt Ccy="USD">85.37</InstdAmt>')
  expect(xml.text).toContain('<IBAN>DE89370400440532013000</IBAN>')
  expect((await operator.get(`/payout-files/${file}/pain001`)).text).toBe(xml.text)
  const table = await operator.get(`/payout-files/${file}/csv`)
  expect(table.text).toContain('Atelier Süd GmbH,DE,DE89370400440532013000,,,USD,85.37,')

  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'send' }))
  expect(await readState(id)).toBe('sent')
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'confirm' }))
  expect(await readState(id)).toBe('confirmed')
  expect(await readPayoutBalances(shop, completed.supplier, id)).toEqual(NO_BALANCE)
  const transit = `/ledger/explain/payout_in_transit?subledger=${completed.supplier.publicId}/${id}`
  expect((await operator.get(transit)).body).toMatchObject({
    amount: 0,
    postings: [
      { key: `payout_done:${id}`, amount: -8_537 },
      { key: `payout_sent:${id}`, amount: 8_537 },
    ],
  })
  const bank = await operator.get('/ledger/explain/bank?subledger=main')
  expect(bank.body).toMatchObject({ amount: -8_537, postings: [{ key: `payout_done:${id}` }] })
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a payout statement lists its orders, as JSON and CSV', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 4_000)
  await releaseBalance(shop, supplier, 2_550)
  const [id = ''] = await runSweep()
  const statement = await shop.get(`/payouts/${id}/statement`, owner.headers)
  expect(statement.headers.get('content-type')).toContain('text/csv')
  const lines = statement.text.trim().split('\r\n')
  expect(lines[0]).toBe('date,order,what,gross,commission,tax,amount,currency,posting')
  expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(['40', '25.5', '65.5'])
  const list = await shop.get('/supplier/payouts', owner.headers)
  expect(list.body).toMatchObject({
    payouts: [{ id, amount: 65.5 }],
    balances: [{ currency: 'USD', available: 0, inTransit: 65.5, pending: 0, owed: 0 }],
  })
})

test('bank details are validated, shown masked, and stored encrypted', async () => {
  const { owner } = await createPayableSupplier(shop, null)
  const save = (account: object) => shop.post('/supplier/payout-account', account, owner.headers)
  expect(await save({ ...GERMAN_ACCOUNT, iban: 'DE89 3704 0044 0532 0130 01' })).toMatchObject({
    status: 400,
    body: { code: 'bad_bank_details', details: { field: 'iban' } },
  })
  expect((await save({ ...GERMAN_ACCOUNT, holder: '=cmd()' })).status).toBe(400)
  expect((await save({ holder: 'Mei', country: 'SG', accountNumber: '003-123456' })).status).toBe(400)
  await expectSuccess(
    save({
      holder: 'Mei',
      country: 'SG',
      accountNumber: '003-123456',
      bic: 'DBSSSGSG',
      password: GERMAN_ACCOUNT.password,
    }),
  )
  const savedAccount = await expectSuccess(shop.get('/supplier/payout-account', owner.headers))
  expect(savedAccount.body).toMatchObject({
    account: { maskedNumber: 'Account … 456 at DBSSSGSG', method: 'bank' },
  })
  const storedRows = JSON.stringify(await queryRows(shop.db, sql`select * from payout_accounts`))
  expect(storedRows).not.toContain('003123456')
})

test('new bank details wait three days, are announced by email, and pause payouts meanwhile', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 5_000)
  const otherBankDetails = { ...GERMAN_ACCOUNT, iban: 'IT60X0542811101000000123456' }
  await expectSuccess(shop.post('/supplier/payout-account', otherBankDetails, owner.headers))
  await shop.work()
  const changeEmails = (await readAllEmails(shop.db)).filter(({ subject }) =>
    subject.startsWith('Bank details of'),
  )
  expect(new Set(changeEmails.map(({ recipient }) => recipient))).toEqual(
    new Set([owner.email, supplier.email]),
  )
  expect(await runSweep()).toEqual([])
  shop.passTime(3 * DAY)
  operator = await createOperator(shop)
  const [id = ''] = await runSweep()
  expect(getField(await operator.get(`/payouts/${id}`), 'payout', 'account')).toBe('IBAN IT … 3456')
})

test('no payout is made below the minimum, before the interval ends, or without an account', async () => {
  const [store, nobody] = [await createPayableSupplier(shop), await createPayableSupplier(shop, null)]
  await releaseBalance(shop, store.supplier, 2_499)
  await releaseBalance(shop, nobody.supplier, 9_000)
  const first = await expectSuccess(operator.post('/payouts/sweep'))
  expect(first.body).toMatchObject({ made: [], withoutAccount: [nobody.supplier.publicId] })
  await releaseBalance(shop, store.supplier, 1)
  expect(await runSweep()).toHaveLength(1)
  await releaseBalance(shop, store.supplier, 7_000)
  shop.passTime(6 * DAY)
  operator = await createOperator(shop)
  expect(await runSweep()).toEqual([])
  shop.passTime(DAY)
  operator = await createOperator(shop)
  expect(await runSweep()).toHaveLength(1)
})

test('a sweep for one supplier pays it alone, regardless of minimum and interval', async () => {
  const [one, other] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  await releaseBalance(shop, one.supplier, 700)
  await releaseBalance(shop, other.supplier, 800)
  const supplier = one.supplier.publicId
  const alone = () => operator.post('/payouts/sweep', { supplier })
  expect(getField<string[]>(await expectSuccess(alone()), 'made')).toHaveLength(1)
  expect(getField<string[]>(await expectSuccess(alone()), 'made')).toHaveLength(0)
  await releaseBalance(shop, one.supplier, 1)
  expect(getField<string[]>(await expectSuccess(alone()), 'made')).toHaveLength(1)
  expect(await readPayoutBalances(shop, other.supplier)).toMatchObject({ available: 800 })
})

test('a failed payout returns the money once, and the next payout includes it', async () => {
  const { supplier } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 6_000)
  const [id = ''] = await runSweep()
  await createFile()
  await expectSuccess(mark(id, 'send'))
  const [one, other] = await Promise.all([mark(id, 'fail'), mark(id, 'fail')])
  expect([one?.status, other?.status].toSorted((a = 0, b = 0) => a - b)).toEqual([200, 409])
  expect(await readPayoutBalances(shop, supplier, id)).toEqual({ available: 6_000, owed: 0, inTransit: 0 })
  expect((await mark(id, 'confirm')).body).toMatchObject({ code: 'payout_state' })
  const [next = ''] = await runSweep()
  expect(getField(await operator.get(`/payouts/${next}`), 'payout', 'amount')).toBe(60)
  expect(getField(await operator.get(`/payouts/${id}`), 'payout', 'lines', 'length')).toBe(1)
  expect(await listBrokenRules(operator)).toEqual([])
})

test('a payout that failed because of its account emails the store and blocks payouts until the account changes', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 6_000)
  const [id = ''] = await runSweep()
  const body = { event: 'fail', reason: 'The account is closed.', isAccountsFault: true }
  await expectSuccess(operator.post(`/payouts/${id}/mark`, body))
  await shop.work()
  expect((await readAllEmails(shop.db)).at(-1)).toMatchObject({
    recipient: supplier.email,
    text: expect.stringContaining('The account is closed.'),
  })
  expect(await runSweep()).toEqual([])
  expect(
    getField(await shop.get('/supplier/payout-account', owner.headers), 'account', 'refusalReason'),
  ).toBe('The account is closed.')
  const again = { ...GERMAN_ACCOUNT, iban: 'IT60X0542811101000000123456' }
  await expectSuccess(shop.post('/supplier/payout-account', again, owner.headers))
  shop.passTime(3 * DAY)
  operator = await createOperator(shop)
  expect(await runSweep()).toHaveLength(1)
})

test('an unclear payout is confirmed by an operator, and a confirmed one can still be returned', async () => {
  const { supplier } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 6_000)
  const [id = ''] = await runSweep()
  await createFile()
  await expectSuccess(mark(id, 'send'))
  await expectSuccess(mark(id, 'mark_unclear'))
  expect((await mark(id, 'ask_again')).status).toBe(409)
  await expectSuccess(mark(id, 'confirm'))
  await expectSuccess(mark(id, 'return', 'The account was closed'))
  expect(await readState(id)).toBe('failed')
  expect(await readPayoutBalances(shop, supplier, id)).toEqual({ available: 6_000, owed: 0, inTransit: 0 })
  expect((await operator.get('/ledger/explain/bank?subledger=main')).body).toMatchObject({ amount: 0 })
  expect(await runSweep()).toHaveLength(1)
  expect(await listBrokenRules(operator)).toEqual([])
})

test('the audit finds a payout whose amount differs from its claimed postings', async () => {
  const { supplier } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 6_000)
  const [id = ''] = await runSweep()
  await shop.db.execute(sql`update payouts set amount = 5999`)
  const violation = `Of the payout ${supplier.publicId}/${id} $59.99 should be`
  expect(await listBrokenRules(operator)).toMatchObject([
    {
      name: 'payouts_claimed',
      examples: [`${violation} claimed; $60.00 is.`, `${violation} in transit; $60.00 is.`],
    },
  ])
})

test('a payout is in one file at most, and a failed one in none', async () => {
  const [one, other] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  await releaseBalance(shop, one.supplier, 3_000)
  await releaseBalance(shop, other.supplier, 4_000)
  const [first = ''] = await runSweep()
  const file = await createFile()
  expect((await operator.post('/payout-files', { payOn: '2027-01-04' })).body).toMatchObject({
    code: 'nothing_to_pay',
  })
  await expectSuccess(mark(first, 'fail'))
  expect((await operator.get(`/payout-files/${file}/pain001`)).text).toContain(
    '<NbOfTxs>1</NbOfTxs><CtrlSum>40.00</CtrlSum>',
  )
  expect((await operator.get('/payout-files')).body).toMatchObject({
    files: [{ id: file, payouts: 2, amount: 70, states: { in_file: 1, failed: 1 } }],
  })
})

test('the data export contains payouts and the masked payout account', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 3_000)
  const [id = ''] = await runSweep()
  const copy = await expectSuccess(shop.get('/users/exportData', owner.headers))
  expect(copy.text).toContain(id)
  expect(copy.text).toContain('IBAN DE … 3000')
  expect(copy.text).not.toContain('DE89370400440532013000')
})

test('a store sees its own payouts only', async () => {
  const [one, other] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  await releaseBalance(shop, one.supplier, 3_000)
  const [id = ''] = await runSweep()
  for (const path of [`/payouts/${id}`, `/payouts/${id}/statement`, `/payouts/${id}/statement?format=pdf`]) {
    expect((await shop.get(path, one.owner.headers)).status).toBe(200)
    expect((await shop.get(path, other.owner.headers)).body).toMatchObject({ code: 'payout_not_found' })
  }
  expect((await shop.get('/supplier/payouts', other.owner.headers)).body).toMatchObject({ payouts: [] })
})
