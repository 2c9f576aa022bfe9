import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'
import { answersForStore } from '../team-queries.ts'

/** The channel of the database's notifications about conversations. */
export const CHAT_CHANNEL = 'chat'

/** An event for the streams of an account. */
export type NewEvent = Readonly<
  { conversationId: number } & (
    | { kind: 'message'; messageId: number }
    | { kind: 'read'; side: Side; upTo: number }
    | { kind: 'conversation' }
  )
>

/**
 * Stores events for these accounts, and notifies all processes when the transaction commits. Their keys rise, so that
 * two callers never deadlock.
 */
export async function publishEvents(
  tx: Transaction,
  {
    accountIds,
    events,
    now,
  }: Readonly<{ accountIds: readonly number[]; events: readonly NewEvent[]; now: Date }>,
): Promise<void> {
  const positionedEvents = events.map((event, index) => ({ ...event, place: index + 1 }))
  await queryPrepared(tx, PUBLISH_EVENTS, [accountIds, JSON.stringify(positionedEvents), events.length, now])
}

// The notification names accounts and their last event: 'e 17:204 23:9'.
const PUBLISH_EVENTS = {
  name: 'chat_publish_events',
  text: `
    with inboxes as (
      insert into chat_inboxes as i (account_id, seq) select account_id, $3::bigint from unnest($1::bigint[]) account_id
      on conflict (account_id) do update set seq = i.seq + excluded.seq returning account_id, seq),
    noted as (
      insert into chat_events (account_id, seq, kind, conversation_id, message_id, side, up_to, created_at)
      select inboxes.account_id, inboxes.seq - $3::bigint + e.place, e.kind, e."conversationId", e."messageId", e.side, e."upTo", $4
      from inboxes cross join json_to_recordset($2) as e(place bigint, kind text, "conversationId" bigint,
        "messageId" bigint, side text, "upTo" int))
    select pg_notify('${CHAT_CHANNEL}', 'e ' || string_agg(account_id || ':' || seq, ' ')) from inboxes`,
}

/** Notifies all processes of typing to these accounts; nothing is stored. */
export async function publishTyping(
  db: Queryable,
  accountIds: readonly number[],
  conversation: string,
): Promise<void> {
  await queryPrepared(db, PUBLISH_TYPING, [accountIds, conversation])
}

const PUBLISH_TYPING = {
  name: 'chat_publish_typing',
  text: `
    select pg_notify('${CHAT_CHANNEL}', 't ' || account_id || ' ' || $2) from unnest($1::bigint[]) account_id`,
}

/** Makes an account's streams load everything again, as its conversations have changed. */
export async function publishReset(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(tx, PUBLISH_RESET, [accountId])
}

// A position without an event, which is never sent to a stream.
const PUBLISH_RESET = {
  name: 'chat_publish_reset',
  text: `
    with inbox as (
      insert into chat_inboxes as i (account_id, seq) values ($1, 1)
      on conflict (account_id) do update set seq = i.seq + 1 returning seq)
    select pg_notify('${CHAT_CHANNEL}', 'e ' || $1::bigint || ':' || seq) from inbox`,
}

/** The last event that an account's streams have received. */
export type StreamPosition = Readonly<{ accountId: number; after: number }>

/** A stored event; `own` is the side of the account that receives it. */
export type EventRow = Readonly<{
  accountId: number
  seq: number
  kind: 'message' | 'read' | 'conversation'
  conversationId: number
  conversation: string
  messageId: number | null
  side: Side | null
  upTo: number | null
  own: Side
  unread: number
}>

/** Returns the next events of these accounts, at most `limit` each, in order. */
export async function listEvents(
  db: Queryable,
  positions: readonly StreamPosition[],
  limit: number,
): Promise<EventRow[]> {
  return queryPrepared<EventRow>(db, LIST_EVENTS, [
    positions.map(({ accountId }) => accountId),
    positions.map(({ after }) => after),
    limit,
  ])
}

const LIST_EVENTS = {
  name: 'chat_list_events',
  text: `
    select e.account_id as "accountId", e.seq, e.kind, e.conversation_id as "conversationId",
      c.public_id as conversation, e.message_id as "messageId", e.side, e.up_to as "upTo",
      case when c.customer_id = e.account_id then 'customer' else 'store' end as own,
      case when c.customer_id = e.account_id then c.customer_unread else c.store_unread end as unread
    from unnest($1::bigint[], $2::bigint[]) as w(account_id, after)
    cross join lateral (
      select * from chat_events e where e.account_id = w.account_id and e.seq > w.after order by e.seq limit $3) e
    join conversations c on c.id = e.conversation_id
    join suppliers s on s.id = c.supplier_id
    where c.customer_id = e.account_id or ${answersForStore('e.account_id')}
    order by e.account_id, e.seq`,
}

/** Returns the last event of each of these accounts; accounts without events are left out. */
export async function listPositions(
  db: Queryable,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await queryPrepared<{ accountId: number; seq: number }>(db, LIST_POSITIONS, [accountIds])
  return new Map(found.map(({ accountId, seq }) => [accountId, seq]))
}

const LIST_POSITIONS = {
  name: 'chat_list_positions',
  text: 'select account_id as "accountId", seq from chat_inboxes where account_id = any($1::bigint[])',
}

/** Returns the sessions among these that are still valid. */
export async function listValidSessions(
  db: Queryable,
  sessionIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const found = await queryPrepared<{ id: number }>(db, LIST_VALID_SESSIONS, [sessionIds, now])
  return new Set(found.map(({ id }) => id))
}

const LIST_VALID_SESSIONS = {
  name: 'chat_list_good_sessions',
  text: `
    select s.id from sessions s join accounts p on p.id = s.account_id
    where s.id = any($1::bigint[]) and s.ended_at is null and s.access_expires_at > $2 and p.closed_at is null`,
}
