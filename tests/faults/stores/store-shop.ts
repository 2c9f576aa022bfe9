import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { queryRows, type Database } from '#database/database.ts'
import { createCalls } from '../../shop/calls.ts'
import { startRunningShop, waitUntil } from '../../shop/running-shop.ts'
import type { ReachableShop } from '../../shop/shop.ts'
import { listAuditMessages } from '../audit.ts'
import { createGatedDatabase, type GatedDatabase } from '../gated-database.ts'
import { createGatedServer, type GatedServer } from '../gated-server.ts'
import { hastenRetries, releaseJobs } from '../release-jobs.ts'
import { type PlayedStores, startPlayedStores, type StoreWebhook } from './played-stores.ts'
import { createWebhookDelivery, type Random, type WebhookDelivery } from './webhook-faults.ts'

/** A shop in a process of its own that tests kill. Vendors' stores and the database live on. */
export type StoreShop = ReachableShop &
  Readonly<{
    stores: PlayedStores
    /** The gate before the stores. */
    gate: GatedServer
    gates: GatedDatabase
    webhooks: WebhookDelivery
    random: Random
    order(job: string, input?: object): Promise<void>
    /** Calls the shop at its own address, such as a page of the sandbox. */
    press(path: string, fields: Readonly<Record<string, string>>): Promise<void>
    killAndRestart(): Promise<void>
    /** Waits until nothing is left to do: delayed attempts come at once, and webhooks of the stores are delivered. */
    settle(hasFaults: boolean): Promise<void>
    audit(): Promise<string[]>
    remove(): Promise<void>
  }>

/** The marketplace's address for stores, which send webhooks only to public ones. */
const PUBLIC_URL = 'https://marketplace.example'

/** Starts a shop over a migrated database with vendors' stores outside of it; `seed` repeats the same faults. */
export async function startStoreShop(
  { db, url }: Readonly<{ db: Database; url: string }>,
  random: Random,
): Promise<StoreShop> {
  const stores = await startPlayedStores(db, PUBLIC_URL)
  const gate = await createGatedServer(stores.url)
  const process = await startRunningShop({
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    DATABASE_POOL: '200',
    STORE_WORKERS: '100',
    FAKE_STORES_URL: gate.url,
    PUBLIC_URL,
  })
  const gates = await createGatedDatabase(url)
  const boss = new PgBoss({ db: fromDrizzle(db, sql), supervise: false, schedule: false })
  await boss.start()
  const calls = createCalls((path, init) => fetch(process.url + path, init))
  const post = ({ path, body, headers }: StoreWebhook) =>
    calls.post(path, body, { ...headers }).then(
      ({ status }) => status < 500,
      () => false,
    )
  const webhooks = createWebhookDelivery(stores, { post, random })
  const order = async (job: string, input: object = {}) => void (await boss.send(job, input))
  return {
    ...calls,
    db,
    now: () => new Date(),
    stores,
    gate,
    gates,
    webhooks,
    random,
    order,
    press: async (path, fields) => {
      const body = new URLSearchParams(fields)
      await fetch(process.url + path, { method: 'POST', redirect: 'manual', body })
    },
    async killAndRestart() {
      await process.crash()
      await gates.open()
      gate.open()
      await endLeases(db)
      await releaseJobs(db, boss)
      await process.start()
    },
    settle: (hasFaults) => settle({ db, order, webhooks }, hasFaults),
    audit: () => listAuditMessages(db),
    async remove() {
      await process.remove()
      await boss.stop()
      await gates.end()
      await gate.close()
      await stores.close()
    },
  }
}

/** Ends what the dead process had claimed, as if some minutes had passed. */
async function endLeases(db: Database): Promise<void> {
  await db.execute(sql`update effects set next_attempt_at = now() where next_attempt_at > now()`)
  await db.execute(sql`update store_runs set leased_until = null where state = 'running'`)
  await db.execute(sql`update shop_order_feeds set take_queued_at = take_queued_at - interval '6 minutes'`)
}

type Waiting = Readonly<{ jobs: number; effects: number; changes: number; runs: number }>

/** Counts what is left to do; effects that a person decides about are not. */
async function countWaiting(db: Database): Promise<Waiting> {
  const [waiting] = await queryRows<Waiting>(
    db,
    sql`
      select (select count(*) from pgboss.job where (state in ('active', 'retry') or (state = 'created' and start_after <= now()))
          and not starts_with(name, '__pgboss'))::int as jobs,
        (select count(*) from effects where next_attempt_at is not null)::int as effects,
        (select count(*) from store_listing_changes)::int + (select count(*) from store_listings where retry_at is not null)::int as changes,
        (select count(*) from store_runs where state = 'running')::int as runs`,
  )
  if (!waiting) throw new Error('nothing was counted')
  return waiting
}

async function settle(
  { db, order, webhooks }: Pick<StoreShop, 'db' | 'order' | 'webhooks'>,
  hasFaults: boolean,
): Promise<void> {
  let last = ''
  let quiet = 0
  await waitUntil('everything is done', async () => {
    const sent = await webhooks.deliver(hasFaults)
    const waiting = await countWaiting(db)
    last = JSON.stringify(waiting)
    if (sent === 0 && Object.values(waiting).every((count) => count === 0)) quiet += 1
    else quiet = 0
    if (quiet > 0) return quiet > 1
    await hasten(db, order, waiting)
    return false
  }).catch((error: unknown) => {
    throw new Error(`in vain: everything is done, ${last}`, { cause: error })
  })
}

/** Lets delayed attempts come at once; an attempt that is under way keeps its lease. */
async function hasten(db: Database, order: StoreShop['order'], waiting: Waiting): Promise<void> {
  await hastenRetries(db)
  const due = await queryRows(
    db,
    sql`
      update effects e set next_attempt_at = now()
      where next_attempt_at > now()
        and not exists (select from effect_attempts a where a.effect_id = e.id and a.ended_at is null)
      returning 1`,
  )
  if (due.length > 0) await order('effects.run_due')
  if (waiting.changes === 0 || waiting.jobs > 0) return
  await db.execute(sql`update store_listings set retry_at = now() where retry_at > now()`)
  await order('listings.push_changes', { isBetween: true })
}
