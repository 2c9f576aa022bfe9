import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { rows } from '#database/database.ts'
import { sandboxPages } from '#connectors/sandbox-pay/pages.ts'
import type { Sandbox } from '#connectors/sandbox-pay/provider.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { socialRoutes } from '#features/accounts/social-routes.ts'
import { readActor } from '#features/accounts/service.ts'
import { facetCounts, type FacetCounts } from '#features/catalog/facet-counts.ts'
import { listCache, type ListCache } from '#features/catalog/list-cache.ts'
import { catalogRoutes } from '#features/catalog/routes.ts'
import { chatRoutes } from '#features/chat/routes.ts'
import { type ChatLive, createChatLive } from '#features/chat/service.ts'
import { checkoutRoutes } from '#features/checkout/routes.ts'
import type { Till } from '#features/checkout/service.ts'
import { contactRoutes } from '#features/contact/routes.ts'
import { devMail } from '#features/notifications/dev-mail.ts'
import { ledgerRoutes } from '#features/ledger/routes.ts'
import { orderRoutes } from '#features/orders/routes.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { reviewRoutes } from '#features/reviews/routes.ts'
import { shippingRoutes } from '#features/shipping/routes.ts'
import { supplierRoutes } from '#features/suppliers/routes.ts'
import { wishlistRoutes } from '#features/wishlist/routes.ts'
import { createLimiter } from '#platform/http/limits.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { keptDocuments, type KeptDocuments } from '#platform/http/kept-documents.ts'
import type { HttpEnv } from '#platform/http/register-routes.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { installationSecret } from '#platform/secrets.ts'
import { ROUTES } from '#web/routes.ts'
import { accountDesk } from './account-desk.ts'
import { apiPage } from './api-page.ts'
import { crawlers } from './crawlers.ts'
import { facebookCallbacks } from './facebook-callbacks.ts'
import { createHttp, type Pages } from './http.ts'
import { paymentNotices } from './payment-notices.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import { paymentProviders } from './payment-providers.ts'
import { rateSource } from './rate-source.ts'
import type { AppSetup } from './setup.ts'
import { jobsOf, STORES } from './shop-jobs.ts'
import { signInProviders } from './sign-in-providers.ts'

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
  const secret = config.sandboxPaySecret ?? (await installationSecret(db, 'sandbox-pay'))
  const sandbox: Sandbox = { db, secret, clock, publicUrl: config.publicUrl }
  const providers = paymentProviders(setup, sandbox)
  const codeSecret = await installationSecret(db, 'account-codes')
  const deskOf = (enqueue: Enqueue) =>
    accountDesk({ publicUrl: config.publicUrl, codeSecret, clock }, enqueue)
  const tillOf = (enqueue: Enqueue): Till => ({ providers, publicUrl: config.publicUrl, enqueue })
  const declare = (enqueue: Enqueue) =>
    jobsOf(setup, { till: tillOf(enqueue), desk: deskOf(enqueue), secret })
  const jobs = await createJobs({ db, log, clock, declare })
  const [till, desk] = [tillOf(jobs.enqueue), deskOf(jobs.enqueue)]

  const limiter = createLimiter(db, config.limitFactor)
  const [lists, counts] = [listCache(), facetCounts()]
  const chat = createChatLive({ db, clock, log })
  const sitemaps = keptDocuments({ clock: () => clock().getTime() })
  const paths = ROUTES.map(({ path }) => path)
  const routes = [
    ...accountRoutes(desk),
    ...socialRoutes(desk, signInProviders(config.signIn, setup.send)),
    ...notificationRoutes,
    ...supplierRoutes,
    ...catalogRoutes({ lists, counts }),
    ...wishlistRoutes,
    ...reviewRoutes(setup.files),
    ...contactRoutes({ stores: STORES, enqueue: jobs.enqueue, limitFactor: config.limitFactor }),
    ...shippingRoutes(rateSource(setup)),
    ...ledgerRoutes(LEDGER_CHECKS),
    ...orderRoutes({ enqueue: jobs.enqueue }),
    ...checkoutRoutes(till, config.limitFactor),
    ...chatRoutes({ live: chat, files: setup.files, enqueue: jobs.enqueue }),
  ]
  const { facebook } = config.signIn
  const facebookMounts = facebook
    ? [{ path: '/users/facebook', app: facebookCallbacks({ ...facebook, db, desk, clock, limiter }) }]
    : []
  const { app, showPages } = createHttp({
    ...setup,
    limiter,
    readActor: (token, now) => readActor(db, token, now),
    routes,
    mounts: [
      { path: '/', app: crawlers({ db, publicUrl: config.publicUrl, paths, documents: sitemaps }) },
      { path: '/api', app: apiPage(() => openApiDocument(routes, config.publicUrl, '0.1.0')) },
      { path: '/payments', app: paymentNotices({ db, till, clock, log, limiter }) },
      ...(config.sandboxPay
        ? [{ path: '/payments/sandbox', app: sandboxPages(sandbox, jobs.enqueue, limiter) }]
        : []),
      ...facebookMounts,
      ...(config.production ? [] : [{ path: '/dev', app: devMail(db) }]),
      ...(setup.moreMounts ?? []),
    ],
    isReady: () => answers(db),
  })
  return { http: app, jobs, lists, counts, sitemaps, chat, showPages }
}

async function answers(db: Database): Promise<boolean> {
  try {
    return (await rows<{ one: number }>(db, sql`select 1 as one`)).length === 1
  } catch {
    return false
  }
}
