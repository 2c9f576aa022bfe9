import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CaseSide } from '../shapes.ts'

/** The messages of one side of a case. */
export type CaseSideKey = Readonly<{ caseId: number; side: CaseSide }>

/** Returns how many messages a side has written in a case since a moment. */
export async function countMessages(
  db: Queryable,
  { caseId, side }: CaseSideKey,
  since: Date,
): Promise<number> {
  const [found] = await queryPrepared<{ count: number }>(db, COUNT_MESSAGES, [caseId, side, since])
  return found?.count ?? 0
}

const COUNT_MESSAGES = {
  name: 'cases_count_messages',
  text: `
    select count(*)::int as count from case_entries
    where case_id = $1 and side = $2 and event = 'message' and at > $3`,
}

/** A message to email, and the pause since the last email about that side's messages. */
export type MessageNotification = CaseSideKey & Readonly<{ entryId: number; now: Date; quietSince: Date }>

/** Records a message and returns whether it is emailed at once; otherwise the next email contains it. */
export async function recordMessage(tx: Queryable, notification: MessageNotification): Promise<boolean> {
  const { caseId, side, entryId, now, quietSince } = notification
  const [recorded] = await queryPrepared<{ isNow: boolean }>(tx, RECORD_MESSAGE, [
    caseId,
    side,
    entryId,
    now,
    quietSince,
  ])
  return recorded?.isNow ?? false
}

const RECORD_MESSAGE = {
  name: 'cases_note_message',
  text: `
    insert into case_message_emails as l (case_id, side, sent_at) values ($1, $2, $4)
    on conflict (case_id, side) do update set
      sent_at = case when l.pending_entry_id is null and l.sent_at <= $5 then $4 else l.sent_at end,
      pending_entry_id = case when l.pending_entry_id is null and l.sent_at <= $5 then null
        else coalesce(l.pending_entry_id, $3) end
    returning pending_entry_id is null as "isNow"`,
}

/** Messages that share an email: the keys of the first and the last. */
export type PendingEmail = Readonly<{ entryId: number; lastId: number }>

/** Claims the messages of at most `limit` sides whose email is due, and marks them as emailed. */
export async function claimPendingEmails(
  tx: Queryable,
  { now, quietSince, limit }: Readonly<{ now: Date; quietSince: Date; limit: number }>,
): Promise<PendingEmail[]> {
  return queryPrepared<PendingEmail>(tx, CLAIM_PENDING_EMAILS, [now, quietSince, limit])
}

const CLAIM_PENDING_EMAILS = {
  name: 'cases_take_waiting',
  text: `
    with due as (
      select case_id, side, pending_entry_id from case_message_emails
      where pending_entry_id is not null and sent_at <= $2
      order by sent_at limit $3 for update skip locked)
    update case_message_emails l set sent_at = $1, pending_entry_id = null
    from due where l.case_id = due.case_id and l.side = due.side
    returning due.pending_entry_id as "entryId", (
      select max(e.id) from case_entries e
      where e.case_id = due.case_id and e.side = due.side and e.event = 'message') as "lastId"`,
}

/** Lists a side's messages from one to another, oldest first, without erased ones. */
export async function listMessagesBetween(
  db: Queryable,
  { entryId, lastId }: PendingEmail,
): Promise<string[]> {
  return (await queryPrepared<{ text: string }>(db, LIST_MESSAGES_BETWEEN, [entryId, lastId])).map(
    ({ text }) => text,
  )
}

const LIST_MESSAGES_BETWEEN = {
  name: 'cases_list_said_between',
  text: `
    select e.text from case_entries f
    join case_entries e on e.case_id = f.case_id and e.side = f.side and e.event = f.event and e.id between f.id and $2
    where f.id = $1 and f.event = 'message' and e.erased_at is null order by e.id`,
}
