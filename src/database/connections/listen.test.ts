import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { inTransaction, queryRows } from '../database.ts'
import { type Listener, listenToChannels, notify } from './listen.ts'

const { db, url } = await createTestDatabase()
const pollOptions = { timeout: 90_000, interval: 10 }
const openListeners: Listener[] = []

afterEach(async () => {
  await Promise.all(openListeners.splice(0).map((listener) => listener.close()))
})

async function startListening(channels: string[]) {
  const notifications: string[] = []
  let reconnects = 0
  const listener = await listenToChannels({
    url,
    channels,
    onNotification: (channel, payload) => notifications.push(`${channel}: ${payload}`),
    onReconnect: () => reconnects++,
    log: () => undefined,
  })
  openListeners.push(listener)
  return { received: notifications, listener, reconnects: () => reconnects }
}

async function listListenerPids(): Promise<number[]> {
  const connections = await queryRows<{ pid: number }>(
    db,
    sql`select pid from pg_stat_activity where application_name = 'cabochon listener' and datname = current_database()`,
  )
  return connections.map(({ pid }) => pid)
}

test('delivers a notification on its channel after commit, and none after rollback', async () => {
  const { received } = await startListening(['stock', 'Prices now'])
  const failing = inTransaction(db, async (tx) => {
    await notify(tx, 'stock', 'lost')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inTransaction(db, (tx) => notify(tx, 'stock', '1'))
  await notify(db, 'other', '2')
  await notify(db, 'Prices now', '3')
  await vi.waitFor(() => expect(received).toEqual(['stock: 1', 'Prices now: 3']), pollOptions)
})

test('a listener whose connection is cut reconnects, reports it and receives notifications again', async () => {
  const { received, reconnects } = await startListening(['stock'])
  const [pid] = await listListenerPids()
  await queryRows(db, sql`select pg_terminate_backend(${pid})`)
  await vi.waitFor(() => expect(reconnects()).toBe(1), pollOptions)
  await notify(db, 'stock', 'again')
  await vi.waitFor(() => expect(received).toEqual(['stock: again']), pollOptions)
})

test('a closed listener releases its connection', async () => {
  const { listener } = await startListening(['stock'])
  await listener.close()
  await vi.waitFor(async () => expect(await listListenerPids()).toEqual([]), pollOptions)
})

test('rejects when the first connection fails', async () => {
  const wrongUrl = new URL(url)
  wrongUrl.password = 'guess'
  const attempt = listenToChannels({
    url: wrongUrl.href,
    channels: ['a'],
    onNotification: () => undefined,
    log: () => undefined,
  })
  await expect(attempt).rejects.toThrow('password')
})
