import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { later, MINUTE } from '#core/time.ts'
import { relaxed } from '#database/database.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { Letter, Mailer } from '#platform/mail/mailer.ts'
import { emptySecrets, listWaitingMails, type Mail, stampFailed, stampSent } from './queries.ts'

/** With a wait that doubles from five seconds on, this is a day and more: mail servers are away that long. */
const ATTEMPTS = 16

/** Letters that one reason calls for go together; a job's time is enough for these at a slow server. */
const BATCH = 5

/**
 * Sends mails of the outbox. SMTP cannot tell whether it saw a letter before, so the Message-ID is made from the
 * mail's key: a letter doubled by a crash between sending and noting carries the same one. A letter that the server
 * refuses is noted as failed; one that it cannot take now is tried again, and keeps no other back. `domain` is the
 * sender's. With `forgetSecrets` what opens an account is forgotten as soon as it has left; without, it can still be looked at
 * in the outbox of development.
 */
export function sendMails(mailer: Mailer, domain: string, forgetSecrets = false): Job {
  return job({
    name: 'notifications.send_mails',
    input: z.object({ mailIds: z.array(z.number()) }),
    attempts: ATTEMPTS,
    batch: BATCH,
    async run({ mailIds }, context) {
      const mails = await listWaitingMails(context.db, mailIds)
      const outcomes = []
      for (const mail of mails) outcomes.push({ mail, failure: await send(mail, mailer, domain) })
      await noteOutcomes(outcomes, context, forgetSecrets)
    },
  })
}

type Outcome = { mail: Mail; failure: unknown }

/** Gives what went wrong, if anything did. */
async function send(mail: Mail, mailer: Mailer, domain: string): Promise<unknown> {
  try {
    await mailer(letterOf(mail, domain))
    return undefined
  } catch (error) {
    return error
  }
}

async function noteOutcomes(
  outcomes: readonly Outcome[],
  { db, now, log }: JobContext,
  forgetSecrets: boolean,
): Promise<void> {
  const sent = outcomes.filter(({ failure }) => failure === undefined).map(({ mail }) => mail.id)
  if (sent.length > 0) await stampSent(relaxed(db), sent, { sentAt: now, forgetSecrets })
  const [notYet] = outcomes.map(({ failure }) => failure).filter((failure) => failure instanceof AppError)
  for (const { mail, failure } of outcomes) {
    if (failure === undefined || failure instanceof AppError) continue
    log.error({ err: failure, mailId: mail.id }, 'the mail server refused a letter')
    await stampFailed(db, mail.id, String(failure))
  }
  if (notYet) throw notYet
}

function letterOf({ key, recipient, subject, text, html, ...more }: Mail, domain: string): Letter {
  return {
    to: recipient,
    subject,
    text,
    html,
    messageId: `<${key.replaceAll(/[^\w.-]+/g, '.')}@${domain}>`,
    ...(more.replyTo ? { replyTo: more.replyTo } : {}),
    ...(more.unsubscribeUrl ? { unsubscribeUrl: more.unsubscribeUrl } : {}),
  }
}

/** Longer than anything secret is good: a link to set a new password is, for an hour. */
const SECRETS_MS = 61 * MINUTE

/** Empties mails that once opened an account, sent or not. */
export const forgetSecretMails = job({
  name: 'notifications.forget_secret_mails',
  input: z.object({}),
  attempts: 3,
  every: '*/15 * * * *',
  async run(_input, { db, now }) {
    await emptySecrets(db, later(now, -SECRETS_MS))
  },
})
