import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { type LedgerPostingRow, RECENT_POSTINGS } from './balance-queries.ts'
import type { AccountName } from './postings/chart.ts'

/** A posting with all its lines; `id` is its position in the ledger. */
export type PostingWithLines = Omit<LedgerPostingRow, 'amount'> & Readonly<{ id: number }>

/** A search of postings by a prefix of keys or by sub-ledgers, within one account or kind if given. */
export type PostingSearch = Readonly<{
  text: string
  /** The sub-ledger that contains it, such as a supplier's. */
  within: string | undefined
  account: AccountName | undefined
  kind: string | undefined
  before: number | undefined
  limit: number
}>

/** Returns a page of postings, the newest first. */
export async function listPostingsWithLines(
  db: Queryable,
  search: PostingSearch,
): Promise<PostingWithLines[]> {
  const { text, account, limit } = search
  // Frequent matches are read from the newest postings, rare ones by an index.
  if (text !== '' && account === undefined) {
    const top = search.before ?? (await findLastPostingId(db)) + 1
    const recent = await listMatching(db, selectNamed(search, top - RECENT_POSTINGS))
    return recent.length === limit ? recent : listMatching(db, selectNamed(search, undefined))
  }
  if (account !== undefined) {
    const recent = await listMatching(
      db,
      sql`
      select p.* from (
        select * from ledger_postings p where ${toRange(search)} order by p.id desc limit ${RECENT_POSTINGS}) p
      where ${matchPosting(search)} order by p.id desc limit ${limit}`,
    )
    if (recent.length === limit) return recent
  }
  return listMatching(
    db,
    sql`
    select * from ledger_postings p where ${matchSearch(search)} and ${toRange(search)} order by p.id desc limit ${limit}`,
  )
}

/** Selects the newest postings that a text finds by key or sub-ledger, from a position on. */
function selectNamed(search: PostingSearch, from: number | undefined): SQL {
  const { limit } = search
  const isRecent = (id: SQL) => (from === undefined ? sql`true` : sql`${id} >= ${from}`)
  // `+ 0` reads all matching keys by their index: many may be old, and the newest postings would be read up to them.
  const newest = from === undefined ? sql`k.id + 0` : sql`k.id`
  return sql`
    select p.* from ledger_postings p where p.id in (
      (select k.id from ledger_postings k where ${isRecent(sql`k.id`)} and ${matchKey(sql`k.key`, search)}
        and ${toRange(search, 'k')} order by ${newest} desc limit ${limit})
      union
      select m.posting_id from ledger_accounts c cross join unnest(${toSubledgers(search)}) s(name) cross join lateral (
        select e.posting_id from ledger_entries e join ledger_postings p on p.id = e.posting_id and ${toRange(search)}
        where e.account = c.number and e.subledger = s.name and ${isRecent(sql`e.posting_id`)}
        order by e.posting_id desc limit ${limit}) m
      order by 1 desc limit ${limit})
    order by p.id desc`
}

function toRange({ kind, before }: PostingSearch, name: 'p' | 'k' = 'p'): SQL {
  const posting = sql.identifier(name)
  const ofKind = kind === undefined ? sql`true` : sql`${posting}.kind = ${kind}`
  return before === undefined ? ofKind : sql`${ofKind} and ${posting}.id < ${before}`
}

async function listMatching(db: Queryable, page: SQL): Promise<PostingWithLines[]> {
  return queryRows<PostingWithLines>(
    db,
    sql`
      select p.id, p.key, p.kind, p.memo, p.currency, p.posted_at as "postedAt", r.key as reverses, l.lines
      from (${page}) p
      left join ledger_postings r on r.id = p.reverses_id ${LINES}
      order by p.id desc`,
  )
}

const LINES = sql`
  cross join lateral (
    select json_agg(json_build_object(
      'account', c.name, 'title', c.title, 'subledger', e.subledger, 'amount', e.amount) order by e.line) as lines
    from ledger_entries e join ledger_accounts c on c.number = e.account where e.posting_id = p.id) l`

const toSubledgers = ({ text, within }: PostingSearch) =>
  sql`${sql.param(within === undefined ? [text] : [text, `${within}/${text}`])}::text[]`

const ofAccount = (account: AccountName | undefined) =>
  account === undefined ? sql`true` : sql`c.name = ${account}`

// A range condition can use the index. Within one account, only sub-ledgers are searched.
const matchKey = (key: SQL, { text, account }: PostingSearch) =>
  account === undefined ? sql`${key} >= ${text} and ${key} < ${text} || ${'\u{10FFFF}'}` : sql`false`

/** Returns the search condition on a posting `p` that has already been read. */
function matchPosting(search: PostingSearch): SQL {
  const isNamed = search.text === '' ? sql`true` : sql`e.subledger = any(${toSubledgers(search)})`
  const hasEntry = sql`exists (
    select from ledger_entries e join ledger_accounts c on c.number = e.account
    where e.posting_id = p.id and ${ofAccount(search.account)} and ${isNamed})`
  return search.text === '' ? hasEntry : sql`(${matchKey(sql`p.key`, search)} or ${hasEntry})`
}

/** Returns the search condition by index: the keys in order, or the entries of a sub-ledger, account by account. */
function matchSearch(search: PostingSearch): SQL {
  if (search.text === '') return search.account === undefined ? sql`true` : matchPosting(search)
  return sql`p.id in (
    select k.id from ledger_postings k where ${matchKey(sql`k.key`, search)}
    union select e.posting_id from ledger_accounts c join ledger_entries e on e.account = c.number
      where ${ofAccount(search.account)} and e.subledger = any(${toSubledgers(search)}))`
}

/** Returns the newest posting's position in the ledger; 0 for an empty one. */
export async function findLastPostingId(db: Queryable): Promise<number> {
  const [found] = await queryRows<{ id: number }>(
    db,
    sql`select coalesce(max(id), 0) as id from ledger_postings`,
  )
  return found?.id ?? 0
}

/** Returns this transaction's postings after a position in the ledger, in order. */
export async function listPostingsOfTransaction(tx: Transaction, after: number): Promise<PostingWithLines[]> {
  return queryRows<PostingWithLines>(
    tx,
    sql`
      select p.id, p.key, p.kind, p.memo, p.currency, p.posted_at as "postedAt", r.key as reverses, l.lines
      from ledger_postings p left join ledger_postings r on r.id = p.reverses_id ${LINES}
      where p.id > ${after} and p.made_in = pg_current_xact_id() order by p.id`,
  )
}
