import { createStreamReader } from './event-stream.ts'
import type { StreamEvent } from './event-stream.ts'

/** The state of the stream: connecting, connected, reconnecting, or ended after signing out. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'ended'

/** The dependencies of the stream on the browser and the page. */
export type StreamDeps = Readonly<{
  /** Asks for the stream from after the event of that id; an empty one means from now. */
  send(lastId: string, signal: AbortSignal): Promise<Response>
  /** Waits before the next attempt, for about so long; sooner where there is reason to hope. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Asked when the shop does not know the token (any more): whether there is a good one now. */
  renew(): Promise<boolean>
  onEvent(event: StreamEvent): void
  /** Called for each product that comes, signs of life included. */
  onAlive(): void
  onState(state: StreamState): void
}>

/**
 * The time in milliseconds after which a silent connection is dead: the shop sends a heartbeat about every 20
 * seconds.
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
    // What broke after it had worked is tried again soon.
    failures = outcome === 'broken' ? 1 : failures + 1
    refusals = outcome === 'refused' ? refusals + 1 : 0
    if (outcome === 'refused' && (refusals > 2 || !(await deps.renew()))) return deps.onState('ended')
    deps.onState('lost')
    await deps.pause(backoffMs(failures), signal)
  }
}

/**
 * Returns the delay before a reconnection: about a second, growing to half a minute. It is randomized, or all pages
 * would come back at once.
 */
export function backoffMs(failures: number, jitter: number = Math.random()): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + jitter / 2)
}

/** `broken` after it brought something, `failed` where it did not come, `refused` where the token is no good. */
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
        // Signed out elsewhere: the token is asked about, not the line.
        if (isSignedOut(event)) return 'refused'
      }
    }
  } catch {
    // A line that breaks is the ordinary end; `end` says how far it came.
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
  return outcome
}

/** Not by `for await` on the stream itself, which Safari does not know. */
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
