import type { Database } from '#database/database.ts'
import { AppError, unavailable } from '#core/errors.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { openChannel } from '#platform/http/calls/channel.ts'
import type { Log } from '#platform/log.ts'
import { deliver } from './deliver.ts'
import { listValidSessions, listPositions } from './event-queries.ts'
import { encodeChatEvent, type LiveStream, type TypingEvent } from './live-stream.ts'

/** The most streams that one account may have open in one process, counting tabs and devices. */
export const MAX_STREAMS = 10

/** The interval of heartbeats, which also check sessions and positions. */
const HEARTBEAT_MS = 20_000

/** The number of heartbeats after which a stream is closed if its page reads nothing. */
const MAX_STALLED_BEATS = 3

/** The most accounts read in one query. */
const BATCH_SIZE = 200

/**
 * The live events of conversations in one process. Database notifications report changes by any process to its streams.
 */
export type ChatLive = Readonly<{
  /** Opens the stream of a signed-in page, from a position, or from now. Throws `too_many_requests`, `closing`. */
  open(actor: Actor, position: number | undefined): Response
  /** Handles a database notification. */
  receiveNotification(payload: string): void
  /** Checks all streams, as notifications may have been checkAll. */
  checkAll(): void
  /** Runs one heartbeat, as the timer does while there are streams. */
  beat(): Promise<void>
  /** Ends all streams and refuses new ones: pages reconnect to another process. */
  close(): void
  /** Returns the number of open streams. */
  size(): number
}>

type Hub = {
  db: Database
  clock: () => Date
  log: Log
  streams: Map<number, Set<LiveStream>>
  pendingAccountIds: Set<number>
  typingEvents: TypingEvent[]
  isBusy: boolean
  isClosing: boolean
  timer: NodeJS.Timeout | undefined
}

/** Creates the live events of one process. */
export function createChatLive(setup: Readonly<{ db: Database; clock: () => Date; log: Log }>): ChatLive {
  const hub: Hub = {
    ...setup,
    streams: new Map(),
    pendingAccountIds: new Set(),
    typingEvents: [],
    isBusy: false,
    isClosing: false,
    timer: undefined,
  }
  return {
    open: (actor, position) => openStream(hub, actor, position),
    receiveNotification: (payload) => handleNotification(hub, payload),
    checkAll: () => requestDelivery(hub, hub.streams.keys()),
    beat: () => runHeartbeat(hub),
    size: () => listStreams(hub).length,
    close: () => {
      hub.isClosing = true
      clearInterval(hub.timer)
      for (const stream of listStreams(hub)) stream.channel.end()
      hub.streams.clear()
    },
  }
}

function openStream(hub: Hub, { id: accountId, sessionId }: Actor, position: number | undefined): Response {
  if (hub.isClosing) throw unavailable('closing', 'The shop is restarting. Connect again in a moment.')
  const accountStreams = hub.streams.get(accountId) ?? new Set()
  if (accountStreams.size >= MAX_STREAMS) throw tooManyStreamsError()
  const channel = openChannel({
    // Events that did not fit the page's buffer are read when it has room again.
    onDrain: () => void (stream.isBehind && requestDelivery(hub, [accountId])),
    onClose: () => removeStream(hub, stream),
  })
  const stream: LiveStream = {
    accountId,
    sessionId,
    channel,
    position,
    isGreeted: false,
    isBehind: false,
    stalledBeats: 0,
  }
  hub.streams.set(accountId, accountStreams.add(stream))
  hub.timer ??= setInterval(() => void runHeartbeat(hub), HEARTBEAT_MS).unref()
  requestDelivery(hub, [accountId])
  return new Response(channel.body, { headers: STREAM_HEADERS })
}

// No proxy may buffer or change the live stream.
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

function removeStream(hub: Hub, stream: LiveStream): void {
  const accountStreams = hub.streams.get(stream.accountId)
  accountStreams?.delete(stream)
  if (accountStreams?.size === 0) hub.streams.delete(stream.accountId)
  if (hub.streams.size > 0) return
  clearInterval(hub.timer)
  hub.timer = undefined
}

/**
 * Handles a notification: 'e 17:204 23:9' lists accounts with their last event; 't 17 cnv_…' is typing in a
 * conversation.
 */
function handleNotification(hub: Hub, payload: string): void {
  const [kind, ...parts] = payload.split(' ')
  if (kind === 'e') {
    for (const [accountId = 0, seq = 0] of parts.map((part) => part.split(':').map(Number))) {
      const accountStreams = [...(hub.streams.get(accountId) ?? [])]
      if (accountStreams.some(({ position }) => position === undefined || position < seq))
        hub.pendingAccountIds.add(accountId)
    }
  }
  const [accountId, conversation] = parts
  if (kind === 't' && conversation && hub.streams.has(Number(accountId)))
    hub.typingEvents.push({ accountId: Number(accountId), conversation })
  if (hub.pendingAccountIds.size > 0 || hub.typingEvents.length > 0) void deliverPending(hub)
}

function requestDelivery(hub: Hub, accountIds: Iterable<number>): void {
  for (const accountId of accountIds) hub.pendingAccountIds.add(accountId)
  if (hub.pendingAccountIds.size > 0) void deliverPending(hub)
}

/**
 * Delivers to all waiting streams, one batch after the other; requests that arrive meanwhile go into the next batch.
 */
async function deliverPending(hub: Hub): Promise<void> {
  if (hub.isBusy) return
  hub.isBusy = true
  while (hub.pendingAccountIds.size > 0 || hub.typingEvents.length > 0) {
    const accountIds = [...hub.pendingAccountIds].slice(0, BATCH_SIZE)
    for (const accountId of accountIds) hub.pendingAccountIds.delete(accountId)
    const typingEvents = hub.typingEvents.splice(0, BATCH_SIZE)
    const streams = accountIds
      .concat(typingEvents.map(({ accountId }) => accountId))
      .flatMap((id) => listAccountStreams(hub, id))
    try {
      const validStreams = await endSignedOut(hub, [...new Set(streams)])
      const { behind } = await deliver(hub.db, {
        streams: validStreams.filter(isForAccounts(accountIds)),
        typings: typingEvents,
        typedTo: validStreams,
      })
      for (const accountId of behind) hub.pendingAccountIds.add(accountId)
    } catch (error) {
      // The next heartbeat finds streams that missed it.
      hub.log.warn({ err: error }, 'could not read the events of conversations')
    }
  }
  hub.isBusy = false
}

function isForAccounts(accountIds: readonly number[]): (stream: LiveStream) => boolean {
  const accountSet = new Set(accountIds)
  return ({ accountId }) => accountSet.has(accountId)
}

/** Ends the streams with an invalid session; returns the others. */
async function endSignedOut(hub: Hub, streams: readonly LiveStream[]): Promise<LiveStream[]> {
  if (streams.length === 0) return []
  const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
  const validStreams = await listValidSessions(hub.db, ids, hub.clock())
  const isValid = ({ sessionId }: LiveStream) => validStreams.has(sessionId)
  for (const stream of streams.filter((one) => !isValid(one))) {
    stream.channel.write(encodeChatEvent('end', { reason: 'signed_out' }))
    stream.channel.end()
    removeStream(hub, stream)
  }
  return streams.filter(isValid)
}

/** Sends a heartbeat, ends expired or stalled streams, and finds events whose notification was checkAll. */
async function runHeartbeat(hub: Hub): Promise<void> {
  try {
    const streams = await endSignedOut(hub, listStreams(hub))
    for (const stream of streams) writeKeepAlive(stream)
    const positions = await listPositions(hub.db, [...hub.streams.keys()])
    requestDelivery(
      hub,
      streams
        .filter(({ accountId, position = -1 }) => position < (positions.get(accountId) ?? 0))
        .map(({ accountId }) => accountId),
    )
  } catch (error) {
    hub.log.warn({ err: error }, 'could not maintain the streams of conversations')
  }
}

const KEEP_ALIVE = new TextEncoder().encode(':\n\n')

function writeKeepAlive(stream: LiveStream): void {
  stream.stalledBeats = stream.channel.waiting() > 0 ? stream.stalledBeats + 1 : 0
  if (stream.stalledBeats >= MAX_STALLED_BEATS) stream.channel.drop()
  else if (stream.stalledBeats === 0) stream.channel.write(KEEP_ALIVE)
}

function listAccountStreams(hub: Hub, accountId: number): LiveStream[] {
  return [...(hub.streams.get(accountId) ?? [])]
}

function listStreams(hub: Hub): LiveStream[] {
  return [...hub.streams.values()].flatMap((accountStreams) => [...accountStreams])
}

function tooManyStreamsError(): AppError {
  return new AppError(
    'refused',
    'too_many_requests',
    'Your conversations are open in too many windows. Close one and try again.',
    {
      details: { retryAfterSeconds: 60 },
    },
  )
}
