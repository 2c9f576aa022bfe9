import { createStreamReader } from './event-stream.ts'
import type { StreamEvent } from './event-stream.ts'

/** The state of the stream: connecting, connected, reconnecting, or ended after signing out. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'ended'

/** The dependencies of the stream on the browser and the page. */
export type StreamDeps = Readonly<{
  /** Requests the stream after the event with that id; an empty one means from now. */
  send(lastId: string, signal: AbortSignal): Promise<Response>
  /** Waits before the next attempt, about that long; less when a success becomes likely. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Called when the server refuses the token; returns whether there is a valid one now. */
  renew(): Promise<boolean>
  onEvent(event: StreamEvent): void
  /** Called for each received chunk, including heartbeats. */
  onAlive(): void
  onState(state: StreamState): void
}>

/**
 * The time after which a silent connection counts as lost, in milliseconds; heartbeats arrive about every 20 seconds.
 */
const IDLE_TIMEOUT_MS = 50_000

const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

/**
 * Listens to the stream and reconnects after the last event until `signal` aborts. Resolves when it is aborted or
 * the user is signed out; never throws.
 */
export async function listenToStream(
  deps: StreamDeps,
  signal: AbortSignal,
  position: { lastId: string } = { lastId: '' },
): Promise<void> {
  let failures = 0
  let refusals = 0
  deps.onState('connecting')
  while (!signal.aborted) {
    const outcome = await listenOnce(deps, signal, position)
    if (signal.aborted) return
    // A connection that worked before it broke is retried soon.
    failures = outcome === 'broken' ? 1 : failures + 1
    refusals = outcome === 'refused' ? refusals + 1 : 0
    if (outcome === 'refused' && (refusals > 2 || !(await deps.renew()))) return deps.onState('ended')
    deps.onState('lost')
    await deps.pause(backoffMs(failures), signal)
  }
}

/**
 * Returns the delay before a reconnection: about a second, growing to half a minute. It is randomized, so that pages
 * do not reconnect all at once.
 */
export function backoffMs(failures: number, jitter: number = Math.random()): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + jitter / 2)
}

/** `broken` after it received data, `failed` if it never connected, `refused` for an invalid token. */
type StreamOutcome = 'broken' | 'failed' | 'refused'

async function listenOnce(
  deps: StreamDeps,
  signal: AbortSignal,
  position: { lastId: string },
): Promise<StreamOutcome> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS)
  let outcome: StreamOutcome = 'failed'
  try {
    const response = await deps.send(position.lastId, AbortSignal.any([signal, silence.signal]))
    if (response.status === 401) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    const { read } = createStreamReader()
    for await (const text of readTexts(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS)
      if (outcome === 'failed') deps.onState('open')
      outcome = 'broken'
      deps.onAlive()
      for (const event of read(text)) {
        if (event.id !== '') position.lastId = event.id
        deps.onEvent(event)
        // Signed out elsewhere: the token is checked, not the connection.
        if (isSignedOut(event)) return 'refused'
      }
    }
  } catch {
    // A broken connection is the usual end; `end` has its progress.
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
  return outcome
}

/** Yields the texts of a stream; Safari does not support `for await` on streams. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

function isSignedOut({ event, data }: StreamEvent): boolean {
  return event === 'end' && data.includes('signed_out')
}
