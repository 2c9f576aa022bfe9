import { setTimeout as delay } from 'node:timers/promises'

/** A server in use: `ended` resolves when it has ended; `stop` is defined when this process runs it. */
export type DatabaseServerHandle = {
  port: number
  ended: (signal: AbortSignal) => Promise<void>
  stop: (() => Promise<void>) | undefined
}

/** `serve` starts a server or finds one; `onServing` gets every later one after the `first`. */
export type SupervisorOptions = Readonly<{
  first: DatabaseServerHandle
  serve: () => Promise<DatabaseServerHandle>
  onServing: (server: DatabaseServerHandle) => void
  log: (line: string, isError?: boolean) => void
  signal: AbortSignal
}>

/** The delays between attempts: doubled each time, up to the maximum. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/** The uptime from which a start counts as successful: when such a server ends, the next one is started at once. */
const STABLE_MS = 10_000

/**
 * Restarts the server whenever it ends, until `signal` aborts. A failed start is retried without limit, after delays
 * that grow to 30 seconds; a server that ends soon after its start counts as failed. Logs each reason once.
 */
export async function superviseServer(options: SupervisorOptions): Promise<void> {
  const { first, onServing, log, signal } = options
  let pauseMs = 0
  // A server that started during closing is stopped by `close`.
  for (let server: DatabaseServerHandle | undefined = first; server && !signal.aborted;) {
    const startedAt = performance.now()
    await server.ended(signal)
    if (signal.aborted) return
    pauseMs = performance.now() - startedAt < STABLE_MS ? nextPause(pauseMs) : 0
    log('the built-in database stopped; restarting it')
    server = await restartServer(options, pauseMs)
    if (!server) return
    onServing(server)
    if (server.port !== first.port) log('the built-in database uses another port now: restart the shop', true)
  }
}

async function restartServer(
  { serve, log, signal }: SupervisorOptions,
  firstPauseMs: number,
): Promise<DatabaseServerHandle | undefined> {
  let lastReason = ''
  for (let pauseMs = firstPauseMs; ; pauseMs = nextPause(pauseMs)) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    const next = await serve().catch(toReason)
    if (typeof next !== 'string') {
      if (lastReason !== '') log('the built-in database is running again', true)
      return next
    }
    if (next !== lastReason) log(`could not restart the built-in database; retrying: ${next}`, true)
    lastReason = next
  }
}

function nextPause(pauseMs: number): number {
  return Math.min(Math.max(pauseMs * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Returns why a start failed, on one line. */
function toReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')
}
