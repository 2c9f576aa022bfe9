import type { Database } from '#database/database.ts'
import { AppError, unavailable } from '#core/errors.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { openChannel } from '#platform/http/calls/channel.ts'
import type { Log } from '#platform/log.ts'
import { deliver } from './deliver.ts'
import { listGoodSessions, listPositions } from './event-queries.ts'
import { eventText, type LiveStream, type Typing } from './live-stream.ts'

/** How many streams one person may have open in one process: tabs and devices. */
export const MOST_STREAMS = 10

/** How often streams say that they live, and sessions and positions are looked after. */
const BEAT_MS = 20_000

/** A page that takes nothing for so many beats is gone, or will never catch up. */
const MOST_STALLED_BEATS = 3

/** So many people are read for at once. */
const CROWD = 200

/**
 * The live side of conversations in one process: the streams of its pages, told of what the database's notices say has
 * happened, whichever process did it.
 */
export type ChatLive = Readonly<{
  /** The stream of a signed-in page, from a position on or from now. Throws `too_many_requests`, `closing`. */
  open(actor: Actor, position: number | undefined): Response
  /** Takes a notice of the database. */
  heard(payload: string): void
  /** Looks after everything, as notices may have been lost. */
  lost(): void
  /** One beat: what a timer does while there are streams. */
  beat(): Promise<void>
  /** Ends all streams, and takes no more: pages go to another process. */
  close(): void
  /** How many streams are open. */
  size(): number
}>

type Hub = {
  db: Database
  clock: () => Date
  log: Log
  streams: Map<number, Set<LiveStream>>
  wanted: Set<number>
  typings: Typing[]
  isBusy: boolean
  isClosing: boolean
  timer: NodeJS.Timeout | undefined
}

/** The live side of one process. */
export function createChatLive(setup: Readonly<{ db: Database; clock: () => Date; log: Log }>): ChatLive {
  const hub: Hub = {
    ...setup,
    streams: new Map(),
    wanted: new Set(),
    typings: [],
    isBusy: false,
    isClosing: false,
    timer: undefined,
  }
  return {
    open: (actor, position) => open(hub, actor, position),
    heard: (payload) => heard(hub, payload),
    lost: () => want(hub, hub.streams.keys()),
    beat: () => beat(hub),
    size: () => all(hub).length,
    close: () => {
      hub.isClosing = true
      clearInterval(hub.timer)
      for (const stream of all(hub)) stream.channel.end()
      hub.streams.clear()
    },
  }
}

function open(hub: Hub, { id: personId, sessionId }: Actor, position: number | undefined): Response {
  if (hub.isClosing) throw unavailable('closing', 'The shop is about to start anew. Please connect again.')
  const own = hub.streams.get(personId) ?? new Set()
  if (own.size >= MOST_STREAMS) throw tooMany()
  const channel = openChannel({
    // What did not fit the page's buffer is read when there is room again.
    onTaken: () => void (stream.isBehind && want(hub, [personId])),
    onGone: () => forget(hub, stream),
  })
  const stream: LiveStream = {
    personId,
    sessionId,
    channel,
    position,
    isGreeted: false,
    isBehind: false,
    stalledBeats: 0,
  }
  hub.streams.set(personId, own.add(stream))
  hub.timer ??= setInterval(() => void beat(hub), BEAT_MS).unref()
  want(hub, [personId])
  return new Response(channel.body, { headers: STREAM_HEADERS })
}

// No proxy may gather or change what is told as it happens.
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

function forget(hub: Hub, stream: LiveStream): void {
  const own = hub.streams.get(stream.personId)
  own?.delete(stream)
  if (own?.size === 0) hub.streams.delete(stream.personId)
  if (hub.streams.size > 0) return
  clearInterval(hub.timer)
  hub.timer = undefined
}

/** 'e 17:204 23:9': people and how far their events go now. 't 17 cnv_…': somebody types to one. */
function heard(hub: Hub, payload: string): void {
  const [kind, ...parts] = payload.split(' ')
  if (kind === 'e') {
    for (const [personId = 0, seq = 0] of parts.map((part) => part.split(':').map(Number))) {
      const own = [...(hub.streams.get(personId) ?? [])]
      if (own.some(({ position }) => position === undefined || position < seq)) hub.wanted.add(personId)
    }
  }
  const [personId, conversation] = parts
  if (kind === 't' && conversation && hub.streams.has(Number(personId)))
    hub.typings.push({ personId: Number(personId), conversation })
  if (hub.wanted.size > 0 || hub.typings.length > 0) void work(hub)
}

function want(hub: Hub, people: Iterable<number>): void {
  for (const personId of people) hub.wanted.add(personId)
  if (hub.wanted.size > 0) void work(hub)
}

/** Reads for everybody who waits, one crowd after the other: what comes meanwhile goes together in the next. */
async function work(hub: Hub): Promise<void> {
  if (hub.isBusy) return
  hub.isBusy = true
  while (hub.wanted.size > 0 || hub.typings.length > 0) {
    const people = [...hub.wanted].slice(0, CROWD)
    for (const personId of people) hub.wanted.delete(personId)
    const typings = hub.typings.splice(0, CROWD)
    const streams = people.concat(typings.map(({ personId }) => personId)).flatMap((id) => of(hub, id))
    try {
      const good = await endSignedOut(hub, [...new Set(streams)])
      const { behind } = await deliver(hub.db, {
        streams: good.filter(isAsked(people)),
        typings,
        typedTo: good,
      })
      for (const personId of behind) hub.wanted.add(personId)
    } catch (error) {
      // The next beat finds who was not told.
      hub.log.warn({ err: error }, 'what happened in conversations could not be read')
    }
  }
  hub.isBusy = false
}

function isAsked(people: readonly number[]): (stream: LiveStream) => boolean {
  const asked = new Set(people)
  return ({ personId }) => asked.has(personId)
}

/** Ends the streams whose session is over; gives the others. */
async function endSignedOut(hub: Hub, streams: readonly LiveStream[]): Promise<LiveStream[]> {
  if (streams.length === 0) return []
  const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
  const good = await listGoodSessions(hub.db, ids, hub.clock())
  const isGood = ({ sessionId }: LiveStream) => good.has(sessionId)
  for (const stream of streams.filter((one) => !isGood(one))) {
    stream.channel.write(eventText('end', { reason: 'signed_out' }))
    stream.channel.end()
    forget(hub, stream)
  }
  return streams.filter(isGood)
}

/** Says that the streams live, ends those that are over or stalled, and finds what a lost notice would have told. */
async function beat(hub: Hub): Promise<void> {
  try {
    const streams = await endSignedOut(hub, all(hub))
    for (const stream of streams) sign(stream)
    const positions = await listPositions(hub.db, [...hub.streams.keys()])
    want(
      hub,
      streams
        .filter(({ personId, position = -1 }) => position < (positions.get(personId) ?? 0))
        .map(({ personId }) => personId),
    )
  } catch (error) {
    hub.log.warn({ err: error }, 'the streams of conversations could not be looked after')
  }
}

const SIGN_OF_LIFE = new TextEncoder().encode(':\n\n')

function sign(stream: LiveStream): void {
  stream.stalledBeats = stream.channel.waiting() > 0 ? stream.stalledBeats + 1 : 0
  if (stream.stalledBeats >= MOST_STALLED_BEATS) stream.channel.drop()
  else if (stream.stalledBeats === 0) stream.channel.write(SIGN_OF_LIFE)
}

function of(hub: Hub, personId: number): LiveStream[] {
  return [...(hub.streams.get(personId) ?? [])]
}

function all(hub: Hub): LiveStream[] {
  return [...hub.streams.values()].flatMap((own) => [...own])
}

function tooMany(): AppError {
  return new AppError('refused', 'too_many_requests', 'Your conversations are open in too many windows.', {
    details: { retryAfterSeconds: 60 },
  })
}
