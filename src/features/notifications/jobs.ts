import { z } from 'zod'
import { AppError } from '#ground/errors.ts'
import { relaxed } from '#database/database.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { findWaitingMail, type Mail, stampMail } from './queries.ts'

/** With a wait that doubles from five seconds on, this is a day and more: mail servers are away that long. */
const ATTEMPTS = 16

/**
 * Sends a mail of the outbox. SMTP cannot tell whether it saw a letter before, so the Message-ID is made from the
 * mail's key: a letter doubled by a crash between sending and noting carries the same one. `domain` is the sender's.
 */
export function sendMail(mailer: Mailer, domain: string): Job {
  return job({
    name: 'notifications.send_mail',
    input: z.object({ mailId: z.number() }),
    attempts: ATTEMPTS,
    async run({ mailId }, { db, now, log }) {
      const mail = await findWaitingMail(db, mailId)
      if (!mail) return
      try {
        await mailer(letterOf(mail, domain))
      } catch (error) {
        if (error instanceof AppError) throw error
        log.error({ err: error, mailId }, 'the mail server refused a letter')
        return stampMail(db, mailId, { state: 'failed', failure: String(error) })
      }
      await stampMail(relaxed(db), mailId, { state: 'sent', sentAt: now })
    },
  })
}

function letterOf({ key, recipient, subject, text, html }: Mail, domain: string) {
  return { to: recipient, subject, text, html, messageId: `<${key.replaceAll(/[^\w.-]+/g, '.')}@${domain}>` }
}
