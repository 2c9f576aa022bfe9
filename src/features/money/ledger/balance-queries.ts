import { sql, type SQL } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import { LEDGER_ACCOUNTS, type AccountName } from './postings/chart.ts'
import { toNormalBalance } from './queries.ts'

/** The balance of an account in a currency, in minor units and the account's normal sign. */
export type AccountTotalRow = Readonly<{ account: AccountName; currency: string; amount: number }>

/** Lists the balances of all accounts that were ever used, by number and currency. */
export async function listAccountTotals(db: Queryable): Promise<AccountTotalRow[]> {
  const found = await queryRows<{ account: AccountName; currency: string; balance: number }>(
    db,
    sql`
      select c.name as account, t.currency, t.balance
      from ledger_account_totals_now t join ledger_accounts c on c.number = t.account
      order by c.number, t.currency`,
  )
  return found.map(({ balance, ...rest }) => ({ ...rest, amount: toNormalBalance(rest.account, balance) }))
}

/** Folds the latest changes into the stored totals. Any number of these may run at once. */
export async function foldAccountTotals(db: Queryable): Promise<void> {
  await queryRows(db, sql`select fold_ledger_account_totals()`)
}

/** A filter of an account's sub-ledgers: by currency, by a prefix of their names, with or without empty ones. */
export type SubledgerFilter = Readonly<{
  account: AccountName
  currency: string
  beginning: string
  withEmpty: boolean
  /** Only sub-ledgers after this name. */
  after: string | undefined
  limit: number
}>

/** Lists the balances of sub-ledgers by name, in the account's normal sign. */
export async function listSubledgers(
  db: Queryable,
  { account, currency, beginning, withEmpty, after, limit }: SubledgerFilter,
): Promise<{ subledger: string; amount: number }[]> {
  const found = await queryRows<{ subledger: string; balance: number }>(
    db,
    sql`
      select subledger, sum(balance)::bigint as balance from ledger_balances
      where account = ${LEDGER_ACCOUNTS[account].number} and currency = ${currency} and ${matchPrefix(beginning)}
        ${after === undefined ? sql`` : sql`and subledger > ${after}`}
        ${withEmpty ? sql`` : sql`and balance <> 0`}
      group by subledger ${withEmpty ? sql`` : sql`having sum(balance) <> 0`}
      order by subledger limit ${limit}`,
  )
  return found.map(({ subledger, balance }) => ({ subledger, amount: toNormalBalance(account, balance) }))
}

/** The selector of a ledger number: an account in a currency, one of its sub-ledgers, or all with a prefix. */
export type LedgerSelector = Readonly<{
  account: AccountName
  currency: string
  subledger: string | undefined
}>

/** Returns a balance in the account's normal sign. */
export async function readLedgerBalance(
  db: Queryable,
  { account, currency, subledger }: LedgerSelector,
): Promise<number> {
  const stored = subledger === undefined ? sql`ledger_account_totals_now` : sql`ledger_balances`
  const [found] = await queryRows<{ balance: number }>(
    db,
    sql`
      select coalesce(sum(balance), 0)::bigint as balance from ${stored}
      where account = ${LEDGER_ACCOUNTS[account].number} and currency = ${currency} and ${matchSubledger(subledger)}`,
  )
  return toNormalBalance(account, found?.balance ?? 0)
}

/** A posting for display. `amount` is its effect on the explained balance, in the account's normal sign. */
export type LedgerPostingRow = Readonly<{
  key: string
  kind: string
  memo: string
  currency: string
  postedAt: Date
  reverses: string | null
  amount: number
  lines: readonly Readonly<{ account: AccountName; title: string; subledger: string; amount: number }>[]
}>

type ContributingSearch = LedgerSelector & Readonly<{ before: number | undefined; limit: number }>

/** Lists up to `limit` postings behind a balance, newest first; with `before`, those before that posting. */
export async function listContributingPostings(
  db: Queryable,
  search: ContributingSearch,
): Promise<LedgerPostingRow[]> {
  const { subledger, limit } = search
  // Balances that nearly every posting changes are read from the newest postings, others by their index.
  if (subledger === undefined || subledger.endsWith('/')) {
    const recent = await listContributions(db, search, toRecentContributions(search))
    if (recent.length === limit) return recent
  }
  return listContributions(db, search, toContributions(search))
}

/** The number of newest postings to scan before the index of an account is read. */
export const RECENT_POSTINGS = 5_000

const isBefore = (id: SQL, before: number | undefined) =>
  before === undefined ? sql`true` : sql`${id} < ${before}`

function toRecentContributions({ account, currency, subledger, before, limit }: ContributingSearch): SQL {
  return sql`
    select p.id as posting_id, e.amount
    from (
      select id, currency from ledger_postings where ${isBefore(sql`id`, before)} order by id desc limit ${RECENT_POSTINGS}) p
    cross join lateral (
      select sum(amount)::bigint as amount from ledger_entries
      where posting_id = p.id and account = ${LEDGER_ACCOUNTS[account].number} and ${matchSubledger(subledger)}) e
    where p.currency = ${currency} and e.amount is not null
    order by p.id desc limit ${limit}`
}

function toContributions({ account, currency, subledger, before, limit }: ContributingSearch): SQL {
  return sql`
    select e.posting_id, sum(e.amount)::bigint as amount
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.account = ${LEDGER_ACCOUNTS[account].number} and p.currency = ${currency} and ${matchSubledger(subledger)}
      and ${isBefore(sql`e.posting_id`, before)}
    group by e.posting_id order by e.posting_id desc limit ${limit}`
}

async function listContributions(
  db: Queryable,
  { account }: ContributingSearch,
  contributions: SQL,
): Promise<LedgerPostingRow[]> {
  const found = await queryRows<LedgerPostingRow>(
    db,
    sql`
      select p.key, p.kind, p.memo, p.currency, p.posted_at as "postedAt", r.key as reverses, here.amount, l.lines
      from (${contributions}) here
      join ledger_postings p on p.id = here.posting_id
      left join ledger_postings r on r.id = p.reverses_id
      cross join lateral (
        select json_agg(json_build_object(
          'account', c.name, 'title', c.title, 'subledger', e.subledger, 'amount', e.amount) order by e.line) as lines
        from ledger_entries e join ledger_accounts c on c.number = e.account where e.posting_id = p.id) l
      order by here.posting_id desc`,
  )
  return found.map((posting) => ({ ...posting, amount: toNormalBalance(account, posting.amount) }))
}

/** Returns the internal key of a posting. */
export async function findPostingId(db: Queryable, key: string): Promise<number | undefined> {
  const [found] = await queryRows<{ id: number }>(db, sql`select id from ledger_postings where key = ${key}`)
  return found?.id
}

function matchSubledger(subledger: string | undefined): SQL {
  if (subledger === undefined) return sql`true`
  return subledger.endsWith('/') ? matchPrefix(subledger) : sql`subledger = ${subledger}`
}

// A range condition can use the index; the last character sorts after all others.
function matchPrefix(prefix: string): SQL {
  return prefix === '' ? sql`true` : sql`subledger >= ${prefix} and subledger < ${prefix} || ${'\u{10FFFF}'}`
}
