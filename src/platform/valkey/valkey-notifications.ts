import type { Listener, ListenOptions, Subscribe } from '#database/listen.ts'
import type { Log } from '../log.ts'
import type { ValkeySettings } from '../config/process-settings.ts'
import { openValkey } from './open-valkey.ts'

/** The channel that says that notifications may have been missed, beside those of the database. */
const LOST = 'lost'

/**
 * Returns how a web process gets the database's notifications from Valkey. A relay publishes them there, so the
 * process needs no connection to listen on. While Valkey is away none come; `onReconnect` is called once it answers.
 */
export function subscribeThroughValkey(settings: ValkeySettings, log: Log): Subscribe {
  return async ({ channels, onNotification, onReconnect }) => {
    const prefix = `${settings.prefix}:`
    const client = await openValkey(settings, {
      log,
      onReady: (isFirst) => {
        // Its subscriptions come back by themselves.
        if (!isFirst) return onReconnect?.()
        const names = [...channels, LOST].map((channel) => prefix + channel)
        const receive = (payload: string, name: string) => {
          const channel = name.slice(prefix.length)
          if (channel === LOST) onReconnect?.()
          else onNotification(channel, payload)
        }
        // What was changed before it listened is looked at again.
        client.subscribe(names, receive).then(
          () => onReconnect?.(),
          (error: unknown) => log.warn({ err: error }, 'could not subscribe to notifications'),
        )
      },
    })
    return { close: () => Promise.resolve(client.destroy()) }
  }
}

/** The options of the relay: what it listens to, and how the database is listened to. */
type RelayOptions = Pick<ListenOptions, 'channels'> & Readonly<{ subscribe: Subscribe; log: Log }>

/**
 * Passes the database's notifications on to Valkey, for web processes that subscribe there. Several relays do no
 * harm: a notification that comes twice has nothing look at more than the first.
 */
export async function relayNotifications(
  settings: ValkeySettings,
  { channels, subscribe, log }: RelayOptions,
): Promise<Listener> {
  const publish = (channel: string, payload: string): void => {
    // Where it is away, subscribers learn that they may have missed something once it answers.
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
