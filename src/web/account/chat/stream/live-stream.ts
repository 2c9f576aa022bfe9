import { streamReader } from './event-stream.ts'
import type { StreamEvent } from './event-stream.ts'

/** How the stream is: not yet there, there, broken and tried again, or ended for good as nobody is signed in. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'ended'

/** What the listening needs of the browser and of the page. */
export type Listening = Readonly<{
  /** Asks for the stream from after the event of that id; an empty one means from now. */
  send(lastId: string, signal: AbortSignal): Promise<Response>
  /** Waits before the next attempt, for about so long; sooner where there is reason to hope. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Asked when the shop does not know the token (any more): whether there is a good one now. */
  renew(): Promise<boolean>
  onEvent(event: StreamEvent): void
  /** Called for each piece that comes, signs of life included. */
  onAlive(): void
  onState(state: StreamState): void
}>

/** The shop gives a sign of life every 20 seconds or so: a line that is silent for longer is dead, in milliseconds. */
const SILENCE_MS = 50_000

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Listens to the stream until `signal` says to stop, and connects anew as often as it breaks, going on after the last event
 * that came. Resolves when it is told to stop or nobody is signed in; never throws.
 */
export async function keepListening(
  listening: Listening,
  signal: AbortSignal,
  position: { lastId: string } = { lastId: '' },
): Promise<void> {
  let failures = 0
  let refusals = 0
  listening.onState('connecting')
  while (!signal.aborted) {
    const end = await listenOnce(listening, signal, position)
    if (signal.aborted) return
    // What broke after it had worked is tried again soon.
    failures = end === 'broken' ? 1 : failures + 1
    refusals = end === 'refused' ? refusals + 1 : 0
    if (end === 'refused' && (refusals > 2 || !(await listening.renew()))) return listening.onState('ended')
    listening.onState('lost')
    await listening.pause(pauseMs(failures), signal)
  }
}

/** About a second, then longer and longer up to half a minute, by chance apart: else all pages would come back at once. */
export function pauseMs(failures: number, chance: number = Math.random()): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + chance / 2)
}

/** `broken` after it brought something, `failed` where it did not come, `refused` where the token is no good. */
type End = 'broken' | 'failed' | 'refused'

async function listenOnce(
  listening: Listening,
  signal: AbortSignal,
  position: { lastId: string },
): Promise<End> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  let end: End = 'failed'
  try {
    const response = await listening.send(position.lastId, AbortSignal.any([signal, silence.signal]))
    if (response.status === 401) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    const { read } = streamReader()
    for await (const text of textsOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      if (end === 'failed') listening.onState('open')
      end = 'broken'
      listening.onAlive()
      for (const event of read(text)) {
        if (event.id !== '') position.lastId = event.id
        listening.onEvent(event)
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
  return end
}

/** Not by `for await` on the stream itself, which Safari does not know. */
async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
