import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database } from '#database/database.ts'
import { createCalls } from '../shop/calls.ts'
import { EASYPOST_KEY } from '../fakes/easypost/fake-easypost.ts'
import { EASYPOST_SECRET, type FakeParcels, startFakeParcels } from '../fakes/easypost/fake-parcels.ts'
import { type FakeRedDot, startFakeRedDot } from '../fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, CARDS, WALLETS } from '../fakes/red-dot/test-adapter.ts'
import { type PracticeServer, startPracticeServer } from '../fakes/stores/practice-server.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe/server.ts'
import { startRunningShop, type RunningShop } from '../shop/running-shop.ts'
import type { ReachableShop } from '../shop/shop.ts'
import { listAuditMessages } from './audit.ts'
import { type GatedDatabase, createGatedDatabase } from './gated-database.ts'
import { type GatedServer, createGatedServer } from './gated-server.ts'
import { releaseJobs } from './release-jobs.ts'

/** The providers, each behind a gate. */
export type FakeProviders = Readonly<{
  stripe: FakeStripe
  redDot: FakeRedDot
  easyPost: FakeParcels
  /** The suppliers' sites, whose data are in the same database. */
  sites: PracticeServer
  gates: Readonly<Record<'stripe' | 'redDot' | 'easyPost' | 'sites', GatedServer>>
  close(): Promise<void>
}>

/** A shop in a process of its own that tests kill. Its providers, its database and its gates live on. */
export type KilledShop = ReachableShop &
  Readonly<{
    process: RunningShop
    providers: FakeProviders
    gates: GatedDatabase
    /** Kills the process, advances time by minutes, and starts it again with all timers due. */
    killAndRestart(): Promise<void>
    /** Enqueues a job, as its timer or its cause does. */
    order(job: string, input?: object): Promise<void>
    /** Returns the messages of `npm run audit`. */
    audit(): Promise<string[]>
    remove(): Promise<void>
  }>

/** Starts a shop to be killed over a migrated database. Cards are Stripe's, UnionPay is Red Dot's; EasyPost sells labels. */
export async function startKilledShop({
  db,
  url,
}: Readonly<{ db: Database; url: string }>): Promise<KilledShop> {
  const providers = await startFakeProviders(db)
  const process = await startRunningShop({
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    ...toSettings(providers),
  })
  const gates = await createGatedDatabase(url)
  const boss = new PgBoss({ db: fromDrizzle(db, sql), supervise: false, schedule: false })
  await boss.start()
  const enqueueJob = async (job: string, input: object = {}) => void (await boss.send(job, input))
  return {
    ...createCalls((path, init) => fetch(process.url + path, init)),
    db,
    now: () => new Date(),
    process,
    providers,
    gates,
    order: enqueueJob,
    async killAndRestart() {
      await process.crash()
      await gates.open()
      for (const gate of Object.values(providers.gates)) gate.open()
      await advanceTimers(db, boss)
      for (const timer of ['effects.run_due', 'checkout.poll_payments']) await enqueueJob(timer)
      await process.start()
    },
    audit: () => listAuditMessages(db),
    async remove() {
      await process.remove()
      await boss.stop()
      await gates.end()
      await providers.close()
    },
  }
}

/** Makes everything due, as if some minutes had passed: leases on effects, turns of the poller, and jobs. */
async function advanceTimers(db: Database, boss: PgBoss): Promise<void> {
  await db.execute(sql`update effects set next_attempt_at = now() where next_attempt_at > now()`)
  await db.execute(sql`update payments set next_poll_at = now() where next_poll_at > now()`)
  await releaseJobs(db, boss)
}

async function startFakeProviders(db: Database): Promise<FakeProviders> {
  const clock = () => new Date()
  const stripe = await startFakeStripe(clock)
  let redDotUrl = ''
  const redDot = await startFakeRedDot({ accounts: [CARDS, WALLETS], clock, origin: () => redDotUrl })
  const easyPost = await startFakeParcels()
  const sites = await startPracticeServer({ db: () => db, clock })
  const gates = {
    stripe: await createGatedServer(stripe.url),
    redDot: await createGatedServer(redDot.url),
    easyPost: await createGatedServer(easyPost.books.url),
    sites: await createGatedServer(sites.url),
  }
  redDotUrl = gates.redDot.url
  easyPost.books.url = gates.easyPost.url
  return {
    stripe,
    redDot,
    easyPost,
    sites,
    gates,
    close: async () => {
      for (const server of [...Object.values(gates), stripe, redDot, easyPost, sites]) await server.close()
    },
  }
}

const FROM = {
  name: 'Cabochon',
  street1: '10 Anson Road',
  city: 'Singapore',
  zip: '079903',
  country: 'SG',
  phone: '+6591234567',
}

function toSettings({ stripe, gates }: FakeProviders): Record<string, string> {
  return {
    PAYMENT_PROVIDERS: 'stripe:vm,reddot:upop',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: gates.stripe.url,
    RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
    RED_DOT_URL: gates.redDot.url,
    RED_DOT_REFUND_URL: `${gates.redDot.url}/merchant-api`,
    EASYPOST_API_KEY: EASYPOST_KEY,
    EASYPOST_FROM: JSON.stringify(FROM),
    EASYPOST_WEBHOOK_SECRET: EASYPOST_SECRET,
    EASYPOST_URL: gates.easyPost.url,
    STORE_HOSTS: new URL(gates.sites.url).host,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
}
