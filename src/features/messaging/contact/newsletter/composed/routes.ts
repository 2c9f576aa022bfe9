import { randomUUID } from 'node:crypto'
import type { Queryable } from '#database/database.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { createEmail, renderEmailForPreview, sendEmails } from '#features/messaging/notifications/service.ts'
import { readKey, toCursor } from '#platform/http/calls/cursor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ListNewsletterProducts } from '../../port.ts'
import {
  changeDraft,
  checkNewsletter,
  createDraft,
  listRecentProducts,
  newsletterNotFound,
  removeDraft,
  startSending,
  stopSending,
} from './compose.ts'
import { composedNewsletterEmail } from './composed-email.ts'
import {
  countSubscribers,
  findNewsletter,
  listIssues,
  listNewsletters,
  type StoredNewsletter,
} from './composed-queries.ts'
import * as contract from './contract.ts'
import type { NewsletterData, NewsletterFormData } from './contract.ts'

/** The dependencies of newsletters: the shop's address, the new products, and how jobs are enqueued. */
export type NewsletterRouteDeps = Readonly<{
  publicUrl: string
  listNewProducts: ListNewsletterProducts
  enqueue: Enqueue
}>

const PAGE_SIZE = 50

/** Returns the routes by which operators compose and send newsletters. */
export function newsletterRoutes(deps: NewsletterRouteDeps): Route[] {
  return [
    route(contract.listNewsletters, async ({ query: { cursor } }, { db }) => {
      const found = await listNewsletters(db, { before: readKey(cursor), limit: PAGE_SIZE + 1 })
      const last = found[PAGE_SIZE - 1]
      const issues = await listIssues(db)
      return ok('Newsletters', {
        newsletters: found.slice(0, PAGE_SIZE).map(toNewsletterView),
        nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.key]) : null,
        issues: issues.map(({ createdAt, ...issue }) => ({ ...issue, createdAt: createdAt.toISOString() })),
        subscribers: await countSubscribers(db),
      })
    }),

    ...draftRoutes(deps),

    route(contract.readNewsletter, async ({ params: { id } }, { db }) => {
      const stored = await getNewsletter(db, id)
      const { products } = stored
      // A sent one shows the products that it was sent with.
      const content = products && composedNewsletterEmail({ ...stored, products }, NO_TOKEN, deps.publicUrl)
      return ok('Newsletter', {
        newsletter: toNewsletterView(stored),
        subscribers: (await countSubscribers(db)).confirmed,
        email: content && (await renderEmailForPreview(db, content)),
      })
    }),

    route(contract.createNewsletter, async ({ body: form }, context) => {
      const id = await createDraft(context.db, toAuditSource(context), form)
      return ok('Draft saved.', { newsletter: await readNewsletter(context.db, id) })
    }),

    route(contract.saveNewsletter, async ({ params: { id }, body: { version, ...form } }, { db }) => {
      await changeDraft(db, { id, version, form })
      return ok('Draft saved.', { newsletter: await readNewsletter(db, id) })
    }),

    route(contract.deleteNewsletter, async ({ params: { id } }, { db }) => {
      await removeDraft(db, id)
      return ok('Draft deleted.', {})
    }),

    route(contract.sendNewsletter, async ({ params: { id }, body: { version } }, context) => {
      await startSending(context.db, toAuditSource(context), { ...deps, id, version })
      return ok('The newsletter is being sent.', { newsletter: await readNewsletter(context.db, id) })
    }),

    route(contract.stopNewsletter, async ({ params: { id } }, context) => {
      await stopSending(context.db, toAuditSource(context), id)
      return ok('Stopped. Emails in the outbox still leave.', {
        newsletter: await readNewsletter(context.db, id),
      })
    }),
  ]
}

/** The token of a preview and a test unsubscribes nobody. */
const NO_TOKEN = 'preview'

/** The routes of what is not saved yet. */
function draftRoutes({ publicUrl, listNewProducts, enqueue }: NewsletterRouteDeps): Route[] {
  async function compose(db: Queryable, form: NewsletterFormData, now: Date) {
    checkNewsletter(form)
    const products = form.withProducts ? await listRecentProducts(db, { listNewProducts, now }) : []
    return composedNewsletterEmail({ ...form, products }, NO_TOKEN, publicUrl)
  }

  return [
    route(contract.previewNewsletter, async ({ body: form }, { db, now }) =>
      ok('Preview', await renderEmailForPreview(db, await compose(db, form, now))),
    ),

    route(contract.sendTestNewsletter, async ({ body: form }, { db, actor, now }) => {
      const content = await compose(db, form, now)
      const key = `newsletter-test:${actor.publicId}:${randomUUID()}`
      const email = createEmail({ key, to: actor.email }, { ...content, subject: `Test: ${content.subject}` })
      await sendEmails(db, { emails: [email], now, enqueue })
      return ok(`Test sent to ${actor.email}.`, {})
    }),
  ]
}

async function readNewsletter(db: Queryable, id: string): Promise<NewsletterData> {
  return toNewsletterView(await getNewsletter(db, id))
}

async function getNewsletter(db: Queryable, id: string): Promise<StoredNewsletter> {
  const found = await findNewsletter(db, id)
  if (!found) throw newsletterNotFound()
  return found
}

function toNewsletterView(stored: StoredNewsletter): NewsletterData {
  const { key: _key, products: _products, createdAt, startedAt, endedAt, ...rest } = stored
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
