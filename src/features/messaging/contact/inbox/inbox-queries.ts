import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { EntryKind, MessageState } from '../rules.ts'
import { contactEntries } from '../tables.ts'
import type { InboxView } from './contract.ts'

type Account = Readonly<{ id: string; name: string }>

/** A message in the inbox; `key` is its position in the list. */
export type InboxRow = Readonly<{
  key: number
  id: string
  name: string
  email: string
  message: string
  supplier: { id: string; name: string } | null
  state: MessageState
  assignee: Account | null
  createdAt: Date
  answeredAt: Date | null
}>

/** A page of messages: the filter, the reader, and the key after which it begins. */
export type InboxPage = Readonly<{
  view: InboxView
  search: string
  accountId: number
  /** Open messages from before this moment are late. */
  lateBefore: Date
  after: number | undefined
  limit: number
}>

const accountJson = (alias: string): SQL =>
  sql.raw(
    `case when ${alias}.id is null then null else json_build_object('id', ${alias}.public_id, 'name',
      coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), 'Closed account')) end`,
  )

const COLUMNS = sql`
  m.id as key, m.public_id as id, m.name, m.email, m.message, m.state, m.created_at as "createdAt",
  m.answered_at as "answeredAt", ${accountJson('a')} as assignee,
  case when s.id is null then null else json_build_object('id', s.public_id, 'name', s.name) end as supplier`
const JOINS = sql`left join accounts a on a.id = m.assignee_id left join suppliers s on s.id = m.supplier_id`

/** The views of unanswered messages, which begin with the oldest. */
const WAITING: ReadonlySet<InboxView> = new Set(['open', 'mine', 'late'])

function matchesView({ view, accountId, lateBefore }: InboxPage): SQL {
  if (view === 'all') return sql`true`
  if (view === 'done' || view === 'spam') return sql`m.state = ${view}`
  if (view === 'mine') return sql`m.state = 'open' and m.assignee_id = ${accountId}`
  if (view === 'late')
    return sql`m.state = 'open' and m.answered_at is null and m.created_at < ${lateBefore.toISOString()}`
  return sql`m.state = 'open'`
}

/** Returns a page of messages: views of unanswered ones oldest first, all others newest first. */
export async function listInboxRows(db: Queryable, page: InboxPage): Promise<InboxRow[]> {
  const { view, search, after, limit } = page
  const isOldestFirst = WAITING.has(view)
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matchesSearch =
    search === ''
      ? sql`true`
      : sql`(m.name ilike ${part} or m.email ilike ${part} or m.message ilike ${part})`
  const isAfter =
    after === undefined ? sql`true` : isOldestFirst ? sql`m.id > ${after}` : sql`m.id < ${after}`
  return queryRows<InboxRow>(
    db,
    sql`
      select ${COLUMNS} from contact_messages m ${JOINS}
      where ${matchesView(page)} and ${matchesSearch} and ${isAfter}
      order by m.id ${isOldestFirst ? sql`asc` : sql`desc`} limit ${limit}`,
  )
}

/** Returns how many messages are open: in all, of an operator, and with a late answer. */
export async function countInbox(
  db: Queryable,
  { accountId, lateBefore }: Pick<InboxPage, 'accountId' | 'lateBefore'>,
): Promise<{ open: number; mine: number; late: number }> {
  const [counts] = await queryRows<{ open: number; mine: number; late: number }>(
    db,
    sql`
      select count(*)::int as open, count(*) filter (where assignee_id = ${accountId})::int as mine,
        count(*) filter (where answered_at is null and created_at < ${lateBefore.toISOString()})::int as late
      from contact_messages where state = 'open'`,
  )
  return counts ?? { open: 0, mine: 0, late: 0 }
}

/** Returns the message of a public id, if there is one. */
export async function findInboxRow(db: Queryable, publicId: string): Promise<InboxRow | undefined> {
  const [found] = await queryRows<InboxRow>(
    db,
    sql`select ${COLUMNS} from contact_messages m ${JOINS} where m.public_id = ${publicId}`,
  )
  return found
}

/** An entry of a thread. */
export type EntryRow = Readonly<{
  number: number
  kind: EntryKind
  by: Account
  text: string
  assignee: Account | null
  at: Date
}>

/** Returns the thread of a message, the oldest entry first. */
export async function listEntryRows(db: Queryable, messageId: number): Promise<EntryRow[]> {
  return queryRows<EntryRow>(
    db,
    sql`
      select e.number, e.kind, e.text, e.created_at as at, ${accountJson('w')} as by, ${accountJson('a')} as assignee
      from contact_entries e join accounts w on w.id = e.account_id left join accounts a on a.id = e.assignee_id
      where e.message_id = ${messageId} order by e.number`,
  )
}

/** Returns the operators, by name. */
export async function listOperators(db: Queryable): Promise<Account[]> {
  return queryRows<Account>(
    db,
    sql`
      select public_id as id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
      from accounts where type = 'operator' and closed_at is null order by 2, 1 limit 200`,
  )
}

/** Returns the key of an operator’s account, if it is one. */
export async function findOperator(
  db: Queryable,
  publicId: string,
): Promise<{ id: number; name: string } | undefined> {
  const [found] = await queryRows<{ id: number; name: string }>(
    db,
    sql`
      select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
      from accounts where public_id = ${publicId} and type = 'operator' and closed_at is null`,
  )
  return found
}

/** A message in its current state, locked for a change. */
export type LockedMessage = Readonly<{
  id: number
  publicId: string
  state: MessageState
  assigneeId: number | null
  assigneeName: string | null
  answeredAt: Date | null
  lastEntry: number
}>

/**
 * Returns the messages with these public ids, locked until the transaction ends, in a fixed order to avoid deadlocks.
 */
export async function lockMessages(tx: Transaction, publicIds: readonly string[]): Promise<LockedMessage[]> {
  return queryRows<LockedMessage>(
    tx,
    sql`
      select m.id, m.public_id as "publicId", m.state, m.assignee_id as "assigneeId", m.answered_at as "answeredAt",
        m.last_entry as "lastEntry",
        (select trim(a.first_name || ' ' || a.last_name) from accounts a where a.id = m.assignee_id) as "assigneeName"
      from contact_messages m where m.public_id = any(${sql.param([...publicIds])}::text[]) order by m.id
      for no key update of m`,
  )
}

/** Returns whether there is an answer after the entry of that number. */
export async function hasAnswerAfter(db: Queryable, messageId: number, number: number): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`
      select from contact_entries
      where message_id = ${messageId} and kind = 'answer' and number > ${number} limit 1`,
  )
  return found.length > 0
}

/** Returns whether the thread of a message has the entry that a browser made under this id. */
export async function hasClientEntry(db: Queryable, messageId: number, clientId: string): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select from contact_entries where message_id = ${messageId} and client_id = ${clientId}`,
  )
  return found.length > 0
}

/** Adds the next entry to the thread of a message that is locked; returns its key. */
export async function insertEntry(
  tx: Transaction,
  message: Pick<LockedMessage, 'id'>,
  entry: Omit<typeof contactEntries.$inferInsert, 'messageId' | 'number'>,
): Promise<number> {
  const [counted] = await queryRows<{ number: number }>(
    tx,
    sql`
      update contact_messages set last_entry = last_entry + 1 where id = ${message.id}
      returning last_entry as number`,
  )
  if (!counted) throw new Error('the message is gone')
  const [stored] = await tx
    .insert(contactEntries)
    .values({ ...entry, messageId: message.id, number: counted.number })
    .returning({ id: contactEntries.id })
  if (!stored) throw new Error('the entry was not stored')
  return stored.id
}

/** An answer with its contact message, as input of its email. */
export type AnswerRow = Readonly<{
  name: string
  email: string
  message: string
  createdAt: Date
  text: string
}>

/** Returns the answer of this key. */
export async function findAnswer(db: Queryable, entryId: number): Promise<AnswerRow | undefined> {
  const [found] = await queryRows<AnswerRow>(
    db,
    sql`
      select m.name, m.email, m.message, m.created_at as "createdAt", e.text
      from contact_entries e join contact_messages m on m.id = e.message_id
      where e.id = ${entryId} and e.kind = 'answer'`,
  )
  return found
}
