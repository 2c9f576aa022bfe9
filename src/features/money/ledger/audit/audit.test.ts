import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Queryable, queryRows } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { captureCommand, type CommandOutput } from '#tests/shop/command.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { shopCommand } from '../../../../../scripts/command.ts'
import { foldAccountTotals } from '../balance-queries.ts'
import { CORE_LEDGER_CHECKS } from './audit.ts'
import {
  auditLedger,
  capturedPosting,
  earnedPosting,
  type LedgerCheck,
  payoutFailedPosting,
  payoutSentPosting,
  postAll,
  releasedPosting,
  reversePosting,
} from '../service.ts'

const { db, pool, url, reset } = await createTestDatabase()
const NOW = new Date('2026-03-02T10:00:00Z')
const ORDER_REF = { order: 'ord_1', supplier: 'sup_1', currency: 'USD' }
const PAYOUT = { ...ORDER_REF, payoutId: 'po_1', amount: 425 }
const TABLES = ['ledger_postings', 'ledger_entries', 'ledger_balances']

beforeEach(async () => {
  await reset()
  const captured = {
    provider: 'sandbox',
    method: 'vm',
    receiptId: '1',
    currency: 'USD',
    shares: [{ order: 'ord_1', amount: 500 }],
  }
  const postings = [
    capturedPosting(captured),
    earnedPosting({ ...ORDER_REF, unit: 'all', gross: 500, commission: 75, taxes: [] }),
    releasedPosting({ ...ORDER_REF, unit: 'all', amount: 425 }),
    payoutSentPosting(PAYOUT),
    payoutFailedPosting({ ...PAYOUT, reason: 'No such bank' }),
    capturedPosting({ ...captured, receiptId: '2' }),
  ]
  await inTransaction(db, async (tx) => {
    await postAll(tx, postings, NOW)
    await reversePosting(tx, { key: 'received:2', memo: 'Booked in error' }, NOW)
  })
})

/** Writes with the ledger's triggers disabled, as the database owner can. */
async function bypassGuards(statement: string): Promise<void> {
  const setTriggers = (way: string) =>
    TABLES.map((name) => `alter table ${name} ${way} trigger user`).join('; ')
  await pool.query(`${setTriggers('disable')}; ${statement}; ${setTriggers('enable')}`)
}

const selectPostingId = (key: string) => `(select id from ledger_postings where key = '${key}')`
const set = (key: string, line: number, change: string) =>
  `update ledger_entries set ${change} where posting_id = ${selectPostingId(key)} and line = ${line}`

/** Returns the broken rules by name, as messages. */
async function findViolations(
  extraChecks: readonly LedgerCheck[] = [],
): Promise<Record<string, readonly string[]>> {
  const { audited, isSound } = await auditLedger(db, { further: extraChecks, most: 10 })
  const violations = audited.filter(({ count }) => count > 0)
  expect(isSound).toBe(violations.length === 0)
  return Object.fromEntries(violations.map(({ name, messages }) => [name, messages]))
}

test('a ledger written by `post` alone passes the audit', async () => {
  expect(await findViolations()).toEqual({})
})

test('all checks read one snapshot of the ledger', async () => {
  const readIsolation = async (tx: Queryable) => {
    const [row] = await queryRows<{ level: string }>(
      tx,
      sql`select current_setting('transaction_isolation') as level`,
    )
    return { count: 1, messages: [row?.level ?? ''] }
  }
  expect(await findViolations([{ name: 'isolation', rule: '', find: readIsolation }])).toEqual({
    isolation: ['repeatable read'],
  })
})

test('the audit finds a changed amount in its posting and in the balance', async () => {
  await bypassGuards(set('received:1', 1, 'amount = 600'))
  expect(await findViolations()).toEqual({
    postings_balanced: ['received:1 has 2 entries, whose debits exceed their credits by USD 1.00.'],
    balances_match_entries: [
      'Provider clearing of sandbox/vm: debits less credits are stored as USD 5.00, and add up to USD 6.00.',
    ],
  })
})

test('the audit finds a posting with a deleted entry', async () => {
  await bypassGuards(
    `delete from ledger_entries where posting_id = ${selectPostingId('received:1')} and line = 2`,
  )
  expect(await findViolations()).toMatchObject({
    postings_balanced: ['received:1 has 1 entries, whose debits exceed their credits by USD 5.00.'],
    nothing_below_zero: ['Order escrow of ord_1 is USD -5.00.'],
  })
})

test('the audit finds a changed balance', async () => {
  await bypassGuards(`update ledger_balances set balance = -999 where account = 2210`)
  expect(await findViolations()).toEqual({
    balances_match_entries: [
      'Supplier available of sup_1: debits less credits are stored as USD -9.99, and add up to USD -4.25.',
    ],
    totals_match_balances: [
      'Supplier available: debits less credits are stored as USD -4.25, and add up to USD -9.99.',
    ],
  })
})

test('the audit finds a changed account total, before and after folding', async () => {
  await foldAccountTotals(db)
  await pool.query(`insert into ledger_account_deltas (account, currency, amount) values (1000, 'USD', 100)`)
  const totals_match_balances = [
    'Provider clearing: debits less credits are stored as USD 6.00, and add up to USD 5.00.',
  ]
  expect(await findViolations()).toEqual({ totals_match_balances })
  await Promise.all([foldAccountTotals(db), foldAccountTotals(db)])
  expect(await findViolations()).toEqual({ totals_match_balances })
})

test('the audit finds a reversal that does not mirror its original', async () => {
  await bypassGuards(set('reversed:received:2', 2, `subledger = 'ord_9'`))
  expect(await findViolations()).toMatchObject({
    reversals_mirror: ['reversed:received:2 is not the reverse of received:2.'],
  })
})

test('the audit finds money moved from one supplier to another, although all postings balance', async () => {
  await bypassGuards(`${set('released:ord_1:all', 2, `subledger = 'sup_2'`)};
    insert into ledger_balances values (2210, 'sup_2', 'USD', 0, -425);
    update ledger_balances set balance = balance + 425 where account = 2210 and subledger = 'sup_1'`)
  const violations = await findViolations()
  expect(Object.keys(violations)).toEqual(['suppliers_apart'])
  expect(violations['suppliers_apart']?.toSorted()).toEqual([
    'released:ord_1:all changes what sup_1 is owed by USD -4.25.',
    'released:ord_1:all changes what sup_2 is owed by USD 4.25.',
  ])
})

test('the audit finds commission without an earning', async () => {
  await bypassGuards(`update ledger_postings set kind = 'settled' where kind = 'earned'`)
  expect(await findViolations()).toEqual({
    income_from_earnings: ['earned:ord_1:all (settled) changes Commission by USD 0.75.'],
  })
})

test('the audit runs checks that other features add', async () => {
  const check: LedgerCheck = {
    name: 'never',
    rule: 'Nothing is ever right.',
    find: async () => ({ count: 2, messages: ['This is not.'] }),
  }
  expect(await findViolations([check])).toEqual({ never: ['This is not.'] })
})

test('an audit reads one moment: a change during it is found by the next audit', async () => {
  const change: LedgerCheck = {
    name: 'changed_meanwhile',
    rule: 'Somebody changes an amount while the audit is under way.',
    find: async () => {
      await bypassGuards(set('received:1', 1, 'amount = 600'))
      return { count: 0, messages: [] }
    },
  }
  expect(await findViolations([change, ...CORE_LEDGER_CHECKS])).toEqual({})
  expect(Object.keys(await findViolations())).toEqual(['postings_balanced', 'balances_match_entries'])
})

const folder = await mkdtemp(path.join(os.tmpdir(), 'audit-'))
afterAll(() => rm(folder, { recursive: true }))

/** Runs `npm run audit` on the test's database; returns its exit code and output. */
function runAudit(): Promise<CommandOutput> {
  return captureCommand(shopCommand('audit'), { settings: { DATABASE_URL: url, DATA_DIR: folder } })
}

test('`npm run audit` exits with 0 if the ledger is sound, else with 1 and the violations', async () => {
  const sound = await runAudit()
  expect(sound).toMatchObject({ code: 0, err: '' })
  expect(sound.out).toMatch(/^Checked 15 entries in 7 postings in \d+\.\d s\.\n/)
  expect(sound.out).toContain('holds   Every stored balance is the sum of its entries.')
  await bypassGuards(set('received:1', 1, 'amount = 600'))
  const failedAudit = await runAudit()
  expect(failedAudit).toMatchObject({ code: 1, err: '' })
  expect(failedAudit.out).toContain('which sum to zero. 1 breaks it:\n          received:1 has 2 entries')
  expect(failedAudit.out).toContain('The ledger FAILS at least one check.')
})
