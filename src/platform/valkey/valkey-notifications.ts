import type { Listener, ListenOptions, Subscribe } from '#database/connections/listen.ts'
import type { Log } from '../log.ts'
import type { ValkeySettings } from '../config/process-settings.ts'
import { openValkey } from './open-valkey.ts'

/** The channel that reports possibly missed notifications, besides the channels of the database. */
const LOST = 'lost'

/** The channel in which each relay reports that it runs. */
const HEARTBEAT = 'relay'

/**
 * How often a relay reports that it runs, and after which time without any report there is none, in milliseconds. The
 * latter is less than the minute that a cached page may be old.
 */
const TIMES = { heartbeatMs: 10_000, silenceMs: 30_000 }

/**
 * Returns a subscription of a web process to the database's notifications through Valkey. A relay publishes them
 * there, so the process needs no listening connection. During an outage of Valkey, or while no relay runs, none arrive:
 * `onLost` is called at its start, `onReconnect` after it.
 */
export function subscribeThroughValkey(
  settings: ValkeySettings,
  log: Log,
  { silenceMs }: Pick<typeof TIMES, 'silenceMs'> = TIMES,
): Subscribe {
  return async ({ channels, onNotification, onReconnect, onLost }) => {
    const prefix = `${settings.prefix}:`
    onLost?.()
    const relays = watchRelays(silenceMs, { log, onReconnect, onLost })
    const client = await openValkey(settings, {
      log,
      onLost: () => {
        relays.pause()
        onLost?.()
      },
      onReady: (isFirst) => {
        const refresh = () => {
          relays.watch()
          onReconnect?.()
        }
        // The client restores its subscriptions by itself.
        if (!isFirst) return refresh()
        const names = [...channels, LOST, HEARTBEAT].map((channel) => prefix + channel)
        const receive = (payload: string, name: string) => {
          const channel = name.slice(prefix.length)
          relays.noteMessage()
          if (channel === LOST) onReconnect?.()
          else if (channel !== HEARTBEAT) onNotification(channel, payload)
        }
        // Changes from before the subscription are read again.
        client
          .subscribe(names, receive)
          .then(refresh, (error: unknown) => log.warn({ err: error }, 'could not subscribe to notifications'))
      },
    })
    return {
      close: () => {
        relays.pause()
        return Promise.resolve(client.destroy())
      },
    }
  }
}

type RelayWatchOptions = Readonly<{
  log: Log
  onReconnect: ListenOptions['onReconnect'] | undefined
  onLost: ListenOptions['onLost'] | undefined
}>

/** Watches for messages of relays: calls `onLost` when none arrives for `silenceMs`, and `onReconnect` at the next one. */
function watchRelays(silenceMs: number, { log, onReconnect, onLost }: RelayWatchOptions) {
  let timer: NodeJS.Timeout | undefined
  let isSilent = false
  const pause = () => clearTimeout(timer)
  const watch = () => {
    pause()
    isSilent = false
    timer = setTimeout(() => {
      isSilent = true
      log.warn({}, 'no process passes notifications on to Valkey: start one with ROLE=worker')
      onLost?.()
    }, silenceMs).unref()
  }
  const noteMessage = () => {
    const wasSilent = isSilent
    watch()
    if (!wasSilent) return
    log.info({}, 'notifications are passed on to Valkey again')
    onReconnect?.()
  }
  return { pause, watch, noteMessage }
}

/** The options of the relay: its channels, and how it listens to the database. */
type RelayOptions = Pick<ListenOptions, 'channels'> &
  Readonly<{ subscribe: Subscribe; log: Log; heartbeatMs?: number }>

/**
 * Passes the database's notifications on to Valkey, for web processes that subscribe there. Several relays are
 * harmless: a repeated notification has no further effect.
 */
export async function relayNotifications(
  settings: ValkeySettings,
  { channels, subscribe, log, heartbeatMs = TIMES.heartbeatMs }: RelayOptions,
): Promise<Listener> {
  const publish = (channel: string, payload: string): void => {
    // After an outage of Valkey, subscribers learn that they may have missed notifications.
    client.publish(`${settings.prefix}:${channel}`, payload).catch(() => undefined)
  }
  const client = await openValkey(settings, { log, onReady: () => publish(LOST, '') })
  const listener = await subscribe({
    channels,
    onNotification: publish,
    onReconnect: () => publish(LOST, ''),
    log: (line) => log.warn({ line }, 'notifications'),
  })
  // Before it listened, notifications may have been missed.
  publish(LOST, '')
  const heartbeat = setInterval(() => publish(HEARTBEAT, ''), heartbeatMs).unref()
  return {
    close: async () => {
      clearInterval(heartbeat)
      await listener.close()
      client.destroy()
    },
  }
}
