import { practicePages } from '#connectors/practice-shop/pages.ts'
import { sandboxPages } from '#connectors/sandbox-pay/pages.ts'
import type { Sandbox } from '#connectors/sandbox-pay/provider.ts'
import type { Database } from '#database/database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import {
  createFacetCounts,
  type FacetCounts,
} from '#features/catalogue/catalog/storefront/facets/facet-counts.ts'
import { createListCache, type ListCache } from '#features/catalogue/catalog/storefront/lists/list-cache.ts'
import { createPostgresSearch } from '#features/catalogue/catalog/storefront/search/postgres-search.ts'
import type { AccountDeps } from '#features/identity/accounts/port.ts'
import { API_KEY_PREFIX } from '#core/access/api-scopes.ts'
import { readKeyHolder } from '#features/identity/api-keys/service.ts'
import { readActor } from '#features/identity/teams/service.ts'
import { type ChatLive, createChatLive } from '#features/messaging/chat/service.ts'
import { createDevMail } from '#features/messaging/notifications/dev-mail.ts'
import type { CheckoutDeps } from '#features/sales/checkout/service.ts'
import type { OrderDeps } from '#features/sales/orders/port.ts'
import { createDocumentCache, type DocumentCache } from '#platform/http/cache/document-cache.ts'
import type { ReadActor } from '#platform/http/calls/actor.ts'
import type { ReplicaReads } from '#platform/http/calls/replica-reads.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import { countInDatabase, createLimiter, type Limiter } from '#platform/http/limits/limits.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { deriveKey } from '#platform/security/sealing.ts'
import { ROUTES } from '#web/app/router/routes.ts'
import { createCarriers } from '../wiring/carriers.ts'
import { prepareFeatureDeps } from '../wiring/deps.ts'
import { paymentProviders } from '../wiring/payment-providers.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { createJobList } from '../wiring/shop-jobs.ts'
import { apiPage } from './api-page.ts'
import { createHttp, type Pages } from './http.ts'
import { crawlers } from './pages/crawlers.ts'
import { createRoutes } from './shop-routes.ts'
import { carrierWebhooks } from './webhooks/carrier-webhooks.ts'
import { facebookCallbacks } from './webhooks/facebook-callbacks.ts'
import {
  createInvalidSignatureAlert,
  type InvalidSignatureAlert,
} from './webhooks/invalid-signature-alert.ts'
import { paymentWebhooks } from './webhooks/payment-webhooks.ts'
import { storeWebhooks } from './webhooks/store-webhooks.ts'
import type { Hono } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'

/** The time limit of a probe's query, so that a load balancer gets a response within a second. */
const PROBE_TIMEOUT_MS = 800

/**
 * Returns a probe of whether the database responds, within 0.8 seconds. It runs one query at a time, so that probes
 * of a silent database do not fill the pool.
 */
export function createDatabaseProbe(db: Database): () => Promise<boolean> {
  let pendingProbe: Promise<boolean> | undefined
  return () => {
    pendingProbe ??= isResponding(db).finally(() => {
      pendingProbe = undefined
    })
    return Promise.race([pendingProbe, delay(PROBE_TIMEOUT_MS, false, { ref: false })])
  }
}

type Readiness = Readonly<{ isReady(): Promise<boolean>; startDraining(): void }>

/**
 * Returns whether the process does its work: while the database responds, and until it is stopped. A worker is ready
 * only once it looks for jobs.
 */
function createReadiness({ config, db }: AppSetup, jobs: Jobs): Readiness {
  let isDraining = false
  const isResponsive = createDatabaseProbe(db)
  const isAtWork = () => !isDraining && (config.process.role !== 'worker' || jobs.isWorking())
  return {
    isReady: async () => isAtWork() && (await isResponsive()),
    startDraining: () => void (isDraining = true),
  }
}

async function isResponding(db: Database): Promise<boolean> {
  try {
    // A connection to a silent server is discarded, so that the next probe uses another one.
    const question = { text: 'select 1 as one', query_timeout: PROBE_TIMEOUT_MS }
    return (await db.$client.query(question)).rowCount === 1
  } catch {
    return false
  }
}

/** The marketplace: it answers requests, and has jobs for a worker. */
export type App = Readonly<{
  http: Hono<HttpEnv>
  jobs: Jobs
  /** The cache of finished product lists. */
  lists: ListCache
  /** The cache of sitemaps of the whole catalogue. */
  sitemaps: DocumentCache
  /** The cache of facet counts. */
  counts: FacetCounts
  /** The open streams of conversations. */
  chat: ChatLive
  showPages(pages: Pages): void
  /** Makes `/readyz` report the stop of the process, so that load balancers send no more requests. */
  startDraining(): void
}>

/** Assembles the marketplace. Features get their dependencies as arguments. */
export async function createApp(setup: AppSetup): Promise<App> {
  const { config, db, clock, log } = setup
  const { publicUrl } = config
  const secret = config.sandboxPaySecret ?? (await deriveKey(config, 'sandbox-pay'))
  const sandbox: Sandbox = { db, secret, clock, publicUrl }
  const providers = paymentProviders(setup, sandbox)
  const getFeatureDeps = await prepareFeatureDeps(setup, providers)
  const declare = (enqueue: Enqueue) => createJobList(setup, { featureDeps: getFeatureDeps(enqueue), secret })
  const jobs = await createJobs({ ...setup, declare, storeWorkers: config.process.storeWorkers })
  const featureDeps = getFeatureDeps(jobs.enqueue)

  const limiter = createLimiter(setup.countGroups ?? countInDatabase(db), config.limitFactor)
  const alert = createInvalidSignatureAlert(log)
  const [lists, counts] = [createListCache(), createFacetCounts()]
  const search = createPostgresSearch(counts)
  const chat = createChatLive({ db, clock, log })
  const sitemaps = createDocumentCache({ clock: () => clock().getTime() })
  const readiness = createReadiness(setup, jobs)
  const paths = listPagePaths(config)
  const replicaReads = setup.replicas && (await openReplicaReads(setup, setup.replicas))
  const routes = createRoutes(setup, { featureDeps, failedJobs: jobs.failed, lists, search, chat })
  const { app, showPages } = createHttp({
    ...setup,
    limiter,
    readActor: createActorReader(setup),
    replicaReads,
    routes,
    pagePaths: paths,
    mounts: [
      {
        path: '/',
        app: crawlers({
          readDb: () => setup.replicas?.read() ?? db,
          publicUrl: config.publicUrl,
          paths,
          documents: sitemaps,
        }),
      },
      { path: '/api', app: apiPage(routes, config.publicUrl) },
      createPaymentMount(setup, { deps: featureDeps.checkoutDeps, limiter, alarm: alert }),
      ...createCarrierMounts(setup, { deps: featureDeps.orders, limiter, alarm: alert }),
      {
        path: '/practice-shop',
        app: practicePages({ db, publicUrl, clock, enqueue: jobs.enqueue, wait: (ms) => delay(ms), limiter }),
      },
      {
        path: '/stores/webhooks',
        app: storeWebhooks({ db, deps: featureDeps.shopOrders, clock, limiter, alarm: alert }),
      },
      ...(config.sandboxPay
        ? [{ path: '/payments/sandbox', app: sandboxPages(sandbox, jobs.enqueue, limiter) }]
        : []),
      ...createFacebookMounts(setup, featureDeps.accounts, limiter),
      ...(config.production ? [] : [{ path: '/dev', app: createDevMail(db) }]),
      ...(setup.moreMounts ?? []),
    ],
    isReady: readiness.isReady,
  })
  return { http: app, jobs, lists, counts, sitemaps, chat, showPages, startDraining: readiness.startDraining }
}

/** Returns the choice of servers for reads, which knows callers by a signed cookie. */
async function openReplicaReads(
  { config, db }: Pick<AppSetup, 'config' | 'db'>,
  replicas: Replicas,
): Promise<ReplicaReads> {
  const { createReplicaReads } = await import('#platform/http/calls/replica-reads.ts')
  const { cookieDomain, publicUrl } = config
  const secret = await deriveKey(config, 'seen positions')
  return createReplicaReads({ replicas, db, secret, cookieDomain, isSecure: publicUrl.startsWith('https:') })
}

/** Returns the paths of pages. In production paths below /dev are unknown. */
function listPagePaths({ production }: AppSetup['config']): string[] {
  return ROUTES.map(({ path }) => path).filter((path) => !production || !path.startsWith('/dev/'))
}

/** Returns the function that identifies the callers of calls. */
function createActorReader({ db, config }: Pick<AppSetup, 'db' | 'config'>): ReadActor {
  const { operatorsNeedSecondFactor } = config
  return (token, now, business) => {
    const read = token.startsWith(API_KEY_PREFIX) ? readKeyHolder : readActor
    return read(db, token, { now, business, operatorsNeedSecondFactor })
  }
}

function createFacebookMounts({ config, db, clock }: AppSetup, deps: AccountDeps, limiter: Limiter) {
  const { facebook } = config.signIn
  return facebook
    ? [{ path: '/users/facebook', app: facebookCallbacks({ ...facebook, db, deps, clock, limiter }) }]
    : []
}

/** Returns the routes of the payment providers' webhooks. */
function createPaymentMount(
  { db, clock, log }: Pick<AppSetup, 'db' | 'clock' | 'log'>,
  { deps, limiter, alarm }: Readonly<{ deps: CheckoutDeps; limiter: Limiter; alarm: InvalidSignatureAlert }>,
) {
  return { path: '/payments', app: paymentWebhooks({ db, checkoutDeps: deps, clock, log, limiter, alarm }) }
}

/** Returns the routes of the carriers' webhooks, if a carrier is configured. */
function createCarrierMounts(
  setup: AppSetup,
  { deps, limiter, alarm }: Readonly<{ deps: OrderDeps; limiter: Limiter; alarm: InvalidSignatureAlert }>,
): readonly Readonly<{ path: string; app: Hono<HttpEnv> }>[] {
  const { db, clock, config } = setup
  const carriers = config.easyPost && createCarriers(setup)
  return carriers
    ? [{ path: '/shipping/notify', app: carrierWebhooks({ db, carriers, deps, clock, limiter, alarm }) }]
    : []
}
