import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { LedgerPostingRow } from './balance-queries.ts'
import type { AccountName } from './postings/chart.ts'

/** A posting as it was written, with all its lines; `id` is its place in the ledger. */
export type FoundPosting = Omit<LedgerPostingRow, 'amount'> & Readonly<{ id: number }>

/** A search of postings: by the beginning of keys or by sub-ledgers, of one account or kind if given. */
export type PostingSearch = Readonly<{
  text: string
  /** The sub-ledger within which it may be, such as a supplier's. */
  within: string | undefined
  account: AccountName | undefined
  kind: string | undefined
  before: number | undefined
  limit: number
}>

/** Returns a page of postings, the newest first. */
export async function listFoundPostings(db: Queryable, search: PostingSearch): Promise<FoundPosting[]> {
  const { before, kind, limit } = search
  return queryRows<FoundPosting>(
    db,
    sql`
      select p.id, p.key, p.kind, p.memo, p.currency, p.posted_at as "postedAt", r.key as reverses, l.lines
      from (
        select * from ledger_postings p where ${matchSearch(search)}
          ${kind === undefined ? sql`` : sql`and p.kind = ${kind}`}
          ${before === undefined ? sql`` : sql`and p.id < ${before}`}
        order by p.id desc limit ${limit}) p
      left join ledger_postings r on r.id = p.reverses_id ${LINES}
      order by p.id desc`,
  )
}

const LINES = sql`
  cross join lateral (
    select json_agg(json_build_object(
      'account', c.name, 'title', c.title, 'subledger', e.subledger, 'amount', e.amount) order by e.line) as lines
    from ledger_entries e join ledger_accounts c on c.number = e.account where e.posting_id = p.id) l`

/** Each way reads an index: keys in their order, and the entries of a sub-ledger account by account. */
function matchSearch({ text, within, account }: PostingSearch): SQL {
  const ofAccount = account === undefined ? sql`true` : sql`c.name = ${account}`
  if (text === '')
    return account === undefined
      ? sql`true`
      : sql`exists (
          select from ledger_entries e join ledger_accounts c on c.number = e.account
          where e.posting_id = p.id and ${ofAccount})`
  const subledgers = within === undefined ? [text] : [text, `${within}/${text}`]
  return sql`p.id in (
    select k.id from ledger_postings k where k.key >= ${text} and k.key < ${text} || ${'\u{10FFFF}'} and ${
      account === undefined
    }
    union select e.posting_id from ledger_accounts c join ledger_entries e on e.account = c.number
      where ${ofAccount} and e.subledger = any(${sql.param(subledgers)}::text[]))`
}

/** Returns the newest posting's place in the ledger; 0 for an empty one. */
export async function findLastPostingId(db: Queryable): Promise<number> {
  const [found] = await queryRows<{ id: number }>(
    db,
    sql`select coalesce(max(id), 0) as id from ledger_postings`,
  )
  return found?.id ?? 0
}

/** Returns this transaction's own postings after a position in the ledger, in order. */
export async function listPostingsOfTransaction(tx: Transaction, after: number): Promise<FoundPosting[]> {
  return queryRows<FoundPosting>(
    tx,
    sql`
      select p.id, p.key, p.kind, p.memo, p.currency, p.posted_at as "postedAt", r.key as reverses, l.lines
      from ledger_postings p left join ledger_postings r on r.id = p.reverses_id ${LINES}
      where p.id > ${after} and p.made_in = pg_current_xact_id() order by p.id`,
  )
}
