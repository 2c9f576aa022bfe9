import { setTimeout as delay } from 'node:timers/promises'

/** A server in use: `ended` resolves when it is gone; `stop` is there when this process runs it. */
export type Serving = {
  port: number
  ended: (signal: AbortSignal) => Promise<void>
  stop: (() => Promise<void>) | undefined
}

/** `serve` starts a server or finds one; `onServing` is told of each that comes after the `first`. */
export type Keeping = Readonly<{
  first: Serving
  serve: () => Promise<Serving>
  onServing: (server: Serving) => void
  log: (line: string, isTrouble?: boolean) => void
  signal: AbortSignal
}>

/** The pauses between attempts: doubled each time, up to the longest. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** A server that lived this long was started well: should it end, the next one is started at once. */
const STABLE_MS = 10_000

/**
 * Starts the server again whenever it ends, until `signal` aborts. A start that fails is tried again after a pause that grows to
 * 30 seconds, for as long as it takes; a server that ends soon after its start counts as one. Logs each reason once.
 */
export async function keepServing(keeping: Keeping): Promise<void> {
  const { first, onServing, log, signal } = keeping
  let pauseMs = 0
  // A server that came while it was closed is stopped by whoever closes.
  for (let server: Serving | undefined = first; server && !signal.aborted;) {
    const began = performance.now()
    await server.ended(signal)
    if (signal.aborted) return
    pauseMs = performance.now() - began < STABLE_MS ? longer(pauseMs) : 0
    log('the built-in database has ended; starting it again')
    server = await serveAgain(keeping, pauseMs)
    if (!server) return
    onServing(server)
    if (server.port !== first.port)
      log('the built-in database runs at another port now: restart the shop', true)
  }
}

async function serveAgain(
  { serve, log, signal }: Keeping,
  firstPauseMs: number,
): Promise<Serving | undefined> {
  let told = ''
  for (let pauseMs = firstPauseMs; ; pauseMs = longer(pauseMs)) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    const next = await serve().catch(reasonOf)
    if (typeof next !== 'string') {
      if (told !== '') log('the built-in database runs again', true)
      return next
    }
    if (next !== told)
      log(`the built-in database cannot be started again; trying until it can: ${next}`, true)
    told = next
  }
}

function longer(pauseMs: number): number {
  return Math.min(Math.max(pauseMs * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Why a start failed, on one line. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')
}
