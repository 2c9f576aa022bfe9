import { queryPrepared, type Queryable } from '#database/database.ts'
import { LEDGER_ACCOUNTS, type AccountName } from './postings/chart.ts'
import type { Entry, Posting, PostingKind } from './postings/posting.ts'

/** A posting's internal key and its business key. */
export type PostingRef = Readonly<{ id: number; key: string }>

/**
 * Inserts postings with their entries in one statement and returns the new ones. Existing keys are skipped. Balances
 * are updated in the same statement.
 */
export async function insertPostings(
  tx: Queryable,
  postings: readonly Posting[],
  now: Date,
): Promise<PostingRef[]> {
  const heads = postings.map(({ entries: _entries, ...head }) => head)
  const lines = postings.flatMap(({ key, entries }) =>
    entries.map((entry, index) => ({
      key,
      line: index + 1,
      account: LEDGER_ACCOUNTS[entry.account].number,
      subledger: entry.subledger,
      amount: entry.debit ?? -entry.credit,
    })),
  )
  return queryPrepared<PostingRef>(tx, INSERT_POSTINGS, [JSON.stringify(heads), JSON.stringify(lines), now])
}

// Postings are inserted in the order of their keys, so that transactions with the same ones wait instead of
// deadlocking.
const INSERT_POSTINGS = {
  name: 'ledger_insert_postings',
  text: `
    with written as (
      insert into ledger_postings (key, kind, currency, memo, reverses_id, posted_at)
      select x.key, x.kind, x.currency, x.memo,
        (select r.id from ledger_postings r where r.key = x.reverses), $3
      from json_to_recordset($1) as x(key text, kind text, currency text, memo text, reverses text)
      order by x.key collate "C"
      on conflict (key) do nothing returning id, key),
    lines as (
      insert into ledger_entries (posting_id, line, account, subledger, amount)
      select w.id, x.line, x.account, x.subledger, x.amount
      from json_to_recordset($2) as x(key text, line smallint, account int, subledger text, amount bigint)
      join written w on w.key = x.key)
    select id, key from written`,
}

/** A stored posting. */
export type StoredPosting = Posting & PostingRef

/** Lists the existing postings with these keys, in no order. */
export async function listPostings(db: Queryable, keys: readonly string[]): Promise<StoredPosting[]> {
  const found = await queryPrepared<PostingRow>(db, LIST_POSTINGS, [keys])
  return found.map(({ lines, reverses, ...head }) => ({
    ...head,
    ...(reverses === null ? {} : { reverses }),
    entries: lines.map(toEntry),
  }))
}

type PostingLine = { name: AccountName; subledger: string; amount: number }

type PostingRow = {
  id: number
  key: string
  kind: PostingKind
  currency: string
  memo: string
  reverses: string | null
  lines: PostingLine[]
}

const LIST_POSTINGS = {
  name: 'ledger_list_postings',
  text: `
    select p.id, p.key, p.kind, p.currency, p.memo, r.key as reverses, e.lines
    from ledger_postings p
    left join ledger_postings r on r.id = p.reverses_id
    cross join lateral (
      select json_agg(json_build_object('name', c.name, 'subledger', e.subledger, 'amount', e.amount) order by e.line) as lines
      from ledger_entries e join ledger_accounts c on c.number = e.account where e.posting_id = p.id) e
    where p.key = any($1::text[])`,
}

function toEntry({ name, subledger, amount }: PostingLine): Entry {
  return amount > 0
    ? { account: name, subledger, debit: amount }
    : { account: name, subledger, credit: -amount }
}

/** One sub-ledger of an account in one currency. */
export type SubledgerKey = Readonly<{ account: AccountName; subledger: string; currency: string }>

/**
 * Returns the balances of these sub-ledgers in their order, in minor units. They have the account's normal sign:
 * positive for assets, debts and earnings. `locked` locks those that must not go below zero until the transaction ends,
 * in a fixed order.
 */
export async function readBalances(
  db: Queryable,
  keys: readonly SubledgerKey[],
  { locked = false }: { locked?: boolean } = {},
): Promise<number[]> {
  const requestedKeys = keys.map(({ account, ...rest }) => ({
    account: LEDGER_ACCOUNTS[account].number,
    ...rest,
  }))
  const found = await queryPrepared<{ place: number; balance: number }>(
    db,
    locked ? LOCK_BALANCES : READ_BALANCES,
    [JSON.stringify(requestedKeys)],
  )
  return keys.map(({ account }, index) => {
    const rows = found.filter((row) => row.place === index + 1)
    return toNormalBalance(
      account,
      rows.reduce((sum, { balance }) => sum + balance, 0),
    )
  })
}

/** Returns a balance (debits less credits) in its account's normal sign: positive for assets, debts and earnings. */
export function toNormalBalance(account: AccountName, balance: number): number {
  const { type } = LEDGER_ACCOUNTS[account]
  return type === 'asset' || type === 'expense' || balance === 0 ? balance : -balance
}

const BALANCES = `
    select x.place, b.balance
    from rows from (json_to_recordset($1) as (account int, subledger text, currency text))
      with ordinality as x(account, subledger, currency, place)
    join ledger_balances b on b.account = x.account and b.subledger = x.subledger and b.currency = x.currency
    order by b.account, b.subledger, b.currency, b.stripe`

const READ_BALANCES = { name: 'ledger_read_balances', text: BALANCES }
const LOCK_BALANCES = { name: 'ledger_lock_balances', text: `${BALANCES} for update of b` }

/** Locks a vendor until the transaction ends, so that one transaction at a time books on its two accounts. */
export async function lockVendor(tx: Queryable, vendor: string): Promise<void> {
  await queryPrepared(tx, LOCK_VENDOR, [vendor])
}

const LOCK_VENDOR = {
  name: 'ledger_lock_vendor',
  text: 'select pg_advisory_xact_lock(1603, hashtext($1))',
}

/** A supplier's debt in a currency, and the part of it that is paid now, in minor units. */
export type DebtPayment = Readonly<{ supplier: string; currency: string; owed: number; paid: number }>

/** The origin of a debt by the kind of its posting, and its paid amount. */
type DebtComponent = Readonly<{ kind: string; amount: number }>

/** Lists the debts that a payment pays by their origin, oldest first. */
export async function listDebtComponents(
  db: Queryable,
  { supplier, currency, owed, paid }: DebtPayment,
): Promise<DebtComponent[]> {
  return queryPrepared(db, LIST_COMPONENTS, [supplier, currency, owed, paid])
}

// The oldest debt is paid first, so the remaining debt consists of the newest ones.
const LIST_COMPONENTS = {
  name: 'ledger_list_debt_parts',
  text: `
    with debts as (
      select p.id, p.kind, e.amount, sum(e.amount) over (order by p.id desc) - e.amount as newer
      from ledger_entries e
      join ledger_postings p on p.id = e.posting_id
      join ledger_accounts a on a.number = e.account
      where a.name = 'supplier_receivable' and e.subledger = $1 and p.currency = $2 and e.amount > 0
        and p.kind <> 'receivable_netted'
        and not exists (select from ledger_postings r where r.reverses_id = p.id)),
    outstanding as (select id, kind, least(amount, $3::bigint - newer) as amount from debts where newer < $3::bigint),
    placed as (select id, kind, amount, sum(amount) over (order by id) - amount as older from outstanding)
    select kind, sum(least(amount, $4::bigint - older))::bigint as amount
    from placed where older < $4::bigint
    group by kind order by min(id)`,
}
