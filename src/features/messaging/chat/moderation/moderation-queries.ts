import { sql } from 'drizzle-orm'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'
import type { ChatReportData } from './contract.ts'

/** A report as operators read it; `key` is its position in the list. */
export type ReportRow = Omit<ChatReportData, 'createdAt' | 'closedAt'> &
  Readonly<{
    key: number
    conversationId: number
    supplierId: number
    lastNumber: number
    createdAt: Date
    closedAt: Date | null
  }>

const REPORT = sql`
  select r.id as key, r.public_id as id, r.reason, r.note, r.side as by, r.conversation_id as "conversationId",
    c.supplier_id as "supplierId", r.last_number as "lastNumber", r.created_at as "createdAt", r.closed_at as "closedAt",
    json_build_object('id', p.public_id, 'name', trim(p.first_name || ' ' || p.last_name)) as customer,
    json_build_object('id', s.public_id, 'name', s.name) as supplier
  from chat_reports r join conversations c on c.id = r.conversation_id
    join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id`

/** Returns a page of reports: open ones oldest first, closed ones newest first. */
export async function listReports(
  db: Queryable,
  { view, cursor, limit }: Readonly<{ view: 'open' | 'closed'; cursor: number | undefined; limit: number }>,
): Promise<ReportRow[]> {
  const after =
    cursor === undefined ? sql`` : view === 'open' ? sql`and r.id > ${cursor}` : sql`and r.id < ${cursor}`
  const page =
    view === 'open'
      ? sql`where r.closed_at is null ${after} order by r.id`
      : sql`where r.closed_at is not null ${after} order by r.id desc`
  return queryRows<ReportRow>(db, sql`${REPORT} ${page} limit ${limit}`)
}

/** Returns a report by its public id. */
export async function findReportById(db: Queryable, publicId: string): Promise<ReportRow | undefined> {
  return (await queryRows<ReportRow>(db, sql`${REPORT} where r.public_id = ${publicId}`))[0]
}

/** A message with its text, and its removal, if any. */
export type ModeratedMessage = Readonly<{
  id: number
  number: number
  by: Side
  text: string
  pictures: readonly Readonly<{ id: string; width: number; height: number }>[]
  at: Date
  isErased: boolean
  removedAt: Date | null
  removalReason: string | null
}>

/** Returns the newest messages of a reported conversation up to the report, oldest first. */
export async function listReportedMessages(
  db: Queryable,
  { conversationId, lastNumber }: Pick<ReportRow, 'conversationId' | 'lastNumber'>,
): Promise<ModeratedMessage[]> {
  const found = await queryRows<ModeratedMessage>(
    db,
    sql`
      select m.id, m.number, m.side as by, m.content as text, m.created_at as at, m.erased_at is not null as "isErased",
        m.removed_at as "removedAt", m.removal_reason as "removalReason",
        coalesce((select json_agg(json_build_object('id', k.public_id, 'width', k.width, 'height', k.height) order by k.position)
          from chat_pictures k where k.message_id = m.id), '[]') as pictures
      from chat_messages m
      where m.conversation_id = ${conversationId} and m.number <= ${lastNumber}
      order by m.number desc limit ${MAX_SHOWN.reportedMessages}`,
  )
  return found.toReversed()
}

/** Closes a report; returns false if it was closed already. */
export async function updateClosed(
  tx: Transaction,
  { key, accountId, now }: Readonly<{ key: number; accountId: number; now: Date }>,
): Promise<boolean> {
  const updated = await queryRows(
    tx,
    sql`update chat_reports set closed_at = ${now}, closed_by = ${accountId} where id = ${key} and closed_at is null returning 1`,
  )
  return updated.length > 0
}

/** A reference to a message of a report. */
export type MessageRef = Pick<ReportRow, 'conversationId' | 'lastNumber'> & Readonly<{ number: number }>

/** Removes a message, or restores it without `removal`; returns its key, undefined if it is in that state already. */
export async function updateMessageRemoval(
  tx: Transaction,
  { conversationId, lastNumber, number }: MessageRef,
  removal: Readonly<{ at: Date; reason: string }> | null,
): Promise<number | undefined> {
  const [updated] = await queryRows<{ id: number }>(
    tx,
    sql`
      update chat_messages set removed_at = ${removal?.at ?? null}, removal_reason = ${removal?.reason ?? null}
      where conversation_id = ${conversationId} and number = ${number} and number <= ${lastNumber} and erased_at is null
        and (removed_at is null) = ${removal !== null} returning id::int as id`,
  )
  return updated?.id
}

/** Returns whether a report is about a message of that number. */
export async function hasMessage(
  tx: Transaction,
  { conversationId, lastNumber, number }: MessageRef,
): Promise<boolean> {
  const found = await queryRows(
    tx,
    sql`
      select 1 from chat_messages
      where conversation_id = ${conversationId} and number = ${number} and number <= ${lastNumber}`,
  )
  return found.length > 0
}

/** A removed message and its sender; without an address, no email is sent. */
export type RemovedMessage = Readonly<{
  reason: string
  text: string
  email: string | null
  other: string
}>

/** Returns a message that is removed, with its sender's address. */
export async function findRemovedMessage(db: Queryable, id: number): Promise<RemovedMessage | undefined> {
  const [found] = await queryRows<RemovedMessage>(
    db,
    sql`
      select m.removal_reason as reason, m.content as text,
        case when m.side = 'customer' then p.email else coalesce(s.contact_email, o.email) end as email,
        case when m.side = 'customer' then s.name else trim(p.first_name || ' ' || p.last_name) end as other
      from chat_messages m join conversations c on c.id = m.conversation_id
        join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id
        left join accounts o on o.id = s.owner_id
      where m.id = ${id} and m.removed_at is not null`,
  )
  return found
}
