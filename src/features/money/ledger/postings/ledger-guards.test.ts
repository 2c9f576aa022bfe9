import { beforeEach, expect, test } from 'vitest'
import { violatedConstraint } from '#database/failures.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createCapturedPosting, CLEARING, escrowKey, createLedger } from '#tests/steps/ledger.ts'
import { readBalances } from '../service.ts'

const { db, pool, reset } = await createTestDatabase()
const { inOne, book } = createLedger(db)

beforeEach(reset)

/** Returns the violated constraint of a rejected promise. */
const findViolatedConstraint = (work: Promise<unknown>) => work.then(() => 'nothing', violatedConstraint)

const HEAD = `insert into ledger_postings (key, kind, currency, memo, posted_at)
  values ('by_hand', 'captured', 'USD', '', now()) returning id`
const entries = (lines: string) => `with p as (${HEAD}) insert into ledger_entries
  select id, line, account, subledger, amount from p, (values ${lines}) as x(line, account, subledger, amount)`

test.each([
  ['of one entry', entries(`(1, 1000, 'sandbox/vm', 500)`), 'ledger_balanced'],
  ['of no entry', HEAD, 'ledger_balanced'],
  [
    'that does not add up',
    entries(`(1, 1000, 'sandbox/vm', 500), (2, 2100, 'ord_1', -499)`),
    'ledger_balanced',
  ],
  [
    'that takes a wallet below zero',
    entries(`(1, 2000, 'usr_1', 500), (2, 2100, 'ord_1', -500)`),
    'ledger_floor',
  ],
  ['of an unknown account', entries(`(1, 1000, 'x', 5), (2, 1001, 'x', -5)`), 'ledger_entries_account_fkey'],
  [
    'with an entry of nothing',
    entries(`(1, 1000, 'x', 0), (2, 1010, 'x', 5), (3, 1010, 'y', -5)`),
    'ledger_entries_amount_check',
  ],
])('the database refuses a posting %s', async (_, statement, constraint) => {
  expect(await findViolatedConstraint(inOne((tx) => tx.execute(statement)))).toBe(constraint)
  expect((await pool.query('select from ledger_entries')).rowCount).toBe(0)
  expect((await pool.query('select from ledger_balances')).rowCount).toBe(0)
})

test('the database refuses entries added to an existing posting, balanced or not', async () => {
  const { id } = await book(createCapturedPosting('1', 500))
  const lateEntries = `insert into ledger_entries values (${id}, 3, 1000, 'x', 5), (${id}, 4, 1010, 'x', -5)`
  expect(await findViolatedConstraint(pool.query(lateEntries))).toBe('ledger_only_added_to')
  const lateInsert = inOne(async (tx) => {
    await tx.execute(entries(`(1, 1000, 'x', 5), (2, 1010, 'x', -5)`))
    await tx.execute('set constraints all immediate')
    await tx.execute(
      `insert into ledger_entries select id, 3, 1000, 'x', 5 from ledger_postings where key = 'by_hand'`,
    )
  })
  expect(await findViolatedConstraint(lateInsert)).toBe('ledger_balanced')
})

test.each([
  `update ledger_entries set amount = amount * 2`,
  `delete from ledger_entries`,
  `truncate ledger_entries`,
  `update ledger_postings set memo = ''`,
  `delete from ledger_postings`,
  `truncate ledger_postings cascade`,
  `update ledger_balances set balance = 0`,
  `insert into ledger_balances values (1000, 'x', 'USD', 0, 5)`,
  `delete from ledger_balances`,
  `truncate ledger_balances`,
])('the database refuses: %s', async (statement) => {
  await book(createCapturedPosting('1', 500))
  expect(await findViolatedConstraint(pool.query(statement))).toBe('ledger_only_added_to')
  expect(await readBalances(db, [CLEARING, escrowKey('ord_1')])).toEqual([500, 500])
})
