import { sql } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'
import { DAY, SECOND } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import { createApp, type App } from '#main/http/app.ts'
import { loadConfig } from '#platform/config/config.ts'
import type { Files } from '#platform/files/files.ts'
import { createLog } from '#platform/log.ts'
import { createCalls, type Calls } from './calls.ts'
import { createMemoryFiles } from './files.ts'
import { createReusableDatabase } from './database.ts'

/** The address of the test shop. */
export const SHOP_URL = 'http://shop.test'

/** The secret by which the test shop's sandbox signs its webhook events. */
export const SANDBOX_SECRET = 'the secret of the test sandbox'

export type { ApiResponse } from './calls.ts'

/** The whole application on its own database, whose clock stops until a test moves it. */
export type TestShop = Calls &
  Readonly<{
    app: App
    db: Database
    /** The address of its database, for listeners to notifications. */
    databaseUrl: string
    /** Returns the application of another process of the shop, with other settings if given. */
    anotherApp(otherSettings?: Record<string, string>): Promise<App>
    /** The folder of uploaded pictures. */
    files: Files
    /** Runs every job that is due. */
    work(): Promise<number>
    now(): Date
    passTime(ms: number): void
    /** The requests of `send`, and their answers. */
    sent: { url: string; status: number }[]
  }>

/** The parts of a shop that tests need to call it and read its data, wherever it runs. */
export type ReachableShop = Calls & Pick<TestShop, 'db' | 'now'>

/** A GIF of one pixel, used for every linked picture. */
const PIXEL_GIF = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
)

/** Disables logs, and makes all linked pictures the same. */
const QUIET = { log: createLog('silent'), pictures: () => Promise.resolve(PIXEL_GIF) }

const START = new Date('2026-03-02T10:00:00Z')

const SETTINGS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: SHOP_URL,
  LIMIT_FACTOR: '10000',
  SANDBOX_PAY_SECRET: SANDBOX_SECRET,
  // A marketplace's default is zero; the tests also check shares of shipping.
  SHIPPING_COMMISSION_PERCENT: '15',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** A shop without a test file: `restart` resets its clock and caches. */
export type RestartableShop = TestShop & Readonly<{ restart(): void }>

/**
 * Creates a shop for a test file, emptied before each test. Call it once, at the top. `settings` are environment
 * settings; limits are out of the way unless they say otherwise.
 */
export async function createTestShop(settings: Record<string, string> = {}): Promise<TestShop> {
  const { db, reset, url } = await createReusableDatabase()
  const shop = await createShopOnDatabase({ db, url }, settings)
  beforeEach(async () => {
    await reset()
    // The queues stay, as each shop has the same.
    await db.execute(sql.raw('delete from pgboss.job; delete from pgboss.schedule'))
    shop.restart()
  })
  // The job queue polls the database, which the next file uses then.
  afterAll(() => shop.app.jobs.stop())
  return shop
}

/** Creates a shop over a migrated database, for tests and benchmarks. */
export async function createShopOnDatabase(
  { db, url: databaseUrl, replicas }: Readonly<{ db: Database; url: string; replicas?: Replicas }>,
  settings: Record<string, string> = {},
): Promise<RestartableShop> {
  const sentRequests: { url: string; status: number }[] = []
  let now = START
  const files = createMemoryFiles()
  const createAnotherApp = (otherSettings: Record<string, string> = {}) =>
    createApp({
      config: loadConfig({ ...SETTINGS, ...settings, ...otherSettings }),
      db,
      replicas,
      ...QUIET,
      clock: () => now,
      files,
      // Never on its own: the queue uses real time, so that a slow machine would retry in the middle of a test.
      retrySeconds: DAY / SECOND,
      send: async (url, init) => {
        // Others' servers are fakes on this machine.
        const answer = url.startsWith(SHOP_URL) ? await app.http.request(url, init) : await fetch(url, init)
        sentRequests.push({ url, status: answer.status })
        return answer
      },
    })
  const app: App = await createAnotherApp()
  return {
    ...createCalls((path, init) => app.http.request(SHOP_URL + path, init)),
    app,
    db,
    databaseUrl,
    anotherApp: createAnotherApp,
    files,
    sent: sentRequests,
    now: () => now,
    passTime: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    work: () => app.jobs.drain(),
    restart: () => {
      now = START
      sentRequests.length = 0
      app.lists.clear()
      app.counts.clear()
    },
  }
}
