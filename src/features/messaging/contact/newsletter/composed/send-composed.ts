import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { renderEmail, type OutboxEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { toSubscriberLinks } from '../../emails.ts'
import type { IssueReader } from '../issue-queries.ts'
import {
  claimNewsletterReaders,
  endNewsletter,
  findNewsletter,
  listSendingNewsletters,
  lockNewsletter,
} from './composed-queries.ts'
import { composedNewsletterEmail, type ComposedNewsletter } from './composed-email.ts'

/** The maximum of subscribers in one transaction, and in one run: the next run continues. */
const BATCH_SIZE = 50
const MAX_PER_RUN = 20_000

/**
 * Returns the job that emails newsletters to confirmed subscribers. Who has got one is stored with the email in the outbox, so it may
 * be killed and done again at any moment; the timer continues what was interrupted.
 */
export function sendNewsletters(publicUrl: string): Job {
  return job({
    name: 'contact.send_newsletters',
    input: z.object({}),
    attempts: 3,
    every: '*/5 * * * *',
    timeoutSeconds: 900,
    async run(_input, context) {
      for (const id of await listSendingNewsletters(context.db)) await sendOne(id, publicUrl, context)
    },
  })
}

async function sendOne(id: string, publicUrl: string, context: JobContext): Promise<void> {
  const newsletter = await findNewsletter(context.db, id)
  if (!newsletter?.startedAt) return
  const write = createEmailFactory({ ...newsletter, products: newsletter.products ?? [] }, publicUrl)
  for (let count = 0; count < MAX_PER_RUN; count += BATCH_SIZE)
    if (!(await sendBatch(id, { startedAt: newsletter.startedAt, write }, context))) return
}

type Batch = Readonly<{ startedAt: Date; write: (reader: IssueReader) => OutboxEmail }>

/** Returns whether there may be more to send. */
async function sendBatch(
  id: string,
  { startedAt, write }: Batch,
  { db, now, enqueue }: JobContext,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const locked = await lockNewsletter(tx, id)
    if (locked?.state !== 'sending') return false
    const readers = await claimNewsletterReaders(tx, { key: locked.key, startedAt, limit: BATCH_SIZE })
    await sendEmails(tx, { emails: readers.map(write), now, enqueue })
    if (readers.length === BATCH_SIZE) return true
    await endNewsletter(tx, { key: locked.key, state: 'sent', now })
    return false
  })
}

/** The email is rendered once and differs by its token only, as the monthly issue does. */
function createEmailFactory(
  newsletter: ComposedNewsletter & Readonly<{ id: string }>,
  publicUrl: string,
): (reader: IssueReader) => OutboxEmail {
  const tokenPlaceholder = newSecretId('subscription')
  const { subject, html, text } = renderEmail(
    composedNewsletterEmail(newsletter, tokenPlaceholder, publicUrl),
  )
  return ({ id, email, token }) => ({
    key: `newsletter:${newsletter.id}:${id}`,
    name: 'newsletter',
    to: email,
    subject,
    html: html.replaceAll(tokenPlaceholder, token),
    text: text.replaceAll(tokenPlaceholder, token),
    unsubscribeUrl: toSubscriberLinks(token, publicUrl).unsubscribe,
  })
}
