import type { Listener, ListenOptions, Subscribe } from '#database/connections/listen.ts'
import type { Log } from '../log.ts'
import type { ValkeySettings } from '../config/process-settings.ts'
import { openValkey } from './open-valkey.ts'

/** The channel that reports possibly missed notifications, besides the channels of the database. */
const LOST = 'lost'

/**
 * Returns a subscription of a web process to the database's notifications through Valkey. A relay publishes them
 * there, so the process needs no listening connection. During an outage of Valkey none arrive: `onLost` is called at
 * its start, `onReconnect` after it.
 */
export function subscribeThroughValkey(settings: ValkeySettings, log: Log): Subscribe {
  return async ({ channels, onNotification, onReconnect, onLost }) => {
    const prefix = `${settings.prefix}:`
    onLost?.()
    const client = await openValkey(settings, {
      log,
      ...(onLost && { onLost }),
      onReady: (isFirst) => {
        // The client restores its subscriptions by itself.
        if (!isFirst) return onReconnect?.()
        const names = [...channels, LOST].map((channel) => prefix + channel)
        const receive = (payload: string, name: string) => {
          const channel = name.slice(prefix.length)
          if (channel === LOST) onReconnect?.()
          else onNotification(channel, payload)
        }
        // Changes from before the subscription are read again.
        client.subscribe(names, receive).then(
          () => onReconnect?.(),
          (error: unknown) => log.warn({ err: error }, 'could not subscribe to notifications'),
        )
      },
    })
    return { close: () => Promise.resolve(client.destroy()) }
  }
}

/** The options of the relay: its channels, and how it listens to the database. */
type RelayOptions = Pick<ListenOptions, 'channels'> & Readonly<{ subscribe: Subscribe; log: Log }>

/**
 * Passes the database's notifications on to Valkey, for web processes that subscribe there. Several relays are
 * harmless: a repeated notification has no further effect.
 */
export async function relayNotifications(
  settings: ValkeySettings,
  { channels, subscribe, log }: RelayOptions,
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
  return {
    close: async () => {
      await listener.close()
      client.destroy()
    },
  }
}
