import { sandboxPages } from '#connectors/sandbox-pay/pages.ts'
import type { Sandbox } from '#connectors/sandbox-pay/provider.ts'
import { type Database, rows } from '#database/database.ts'
import { facetCounts, type FacetCounts } from '#features/catalogue/catalog/facets/facet-counts.ts'
import { listCache, type ListCache } from '#features/catalogue/catalog/lists/list-cache.ts'
import type { AccountDesk } from '#features/identity/accounts/port.ts'
import { readActor } from '#features/identity/accounts/service.ts'
import { type ChatLive, createChatLive } from '#features/messaging/chat/service.ts'
import { devMail } from '#features/messaging/notifications/dev-mail.ts'
import type { OrderDeps } from '#features/sales/orders/port.ts'
import { keptDocuments, type KeptDocuments } from '#platform/http/cache/document-cache.ts'
import { openApiDocument } from '#platform/http/calls/openapi.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import { createLimiter, type Limiter } from '#platform/http/limits/limits.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { deriveKey } from '#platform/security/sealing.ts'
import { ROUTES } from '#web/app/routes.ts'
import { carriersOf } from '../wiring/carriers.ts'
import { prepareDesks } from '../wiring/deps.ts'
import { paymentProviders } from '../wiring/payment-providers.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { jobsOf } from '../wiring/shop-jobs.ts'
import { apiPage } from './api-page.ts'
import { createHttp, type Pages } from './http.ts'
import { crawlers } from './pages/crawlers.ts'
import { routesOf } from './shop-routes.ts'
import { carrierNotices } from './webhooks/carrier-webhooks.ts'
import { facebookCallbacks } from './webhooks/facebook-callbacks.ts'
import { forgeryAlarm, type ForgeryAlarm } from './webhooks/invalid-signature-alert.ts'
import { paymentNotices } from './webhooks/payment-webhooks.ts'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'

/** How long the database may take to answer a probe. A balancer is told within a second. */
const LONGEST_MS = 800

/**
 * Returns a probe that says whether the database answers, after 0.8 seconds at most. While one question waits no other is asked:
 * probes of a database that is silent do not fill the pool.
 */
export function databaseProbe(db: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= answers(db).finally(() => {
      asking = undefined
    })
    return Promise.race([asking, delay(LONGEST_MS, false, { ref: false })])
  }
}

async function answers(db: Database): Promise<boolean> {
  try {
    return (await rows<{ one: number }>(db, sql`select 1 as one`)).length === 1
  } catch {
    return false
  }
}

/** The marketplace: answers requests, and has jobs that a worker may run. */
export type App = Readonly<{
  http: Hono<HttpEnv>
  jobs: Jobs
  /** Lists of pieces that are kept finished for a moment. */
  lists: ListCache
  /** What search engines read of the whole catalogue. */
  sitemaps: KeptDocuments
  /** How many pieces have what, kept until something changes. */
  counts: FacetCounts
  /** The open streams of conversations. */
  chat: ChatLive
  showPages(pages: Pages): void
}>

/** Puts the marketplace together. Features get what they need handed over; nothing is looked up. */
export async function createApp(setup: AppSetup): Promise<App> {
  const { config, db, clock, log } = setup
  const { publicUrl } = config
  const secret = config.sandboxPaySecret ?? (await deriveKey(config, 'sandbox-pay'))
  const sandbox: Sandbox = { db, secret, clock, publicUrl }
  const providers = paymentProviders(setup, sandbox)
  const desksOf = await prepareDesks(setup, providers)
  const declare = (enqueue: Enqueue) => jobsOf(setup, { desks: desksOf(enqueue), secret })
  const jobs = await createJobs({ db, log, clock, declare })
  const desks = desksOf(jobs.enqueue)

  const [limiter, alarm] = [createLimiter(db, config.limitFactor), forgeryAlarm(log)]
  const [lists, counts] = [listCache(), facetCounts()]
  const chat = createChatLive({ db, clock, log })
  const sitemaps = keptDocuments({ clock: () => clock().getTime() })
  const paths = ROUTES.map(({ path }) => path)
  const routes = routesOf(setup, { desks, lists, counts, chat })
  const { app, showPages } = createHttp({
    ...setup,
    limiter,
    readActor: (token, now) => readActor(db, token, now),
    routes,
    mounts: [
      { path: '/', app: crawlers({ db, publicUrl: config.publicUrl, paths, documents: sitemaps }) },
      { path: '/api', app: apiPage(() => openApiDocument(routes, config.publicUrl, '0.1.0')) },
      { path: '/payments', app: paymentNotices({ db, till: desks.till, clock, log, limiter, alarm }) },
      ...carrierMounts(setup, { desk: desks.orders, limiter, alarm }),
      ...(config.sandboxPay
        ? [{ path: '/payments/sandbox', app: sandboxPages(sandbox, jobs.enqueue, limiter) }]
        : []),
      ...facebookMounts(setup, desks.accounts, limiter),
      ...(config.production ? [] : [{ path: '/dev', app: devMail(db) }]),
      ...(setup.moreMounts ?? []),
    ],
    isReady: databaseProbe(db),
  })
  return { http: app, jobs, lists, counts, sitemaps, chat, showPages }
}

function facebookMounts({ config, db, clock }: AppSetup, desk: AccountDesk, limiter: Limiter) {
  const { facebook } = config.signIn
  return facebook
    ? [{ path: '/users/facebook', app: facebookCallbacks({ ...facebook, db, desk, clock, limiter }) }]
    : []
}

/** Where the messages of carriers arrive, if there is somebody who sends them. */
function carrierMounts(
  setup: AppSetup,
  { desk, limiter, alarm }: Readonly<{ desk: OrderDeps; limiter: Limiter; alarm: ForgeryAlarm }>,
): readonly Readonly<{ path: string; app: Hono<HttpEnv> }>[] {
  const { db, clock } = setup
  const carriers = carriersOf(setup)
  return carriers
    ? [{ path: '/shipping/notify', app: carrierNotices({ db, carriers, desk, clock, limiter, alarm }) }]
    : []
}
