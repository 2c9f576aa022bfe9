import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { rows } from '#database/database.ts'
import { bringLateMoney, sendNotice, type Send } from '#connectors/sandbox-pay/notices.ts'
import { sandboxPages } from '#connectors/sandbox-pay/pages.ts'
import { sandboxPay, type Sandbox } from '#connectors/sandbox-pay/provider.ts'
import { zoneRates } from '#connectors/zone-rates/zone-rates.ts'
import { readActor } from '#features/accounts/service.ts'
import { facetCounts, type FacetCounts } from '#features/catalog/facet-counts.ts'
import { listCache, type ListCache } from '#features/catalog/list-cache.ts'
import { foldFigures, recountWords } from '#features/catalog/jobs.ts'
import { catalogRoutes } from '#features/catalog/routes.ts'
import { mailPaidOrder, pollPayments } from '#features/checkout/jobs.ts'
import { checkoutRoutes } from '#features/checkout/routes.ts'
import type { Till } from '#features/checkout/service.ts'
import {
  forgetUnconfirmed,
  inviteSubscriber,
  mailMessage,
  welcomeSubscriber,
} from '#features/contact/jobs.ts'
import { contactRoutes } from '#features/contact/routes.ts'
import { devMail } from '#features/notifications/dev-mail.ts'
import { sendMails } from '#features/notifications/jobs.ts'
import { releaseReservations } from '#features/orders/jobs.ts'
import { reviewRoutes } from '#features/reviews/routes.ts'
import { forgetOldRates } from '#features/shipping/jobs.ts'
import { shippingRoutes } from '#features/shipping/routes.ts'
import { supplierRoutes } from '#features/suppliers/routes.ts'
import { findSupplierContact, findVerifiedSupplier } from '#features/suppliers/service.ts'
import type { Config } from '#platform/config.ts'
import { forgetOldLimits } from '#platform/http/limit-jobs.ts'
import { createLimiter } from '#platform/http/limits.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { keptDocuments, type KeptDocuments } from '#platform/http/kept-documents.ts'
import type { HttpEnv } from '#platform/http/register-routes.ts'
import type { Enqueue, Job } from '#platform/jobs/job.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { outboxOnly, smtpMailer, type Mailer } from '#platform/mail/mailer.ts'
import { installationSecret } from '#platform/secrets.ts'
import { COMPANY } from '#web/content/company.ts'
import { ROUTES } from '#web/routes.ts'
import { apiPage } from './api-page.ts'
import { crawlers } from './crawlers.ts'
import { createHttp, type Pages } from './http.ts'
import { paymentNotices } from './payment-notices.ts'

/** What the marketplace is put together from: `send` is how it speaks to other servers. */
export type AppSetup = Readonly<{
  config: Config
  db: Database
  log: Log
  clock: () => Date
  send: Send
  mailer?: Mailer
  moreJobs?: readonly Job[]
  moreMounts?: readonly Readonly<{ path: string; app: Hono }>[]
}>

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
  showPages(pages: Pages): void
}>

/** Puts the marketplace together. Features get what they need handed over; nothing is looked up. */
export async function createApp(setup: AppSetup): Promise<App> {
  const { config, db, clock, log } = setup
  const secret = config.sandboxPaySecret ?? (await installationSecret(db, 'sandbox-pay'))
  const sandbox: Sandbox = { db, secret, clock, publicUrl: config.publicUrl }
  const tillOf = (enqueue: Enqueue): Till => ({
    provider: config.sandboxPay ? sandboxPay(sandbox) : undefined,
    publicUrl: config.publicUrl,
    enqueue,
  })
  const declare = (enqueue: Enqueue) => [
    ...allJobs(setup, tillOf(enqueue), secret),
    ...(setup.moreJobs ?? []),
  ]
  const jobs = await createJobs({
    db,
    log,
    clock,
    declare,
  })
  const till = tillOf(jobs.enqueue)

  const limiter = createLimiter(db, config.limitFactor)
  const [lists, counts] = [listCache(), facetCounts()]
  const sitemaps = keptDocuments({ clock: () => clock().getTime() })
  const paths = ROUTES.map(({ path }) => path)
  const routes = [
    ...supplierRoutes,
    ...catalogRoutes({ lists, counts }),
    ...reviewRoutes(),
    ...contactRoutes({ stores: STORES, enqueue: jobs.enqueue, limitFactor: config.limitFactor }),
    ...shippingRoutes(zoneRates),
    ...checkoutRoutes(till, config.limitFactor),
  ]
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
      ...(config.production ? [] : [{ path: '/dev', app: devMail(db) }]),
      ...(setup.moreMounts ?? []),
    ],
    isReady: () => answers(db),
  })
  return { http: app, jobs, lists, counts, sitemaps, showPages }
}

/** Contact comes before the suppliers in the row of features: what it has to know of them is handed over. */
const STORES = { find: findVerifiedSupplier, contactOf: findSupplierContact }

function allJobs({ config, mailer, send }: AppSetup, till: Till, secret: string): Job[] {
  const post = mailer ?? (config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxOnly)
  return [
    foldFigures,
    recountWords,
    releaseReservations,
    forgetOldRates,
    forgetOldLimits,
    mailPaidOrder(config.publicUrl),
    mailMessage({ supportEmail: config.supportEmail ?? COMPANY.supportEmail, stores: STORES }),
    inviteSubscriber(config.publicUrl),
    welcomeSubscriber(config.publicUrl),
    forgetUnconfirmed,
    sendMails(post, /@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'),
    pollPayments(till),
    ...(config.sandboxPay ? [sendNotice(send, secret), bringLateMoney] : []),
  ]
}

async function answers(db: Database): Promise<boolean> {
  try {
    return (await rows<{ one: number }>(db, sql`select 1 as one`)).length === 1
  } catch {
    return false
  }
}
