import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/shop/database.ts'
import { inTransaction, rows } from './database.ts'
import { type Listener, listen, notify } from './listen.ts'

const { db, url } = await testDatabase()
const patience = { timeout: 10_000, interval: 10 }
const open: Listener[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
})

async function hear(channels: string[]) {
  const heard: string[] = []
  let reconnects = 0
  const listener = await listen({
    url,
    channels,
    onNotice: (channel, payload) => heard.push(`${channel}: ${payload}`),
    onReconnect: () => reconnects++,
    log: () => undefined,
  })
  open.push(listener)
  return { heard, listener, reconnects: () => reconnects }
}

async function listeners(): Promise<number[]> {
  const found = await rows<{ pid: number }>(
    db,
    sql`select pid from pg_stat_activity where application_name = 'cabochon listener' and datname = current_database()`,
  )
  return found.map(({ pid }) => pid)
}

test('a notice is heard on its channel when its transaction commits, never when it rolls back', async () => {
  const { heard } = await hear(['stock', 'Prices now'])
  const failing = inTransaction(db, async (tx) => {
    await notify(tx, 'stock', 'lost')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inTransaction(db, (tx) => notify(tx, 'stock', '1'))
  await notify(db, 'other', '2')
  await notify(db, 'Prices now', '3')
  await vi.waitFor(() => expect(heard).toEqual(['stock: 1', 'Prices now: 3']), patience)
})

test('a listener whose connection is cut connects again, says so, and hears', async () => {
  const { heard, reconnects } = await hear(['stock'])
  const [pid] = await listeners()
  await rows(db, sql`select pg_terminate_backend(${pid})`)
  await vi.waitFor(() => expect(reconnects()).toBe(1), patience)
  await notify(db, 'stock', 'again')
  await vi.waitFor(() => expect(heard).toEqual(['stock: again']), patience)
})

test('a closed listener lets its connection go', async () => {
  const { listener } = await hear(['stock'])
  await listener.close()
  await vi.waitFor(async () => expect(await listeners()).toEqual([]), patience)
})

test('a first connection that fails is the caller’s to know', async () => {
  const wrong = new URL(url)
  wrong.password = 'guess'
  const attempt = listen({
    url: wrong.href,
    channels: ['a'],
    onNotice: () => undefined,
    log: () => undefined,
  })
  await expect(attempt).rejects.toThrow('password')
})
