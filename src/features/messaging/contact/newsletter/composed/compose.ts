import { type EmailText, findEmailTextProblem } from '#core/emails/texts/email-template.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ListNewsletterProducts, NewsletterProduct } from '../../port.ts'
import { MAX_ISSUE_PRODUCTS } from '../../rules.ts'
import {
  countSubscribers,
  deleteDraft,
  endNewsletter,
  insertNewsletter,
  lockNewsletter,
  type LockedNewsletter,
  startNewsletter,
  updateDraft,
} from './composed-queries.ts'
import type { NewsletterFormData } from './contract.ts'

const DAY_MS = 24 * 3_600_000
const NEW_FOR_DAYS = 30

/** Throws `newsletter_faulty` where something is missing or would not be plain text. */
export function checkNewsletter(form: EmailText): void {
  const problem = findEmailTextProblem({ placeholders: {} }, form)
  if (problem) throw invalid('newsletter_faulty', problem.text, { fields: [problem.field] })
}

/** Creates a draft; returns its public id. Throws `newsletter_faulty`. */
export async function createDraft(
  db: Database,
  { memberId: accountId, now }: AuditSource,
  form: NewsletterFormData,
): Promise<string> {
  checkNewsletter(form)
  const id = newId('newsletter', now.getTime())
  await inTransaction(db, (tx) => insertNewsletter(tx, { ...form, id, accountId, now }))
  return id
}

/** Changes a draft. Throws `newsletter_not_found` and `newsletter_faulty`; refuses with `newsletter_state` and `changed_meanwhile`. */
export async function changeDraft(
  db: Database,
  { id, version, form }: Readonly<{ id: string; version: number; form: NewsletterFormData }>,
): Promise<void> {
  checkNewsletter(form)
  await inTransaction(db, async (tx) => {
    const { key } = await lockDraft(tx, id, version)
    await updateDraft(tx, key, form)
  })
}

/** Deletes a draft. Throws `newsletter_not_found`; refuses with `newsletter_state`. */
export async function removeDraft(db: Database, id: string): Promise<void> {
  await inTransaction(db, async (tx) => deleteDraft(tx, (await lockDraft(tx, id)).key))
}

/** Returns the products that came new in the last 30 days, for a newsletter that shows them. */
export function listRecentProducts(
  db: Queryable,
  { listNewProducts, now }: Readonly<{ listNewProducts: ListNewsletterProducts; now: Date }>,
): Promise<NewsletterProduct[]> {
  const span = { from: new Date(now.getTime() - NEW_FOR_DAYS * DAY_MS), until: now }
  return listNewProducts(db, span, MAX_ISSUE_PRODUCTS)
}

/**
 * Has a draft sent to all confirmed subscribers by a job. Throws `newsletter_not_found`; refuses with `newsletter_state`,
 * `changed_meanwhile` and `no_subscribers`.
 */
export async function startSending(
  db: Database,
  source: AuditSource,
  request: Readonly<{
    id: string
    version: number
    enqueue: Enqueue
    listNewProducts: ListNewsletterProducts
  }>,
): Promise<void> {
  const { id, version, enqueue, listNewProducts } = request
  await inTransaction(db, async (tx) => {
    const { key, withProducts } = await lockDraft(tx, id, version)
    const { confirmed } = await countSubscribers(tx)
    if (confirmed === 0) throw refused('no_subscribers', 'There are no confirmed subscribers yet.')
    const { now } = source
    const products = withProducts ? await listRecentProducts(tx, { listNewProducts, now }) : []
    await startNewsletter(tx, { key, products, now })
    await enqueue(tx, { job: 'contact.send_newsletters', input: {} })
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'message',
      action: 'Sent a newsletter',
      entity: `newsletter:${id}`,
      before: { state: 'draft' },
      after: { state: 'sending', subscribers: confirmed },
    })
  })
}

/** Stops a newsletter that is being sent. Throws `newsletter_not_found`; refuses with `newsletter_state`. */
export async function stopSending(db: Database, source: AuditSource, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { key, state } = await lock(tx, id)
    if (state !== 'sending') throw refused('newsletter_state', 'This newsletter isn’t being sent.')
    await endNewsletter(tx, { key, state: 'stopped', now: source.now })
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'message',
      action: 'Stopped a newsletter',
      entity: `newsletter:${id}`,
      before: { state },
      after: { state: 'stopped' },
    })
  })
}

async function lockDraft(tx: Transaction, id: string, version?: number): Promise<LockedNewsletter> {
  const found = await lock(tx, id)
  if (found.state !== 'draft') throw refused('newsletter_state', 'This newsletter has been sent already.')
  if (version !== undefined && found.version !== version)
    throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
  return found
}

async function lock(tx: Transaction, id: string): Promise<LockedNewsletter> {
  const found = await lockNewsletter(tx, id)
  if (!found) throw newsletterNotFound()
  return found
}

/** Returns the error for a newsletter that doesn't exist. */
export function newsletterNotFound() {
  return notFound('newsletter_not_found', 'This newsletter doesn’t exist.')
}
