import type { Queryable } from '#database/database.ts'
import type { ConversationData } from '../contract.ts'
import { countUnread, showConversations } from '../conversations/conversation-queries.ts'
import { type EventRow, listEvents, listPositions, type Told } from './event-queries.ts'
import { eventText, type LiveStream, type Typing } from './live-stream.ts'
import { getMessages, type MessageRow, shownTo } from '../messages/message-queries.ts'

/** So many events of a person are read at once. */
const PAGE = 100

/** Who has missed more than this loads everything again. */
const MOST_MISSED = 1000

/** So many bytes may wait for a page to take them. */
const ENOUGH_WAITING = 64 * 1024

/** What is to be told: to `streams` all that is new for them, to those of `typedTo` that are meant who types. */
export type Delivery = Readonly<{
  streams: readonly LiveStream[]
  typings: readonly Typing[]
  typedTo: readonly LiveStream[]
}>

/**
 * Tells streams what is new for them, in order and each once; every message is read once, however many streams there are.
 * Gives who has more to be told at once.
 */
export async function deliver(
  db: Queryable,
  { streams, typings, typedTo }: Delivery,
): Promise<{ behind: number[] }> {
  for (const { personId, conversation } of typings) {
    const meant = typedTo.filter((one) => one.personId === personId && one.channel.waiting() === 0)
    for (const { channel } of meant) channel.write(eventText('typing', { conversation }))
  }
  const roomy = streams.filter(hasRoom)
  if (roomy.length === 0) return { behind: [] }
  const people = [...new Set(roomy.map(({ personId }) => personId))]
  const newest = await listPositions(db, people)
  for (const stream of roomy) place(stream, newest.get(stream.personId) ?? 0)
  const events = await listEvents(db, tellFrom(roomy, newest), PAGE)
  const [texts, unread] = await Promise.all([textsOf(db, events), countUnread(db, people)])
  const byPerson = Map.groupBy(events, ({ personId }) => personId)
  const news = new Map(
    people.map((personId, index) => [
      personId,
      {
        events: byPerson.get(personId) ?? [],
        newest: newest.get(personId) ?? 0,
        unread: unread[index] ?? 0,
        texts,
      },
    ]),
  )
  const behind = roomy.filter((stream) => {
    const own = news.get(stream.personId)
    return own !== undefined && tell(stream, own)
  })
  return { behind: behind.map(({ personId }) => personId) }
}

/** A page with much to take yet is told more when it has taken that. */
function hasRoom(stream: LiveStream): boolean {
  stream.isBehind = stream.channel.waiting() > ENOUGH_WAITING
  return !stream.isBehind
}

/** A new stream begins now; one that cannot be told what it missed begins now too, and is told so. */
function place(stream: LiveStream, newest: number): void {
  if (stream.position === undefined) stream.position = newest
  if (stream.position > newest || newest - stream.position > MOST_MISSED) reset(stream, newest)
}

function reset(stream: LiveStream, newest: number): void {
  stream.position = newest
  stream.isGreeted = false
  stream.channel.write(eventText('reset', {}, newest))
}

function tellFrom(streams: readonly LiveStream[], newest: ReadonlyMap<number, number>): Told[] {
  return [...Map.groupBy(streams, ({ personId }) => personId)].flatMap(([personId, own]) => {
    const after = Math.min(...own.map(({ position = 0 }) => position))
    return after < (newest.get(personId) ?? 0) ? [{ personId, after }] : []
  })
}

type News = Readonly<{
  events: readonly EventRow[]
  texts: ReadonlyMap<EventRow, Uint8Array>
  newest: number
  unread: number
}>

/** Tells a stream what is new for it; gives whether there is more that it has room for. */
function tell(stream: LiveStream, { events, texts, newest, unread }: News): boolean {
  const began = stream.position ?? 0
  for (const event of events) {
    const position = stream.position ?? 0
    if (event.seq <= position) continue
    // What came before was cleared away long ago.
    if (event.seq > position + 1) reset(stream, newest)
    if ((stream.position ?? 0) >= event.seq) break
    if (!hasRoom(stream)) return false
    const text = texts.get(event)
    if (text) stream.channel.write(text)
    stream.position = event.seq
  }
  if (events.length === 0 && began < newest) reset(stream, newest)
  if (!stream.isGreeted || stream.position !== began)
    stream.channel.write(eventText('unread', { unread }, stream.position))
  stream.isGreeted = true
  return (stream.position ?? 0) < newest
}

/** What each event says to whom it is told. */
async function textsOf(db: Queryable, events: readonly EventRow[]): Promise<Map<EventRow, Uint8Array>> {
  const [messages, conversations] = await Promise.all([
    getMessages(db, [...new Set(events.flatMap(({ messageId }) => (messageId === null ? [] : [messageId])))]),
    showConversations(
      db,
      events
        .filter(({ kind }) => kind === 'conversation')
        .map(({ conversationId, personId }) => ({ id: conversationId, actorId: personId })),
    ),
  ])
  const read = {
    messages: new Map(messages.map((message) => [message.id, message])),
    conversations: new Map(
      conversations.map(({ of, ...conversation }) => [`${of} ${conversation.id}`, conversation]),
    ),
  }
  return new Map(
    events.flatMap((event) => {
      const text = textOf(event, read)
      return text ? [[event, text] as const] : []
    }),
  )
}

type Read = Readonly<{
  messages: ReadonlyMap<number, MessageRow>
  conversations: ReadonlyMap<string, ConversationData>
}>

function textOf(event: EventRow, { messages, conversations }: Read): Uint8Array | undefined {
  const { kind, seq, own, conversation, unread } = event
  if (kind === 'message') {
    const message = messages.get(event.messageId ?? 0)
    return message && eventText('message', { conversation, unread, message: shownTo(own, message) }, seq)
  }
  if (kind === 'read') {
    const by = event.side === own ? 'me' : 'other'
    return eventText('read', { conversation, by, upTo: event.upTo ?? 0, unread }, seq)
  }
  const shown = conversations.get(`${event.personId} ${conversation}`)
  return shown && eventText('conversation', { conversation: shown }, seq)
}
