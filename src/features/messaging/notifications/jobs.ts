import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import { withAsyncCommit } from '#database/database.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { OutgoingEmail, Mailer } from '#platform/mail/mailer.ts'
import { completePictureAddresses } from './email.ts'
import {
  clearSecretEmailsBefore,
  listQueuedEmails,
  type StoredEmail,
  markFailed,
  markSent,
} from './queries.ts'

/** The attempts to send an email. The wait doubles from five seconds, so they cover an outage of more than a day. */
const ATTEMPTS = 16

/** The most emails that one job sends; at a slow server they still fit its time limit. */
const BATCH_SIZE = 5

/** The sender's domain, and the shop's URL for pictures in emails. */
type Sender = Readonly<{ domain: string; publicUrl: string }>

/**
 * Sends emails of the outbox. SMTP cannot tell whether an email was sent before, so the Message-ID is derived from its
 * key: an email sent twice by a crash before recording has the same one. An email that the server rejects is marked as
 * failed; one that it cannot accept now is retried, and delays no other. With `clearSecrets`, emails that grant access
 * to an account are emptied once sent; without, they stay readable in the development outbox.
 */
export function deliverEmails(mailer: Mailer, sender: Sender, clearSecrets = false): Job {
  return job({
    name: 'notifications.send_mails',
    input: z.object({ mailIds: z.array(z.number()) }),
    attempts: ATTEMPTS,
    batch: BATCH_SIZE,
    async run({ mailIds }, context) {
      const emails = await listQueuedEmails(context.db, mailIds)
      const results = []
      for (const email of emails)
        results.push({ mail: email, failure: await deliverEmail(email, mailer, sender) })
      await saveResults(results, context, clearSecrets)
    },
  })
}

type DeliveryResult = { mail: StoredEmail; failure: unknown }

/** Returns the error, if the email could not be sent. */
async function deliverEmail(email: StoredEmail, mailer: Mailer, sender: Sender): Promise<unknown> {
  try {
    await mailer(toOutgoingEmail(email, sender))
    return undefined
  } catch (error) {
    return error
  }
}

async function saveResults(
  results: readonly DeliveryResult[],
  { db, now, log }: JobContext,
  clearSecrets: boolean,
): Promise<void> {
  const sent = results.filter(({ failure }) => failure === undefined).map(({ mail }) => mail.id)
  if (sent.length > 0) await markSent(withAsyncCommit(db), sent, { sentAt: now, forgetSecrets: clearSecrets })
  const [retryable] = results.map(({ failure }) => failure).filter((failure) => failure instanceof AppError)
  for (const { mail, failure } of results) {
    if (failure === undefined || failure instanceof AppError) continue
    log.error({ err: failure, mailId: mail.id }, 'the mail server refused an email')
    await markFailed(db, mail.id, String(failure))
  }
  if (retryable) throw retryable
}

function toOutgoingEmail(
  { key, recipient, subject, text, html, ...more }: StoredEmail,
  { domain, publicUrl }: Sender,
): OutgoingEmail {
  return {
    to: recipient,
    subject,
    text,
    html: completePictureAddresses(html, publicUrl),
    messageId: `<${key.replaceAll(/[^\w.-]+/g, '.')}@${domain}>`,
    ...(more.replyTo ? { replyTo: more.replyTo } : {}),
    ...(more.unsubscribeUrl ? { unsubscribeUrl: more.unsubscribeUrl } : {}),
  }
}

/** How long secret emails are stored: longer than any secret is valid, such as a password link with its hour. */
const SECRET_RETENTION_MS = 61 * MINUTE

/** Empties old emails that granted access to an account, sent or not. */
export const clearSecretEmails = job({
  name: 'notifications.forget_secret_mails',
  input: z.object({}),
  attempts: 3,
  every: '*/15 * * * *',
  async run(_input, { db, now }) {
    await clearSecretEmailsBefore(db, addMs(now, -SECRET_RETENTION_MS))
  },
})
