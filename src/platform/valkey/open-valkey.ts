import type { Log } from '../log.ts'
import type { ValkeySettings } from '../config/process-settings.ts'

/** The time limit of connecting, and the longest delay between two attempts, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 10_000

/** How often the client pings: networks can drop an idle connection without an error. */
const PING_INTERVAL_MS = 20_000

/** The time without any answer after which a connection is given up, longer than two pings are apart. */
const SILENCE_MS = 30_000

/**
 * Returns a client that connects in the background and reconnects whenever the connection is lost; commands fail
 * meanwhile. An outage is logged once, and its end once. The protocol is that of Valkey and Redis:
 * https://valkey.io/topics/protocol/
 */
export async function openValkey(
  { url }: Pick<ValkeySettings, 'url'>,
  { log, onReady, onLost }: Readonly<{ log: Log; onReady?: (isFirst: boolean) => void; onLost?: () => void }>,
) {
  // Loaded here, so that processes without Valkey save the memory of its client.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    RESP: 2,
    name: 'cabochon',
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 8), LONGEST_PAUSE_MS),
    },
  })
  let [isAway, isFirst] = [false, true]
  client.on('error', (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Valkey can’t be reached')
    isAway = true
    onLost?.()
  })
  client.on('ready', () => {
    if (isAway) log.info({}, 'Valkey is reachable again')
    onReady?.(isFirst)
    isAway = isFirst = false
  })
  // The client retries without limit; only `destroy` ends it with an error.
  client.connect().catch(() => undefined)
  return client
}

/** A client of Valkey. `destroy` closes it. */
export type ValkeyClient = Awaited<ReturnType<typeof openValkey>>
