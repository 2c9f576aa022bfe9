import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { type RunningShop, startRunningShop } from '#tests/shop/running-shop.ts'

/** The address of the real store. */
export const STORE = process.env['STORE_URL'] ?? ''
const MAX_WAIT_MS = 12 * 60_000

/** The headers of a signed-in account. */
export type Headers = CreatedAccount['headers']

/** Returns what the store’s API answers; with a body it is written to. Throws when it refuses. */
export async function askStore<Answer>(path: string, body?: object): Promise<Answer> {
  const key = `${process.env['STORE_KEY']}:${process.env['STORE_SECRET']}`
  const answer = await fetch(`${STORE}/wp-json/wc/v3${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`the store answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Lets the store do what it has queued, webhooks among it. */
export async function runStoreQueue(): Promise<void> {
  await fetch(`${STORE}/wp-cron.php?doing_wp_cron`).then((answer) => answer.text())
}

/** The shop, and its database, which is opened again after each kill. */
export type Way = Readonly<{
  shop: RunningShop
  send<Answer>(path: string, headers: Headers, body?: object): Promise<Answer>
  count(from: string): Promise<number>
  /** Kills the process with its database, starts it again, and waits until the step is done. */
  killAfter(step: string, isDone: () => Promise<boolean>): Promise<void>
  db(): OpenDatabase
}>

/** Starts a shop that the store reaches at `PUBLIC_URL`. */
export async function openWay(): Promise<Way> {
  const host = new URL(STORE).host
  const shop = await startRunningShop({
    LOG_LEVEL: 'error',
    STORE_HOSTS: host,
    PORT: process.env['PORT'] ?? '4411',
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? '',
  })
  const open = () => openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  let database = await open()
  return {
    shop,
    db: () => database,
    async send<Answer>(path: string, headers: Headers, body?: object) {
      const answer = await fetch(shop.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Answer
    },
    async count(from) {
      const { rows } = await database.pool.query<{ n: string }>(`select count(*) as n from ${from}`)
      return Number(rows[0]?.n)
    },
    async killAfter(step, isDone) {
      await database.close()
      await shop.crash()
      await shop.start()
      database = await open()
      const startedAt = performance.now()
      while (!(await isDone())) {
        if (performance.now() - startedAt > MAX_WAIT_MS) throw new Error(`in vain after a kill: ${step}`)
        await runStoreQueue()
        await delay(500)
      }
      console.log(
        `${step}: killed, done ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start`,
      )
    },
  }
}
