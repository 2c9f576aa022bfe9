import { named, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'

/** The channel of the database's notices about conversations. */
export const CHAT_CHANNEL = 'chat'

/** Something that people are told of. */
export type NewEvent = Readonly<
  { conversationId: number } & (
    | { kind: 'message'; messageId: number }
    | { kind: 'read'; side: Side; upTo: number }
    | { kind: 'conversation' }
  )
>

/**
 * Notes events for these people (their keys rising, so that two who do so never wait for each other in a ring), and tells
 * all processes when the transaction commits.
 */
export async function tellPeople(
  tx: Transaction,
  { people, events, now }: Readonly<{ people: readonly number[]; events: readonly NewEvent[]; now: Date }>,
): Promise<void> {
  const listed = events.map((event, index) => ({ ...event, place: index + 1 }))
  await named(tx, TELL_PEOPLE, [people, JSON.stringify(listed), events.length, now])
}

// The notice names people and how far they are told: 'e 17:204 23:9'.
const TELL_PEOPLE = {
  name: 'chat_tell_people',
  text: `
    with told as (
      insert into chat_inboxes as i (person_id, seq) select person, $3::bigint from unnest($1::bigint[]) person
      on conflict (person_id) do update set seq = i.seq + excluded.seq returning person_id, seq),
    noted as (
      insert into chat_events (person_id, seq, kind, conversation_id, message_id, side, up_to, created_at)
      select told.person_id, told.seq - $3::bigint + e.place, e.kind, e."conversationId", e."messageId", e.side, e."upTo", $4
      from told cross join json_to_recordset($2) as e(place bigint, kind text, "conversationId" bigint,
        "messageId" bigint, side text, "upTo" int))
    select pg_notify('${CHAT_CHANNEL}', 'e ' || string_agg(person_id || ':' || seq, ' ')) from told`,
}

/** Tells all processes that somebody is typing to a person; nothing of it is kept. */
export async function tellTyping(db: Queryable, personId: number, conversation: string): Promise<void> {
  await named(db, TELL_TYPING, [`t ${personId} ${conversation}`])
}

const TELL_TYPING = { name: 'chat_tell_typing', text: `select pg_notify('${CHAT_CHANNEL}', $1)` }

/** How far a person's streams have been told. */
export type Told = Readonly<{ personId: number; after: number }>

/** An event as kept; `own` is the side of whom it is told to. */
export type EventRow = Readonly<{
  personId: number
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

/** What these people are to be told next, at most `limit` events each, in order. */
export async function listEvents(db: Queryable, wanted: readonly Told[], limit: number): Promise<EventRow[]> {
  return named<EventRow>(db, LIST_EVENTS, [
    wanted.map(({ personId }) => personId),
    wanted.map(({ after }) => after),
    limit,
  ])
}

const LIST_EVENTS = {
  name: 'chat_list_events',
  text: `
    select e.person_id as "personId", e.seq, e.kind, e.conversation_id as "conversationId",
      c.public_id as conversation, e.message_id as "messageId", e.side, e.up_to as "upTo",
      case when c.person_id = e.person_id then 'person' else 'store' end as own,
      case when c.person_id = e.person_id then c.person_unread else c.store_unread end as unread
    from unnest($1::bigint[], $2::bigint[]) as w(person, after)
    cross join lateral (
      select * from chat_events e where e.person_id = w.person and e.seq > w.after order by e.seq limit $3) e
    join conversations c on c.id = e.conversation_id
    order by e.person_id, e.seq`,
}

/** How far these people's events go; people that were never told anything are left out. */
export async function listPositions(db: Queryable, people: readonly number[]): Promise<Map<number, number>> {
  const found = await named<{ personId: number; seq: number }>(db, LIST_POSITIONS, [people])
  return new Map(found.map(({ personId, seq }) => [personId, seq]))
}

const LIST_POSITIONS = {
  name: 'chat_list_positions',
  text: 'select person_id as "personId", seq from chat_inboxes where person_id = any($1::bigint[])',
}

/** Those of these sessions that are still good. */
export async function listGoodSessions(
  db: Queryable,
  sessionIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const found = await named<{ id: number }>(db, LIST_GOOD_SESSIONS, [sessionIds, now])
  return new Set(found.map(({ id }) => id))
}

const LIST_GOOD_SESSIONS = {
  name: 'chat_list_good_sessions',
  text: `
    select s.id from sessions s join people p on p.id = s.person_id
    where s.id = any($1::bigint[]) and s.ended_at is null and s.access_expires_at > $2 and p.closed_at is null`,
}
