import type { Log } from '../log.ts'
import type { ValkeySettings } from '../config/process-settings.ts'

/** How long a connection may take, and the longest pause between two attempts. */
const CONNECT_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 10_000

/** Networks may drop an idle connection without an error: without a ping a client would wait for ever. */
const PING_INTERVAL_MS = 20_000

/**
 * Returns a client that connects in the background and again whenever the connection is lost; commands are refused
 * meanwhile. A server that is away is logged once, and once when it answers again. The protocol is that of Valkey
 * and Redis: https://valkey.io/topics/protocol/
 */
export async function openValkey(
  { url }: Pick<ValkeySettings, 'url'>,
  { log, onReady }: Readonly<{ log: Log; onReady?: (isFirst: boolean) => void }>,
) {
  // Only here: a process without Valkey pays no memory for its client.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    RESP: 2,
    name: 'cabochon',
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 8), LONGEST_PAUSE_MS),
    },
  })
  let [isAway, isFirst] = [false, true]
  client.on('error', (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Valkey can’t be reached')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info({}, 'Valkey is reachable again')
    onReady?.(isFirst)
    isAway = isFirst = false
  })
  // It tries again for as long as it takes; only `destroy` ends it with an error.
  client.connect().catch(() => undefined)
  return client
}

/** A client of Valkey. `destroy` closes it. */
export type ValkeyClient = Awaited<ReturnType<typeof openValkey>>
