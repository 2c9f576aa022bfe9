import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import type { Database } from '#database/database.ts'
import { createApp, type App } from '#main/http/app.ts'
import { loadConfig } from '#platform/config/config.ts'
import type { Files } from '#platform/files/files.ts'
import { createLog } from '#platform/log.ts'
import { callsBy, type Calls } from './calls.ts'
import { memoryFiles } from './files.ts'
import { reusableDatabase } from './database.ts'

/** The address of the test shop. */
export const SHOP_URL = 'http://shop.test'

/** What the test shop's sandbox signs its notices with. */
export const SANDBOX_SECRET = 'the secret of the test sandbox'

export type { Answer } from './calls.ts'

/** A whole marketplace on a database of its own, whose clock stands until it is moved. */
export type TestShop = Calls &
  Readonly<{
    app: App
    db: Database
    /** The address of its database, for what listens to notices. */
    databaseUrl: string
    /** What another process of the same shop would have put together, with other settings where they are given. */
    anotherApp(other?: Record<string, string>): Promise<App>
    /** Where pictures that people upload are kept. */
    files: Files
    /** Runs every job that is due. */
    work(): Promise<number>
    now(): Date
    passTime(ms: number): void
    /** What went out by `send`, and how it was answered. */
    sent: { url: string; status: number }[]
  }>

/** What is needed of a shop to ask it something and look into its books, wherever it runs. */
export type ReachedShop = Calls & Pick<TestShop, 'db' | 'now'>

/** One pixel, as a GIF: what every linked picture is here. */
const A_PICTURE = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
)

/** It says nothing, and all linked pictures are the same. */
const QUIET = { log: createLog('silent'), pictures: () => Promise.resolve(A_PICTURE) }

const START = new Date('2026-03-02T10:00:00Z')

const SETTINGS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: SHOP_URL,
  LIMIT_FACTOR: '10000',
  SANDBOX_PAY_SECRET: SANDBOX_SECRET,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** A shop without a test around it: `restart` sets its clock back and forgets what is cached. */
export type OpenedShop = TestShop & Readonly<{ restart(): void }>

/**
 * A shop for a test file, emptied before each test. Call it once, at the top. `settings` are environment settings;
 * limits are out of the way unless they say otherwise.
 */
export async function testShop(settings: Record<string, string> = {}): Promise<TestShop> {
  const { db, reset, url } = await reusableDatabase()
  const shop = await shopOver({ db, url }, settings)
  beforeEach(async () => {
    await reset()
    await db.execute(sql`delete from pgboss.job`)
    shop.restart()
  })
  return shop
}

/** A shop over a migrated database, for tests and for what is measured. */
export async function shopOver(
  { db, url: databaseUrl }: Readonly<{ db: Database; url: string }>,
  settings: Record<string, string> = {},
): Promise<OpenedShop> {
  const sent: { url: string; status: number }[] = []
  let now = START
  const files = memoryFiles()
  const anotherApp = (other: Record<string, string> = {}) =>
    createApp({
      config: loadConfig({ ...SETTINGS, ...settings, ...other }),
      db,
      ...QUIET,
      clock: () => now,
      files,
      send: async (url, init) => {
        // Others' servers are played on this machine.
        const answer = url.startsWith(SHOP_URL) ? await app.http.request(url, init) : await fetch(url, init)
        sent.push({ url, status: answer.status })
        return answer
      },
    })
  const app: App = await anotherApp()
  return {
    ...callsBy((path, init) => app.http.request(SHOP_URL + path, init)),
    app,
    db,
    databaseUrl,
    anotherApp,
    files,
    sent,
    now: () => now,
    passTime: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    work: () => app.jobs.drain(),
    restart: () => {
      now = START
      sent.length = 0
      app.lists.clear()
      app.counts.clear()
    },
  }
}
