import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, escapeIdentifier } from 'pg'
import type { Queryable } from '../database.ts'

/**
 * The options of a listener. `onNotification` gets the channel and the text of each notification; `onReconnect` is
 * called after a lost connection, as notifications may have been missed and everything must be read again.
 */
export type ListenOptions = {
  url: string
  channels: readonly string[]
  onNotification: (channel: string, payload: string) => void
  onReconnect?: () => void
  /** Called when none arrive until `onReconnect`, which may take long. A connection to the database never calls it. */
  onLost?: () => void
  log: (line: string) => void
}

/** An active listener. `close` ends it; no notification follows. */
export type Listener = { close: () => Promise<void> }

/** Listens to channels, whatever the source of their notifications. */
export type Subscribe = (options: Omit<ListenOptions, 'url'>) => Promise<Listener>

const longestPauseMs = 10_000
const heartbeatMs = 30_000

/**
 * Listens to channels on a connection of its own. LISTEN belongs to a session, so it must not use a pool or a pooler
 * in transaction mode. Resolves when it listens; throws when the first connection fails. Later it reconnects without
 * limit.
 */
export async function listenToChannels(options: ListenOptions): Promise<Listener> {
  const closing = new AbortController()
  const first = await connect(options)
  const state = { client: first.client }
  const loop = keepConnected(options, { state, closing, lost: first.lost })
  return {
    close: async () => {
      closing.abort()
      await state.client.end().catch(() => undefined)
      await loop
    },
  }
}

/** Notifies all listeners of a channel when the transaction commits; `payload` has up to 7,999 bytes. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}

type Connection = { client: Client; lost: Promise<void> }
type ListenState = { state: { client: Client }; closing: AbortController; lost: Promise<void> }

async function keepConnected(options: ListenOptions, listenState: ListenState): Promise<void> {
  const { state, closing } = listenState
  let { lost } = listenState
  for (;;) {
    await lost
    if (closing.signal.aborted) return
    options.log('lost the connection that listens for database notifications')
    const connection = await reconnect(options, closing.signal)
    if (!connection) return
    state.client = connection.client
    lost = connection.lost
    options.onReconnect?.()
  }
}

async function reconnect(options: ListenOptions, signal: AbortSignal): Promise<Connection | undefined> {
  for (let pauseMs = 50; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    const connection = signal.aborted ? undefined : await connect(options).catch(() => undefined)
    if (connection && signal.aborted) await connection.client.end().catch(() => undefined)
    else if (connection) return connection
  }
  return undefined
}

async function connect({ url, channels, onNotification }: ListenOptions): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    application_name: 'cabochon listener',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  const connectionLost = new Promise<void>((resolve) => {
    client.once('error', () => resolve())
    client.once('end', () => resolve())
  })
  client.on('error', () => undefined)
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''))
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return { client, lost: Promise.race([connectionLost, heartbeat(client, connectionLost)]) }
}

// Networks can drop an idle connection without an error: without a heartbeat the listener would wait forever.
async function heartbeat(client: Client, connectionLost: Promise<void>): Promise<void> {
  const heartbeatAbort = new AbortController()
  void connectionLost.then(() => heartbeatAbort.abort())
  while (!heartbeatAbort.signal.aborted) {
    await delay(heartbeatMs, undefined, { ref: false, signal: heartbeatAbort.signal }).catch(() => undefined)
    try {
      if (!heartbeatAbort.signal.aborted) await client.query('select 1')
    } catch {
      client.end().catch(() => undefined)
      return
    }
  }
}
