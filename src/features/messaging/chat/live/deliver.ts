import type { Queryable } from '#database/database.ts'
import type { ConversationData } from '../contract.ts'
import { countUnread, listConversationViews } from '../conversations/conversation-queries.ts'
import { type EventRow, listEvents, listPositions, type StreamPosition } from './event-queries.ts'
import { encodeChatEvent, type LiveStream, type TypingEvent } from './live-stream.ts'
import { getMessages, type MessageRow, toMessageView } from '../messages/message-queries.ts'

/** The most events of an account read at once. */
const PAGE_SIZE = 100

/** A stream that missed more than this gets a reset event. */
const MAX_MISSED = 1000

/** The most bytes buffered for a page. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** The input of one delivery: new events for `streams`, typing events for those of `typedTo`. */
export type Delivery = Readonly<{
  streams: readonly LiveStream[]
  typings: readonly TypingEvent[]
  typedTo: readonly LiveStream[]
}>

/**
 * Delivers new events to streams, in order and each once. Every message is read once, however many streams there are.
 * Returns the accounts that have further events to deliver.
 */
export async function deliver(
  db: Queryable,
  { streams, typings, typedTo }: Delivery,
): Promise<{ behind: number[] }> {
  for (const { accountId, conversation } of typings) {
    const recipients = typedTo.filter(
      (stream) => stream.accountId === accountId && stream.channel.waiting() === 0,
    )
    for (const { channel } of recipients) channel.write(encodeChatEvent('typing', { conversation }))
  }
  const writableStreams = streams.filter(hasRoom)
  if (writableStreams.length === 0) return { behind: [] }
  const accountIds = [...new Set(writableStreams.map(({ accountId }) => accountId))]
  const newest = await listPositions(db, accountIds)
  for (const stream of writableStreams) initializePosition(stream, newest.get(stream.accountId) ?? 0)
  const events = await listEvents(db, listPendingPositions(writableStreams, newest), PAGE_SIZE)
  const [texts, unread] = await Promise.all([encodeEvents(db, events), countUnread(db, accountIds)])
  const eventsByAccount = Map.groupBy(events, ({ accountId }) => accountId)
  const updates = new Map(
    accountIds.map((accountId, index) => [
      accountId,
      {
        events: eventsByAccount.get(accountId) ?? [],
        newest: newest.get(accountId) ?? 0,
        unread: unread[index] ?? 0,
        texts,
      },
    ]),
  )
  const behindStreams = writableStreams.filter((stream) => {
    const pending = updates.get(stream.accountId)
    return pending !== undefined && writeUpdate(stream, pending)
  })
  return { behind: behindStreams.map(({ accountId }) => accountId) }
}

/** Returns whether a page's buffer has room; if not, it gets more events after reading what it has. */
function hasRoom(stream: LiveStream): boolean {
  stream.isBehind = stream.channel.waiting() > MAX_BUFFERED_BYTES
  return !stream.isBehind
}

/** Sets the position of a new stream; sends a reset event if the events that it missed were deleted. */
function initializePosition(stream: LiveStream, newest: number): void {
  if (stream.position === undefined) stream.position = newest
  if (stream.position > newest || newest - stream.position > MAX_MISSED) reset(stream, newest)
}

function reset(stream: LiveStream, newest: number): void {
  stream.position = newest
  stream.isGreeted = false
  stream.channel.write(encodeChatEvent('reset', {}, newest))
}

function listPendingPositions(
  streams: readonly LiveStream[],
  newest: ReadonlyMap<number, number>,
): StreamPosition[] {
  return [...Map.groupBy(streams, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
    const after = Math.min(...own.map(({ position = 0 }) => position))
    return after < (newest.get(accountId) ?? 0) ? [{ accountId, after }] : []
  })
}

type StreamUpdate = Readonly<{
  events: readonly EventRow[]
  texts: ReadonlyMap<EventRow, Uint8Array>
  newest: number
  unread: number
}>

/** Sends a stream its new events; returns whether it has room for more. */
function writeUpdate(stream: LiveStream, { events, texts, newest, unread }: StreamUpdate): boolean {
  const startPosition = stream.position ?? 0
  for (const event of events) {
    const position = stream.position ?? 0
    if (event.seq <= position) continue
    // The events in between were deleted long ago.
    if (event.seq > position + 1) reset(stream, newest)
    if ((stream.position ?? 0) >= event.seq) break
    if (!hasRoom(stream)) return false
    const text = texts.get(event)
    if (text) stream.channel.write(text)
    stream.position = event.seq
  }
  if (events.length === 0 && startPosition < newest) reset(stream, newest)
  if (!stream.isGreeted || stream.position !== startPosition)
    stream.channel.write(encodeChatEvent('unread', { unread }, stream.position))
  stream.isGreeted = true
  return (stream.position ?? 0) < newest
}

/** Returns the data of each event for its receiver. */
async function encodeEvents(db: Queryable, events: readonly EventRow[]): Promise<Map<EventRow, Uint8Array>> {
  const [messages, conversations] = await Promise.all([
    getMessages(db, [...new Set(events.flatMap(({ messageId }) => (messageId === null ? [] : [messageId])))]),
    listConversationViews(
      db,
      events
        .filter(({ kind }) => kind === 'conversation')
        .map(({ conversationId, accountId }) => ({ id: conversationId, actorId: accountId })),
    ),
  ])
  const eventData = {
    messages: new Map(messages.map((message) => [message.id, message])),
    conversations: new Map(
      conversations.map(({ of, ...conversation }) => [`${of} ${conversation.id}`, conversation]),
    ),
  }
  return new Map(
    events.flatMap((event) => {
      const text = encodeEvent(event, eventData)
      return text ? [[event, text] as const] : []
    }),
  )
}

type EventData = Readonly<{
  messages: ReadonlyMap<number, MessageRow>
  conversations: ReadonlyMap<string, ConversationData>
}>

function encodeEvent(event: EventRow, { messages, conversations }: EventData): Uint8Array | undefined {
  const { kind, seq, own, conversation, unread } = event
  if (kind === 'message') {
    const message = messages.get(event.messageId ?? 0)
    return (
      message &&
      encodeChatEvent('message', { conversation, unread, message: toMessageView(own, message) }, seq)
    )
  }
  if (kind === 'read') {
    const by = event.side === own ? 'me' : 'other'
    return encodeChatEvent('read', { conversation, by, upTo: event.upTo ?? 0, unread }, seq)
  }
  const conversationView = conversations.get(`${event.accountId} ${conversation}`)
  return conversationView && encodeChatEvent('conversation', { conversation: conversationView }, seq)
}
