import { listenToChannels, type Listener, type Subscribe } from '#database/connections/listen.ts'
import type { OpenDatabase } from '#database/connections/open-database.ts'
import type { Config } from '#platform/config/config.ts'
import { type CountGroups, countInDatabase } from '#platform/http/limits/limits.ts'
import type { Log } from '#platform/log.ts'
import { openValkey } from '#platform/valkey/open-valkey.ts'
import { countInValkey } from '#platform/valkey/valkey-counts.ts'
import { relayNotifications, subscribeThroughValkey } from '#platform/valkey/valkey-notifications.ts'
import { NOTIFICATION_CHANNELS } from '../http/serve.ts'

/** The services that a shop's processes share, in the database or in Valkey. */
export type SharedServices = Readonly<{
  countGroups: CountGroups
  /** The subscription of this process to the database's notifications. */
  subscribe: Subscribe
  /** Relays notifications to processes that get them from Valkey, if it is configured. */
  startRelay(): Promise<void>
  close(): Promise<void>
}>

/**
 * Opens the services that a shop's processes share: the database's own, or Valkey's if configured. Web processes then
 * subscribe there; those that run jobs listen to the database and relay its notifications.
 */
export async function openSharedServices(
  { process: { role, valkey } }: Pick<Config, 'process'>,
  { database: { db, directUrl }, log }: Readonly<{ database: OpenDatabase; log: Log }>,
): Promise<SharedServices> {
  const listen: Subscribe = (options) => listenToChannels({ ...options, url: directUrl })
  const fallback = countInDatabase(db)
  if (!valkey)
    return {
      countGroups: fallback,
      subscribe: listen,
      startRelay: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
  const client = role === 'worker' ? undefined : await openValkey(valkey, { log })
  let relay: Listener | undefined
  return {
    countGroups: client ? countInValkey(client, { prefix: valkey.prefix, fallback }) : fallback,
    subscribe: role === 'web' ? subscribeThroughValkey(valkey, log) : listen,
    startRelay: async () => {
      if (role === 'web') return
      relay = await relayNotifications(valkey, { channels: NOTIFICATION_CHANNELS, subscribe: listen, log })
    },
    close: async () => {
      await relay?.close()
      client?.destroy()
    },
  }
}
