import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { messageAnswerEmail } from '../emails.ts'
import { findAnswer } from './inbox-queries.ts'

/** Emails an answer to the sender of the message, once; replies go to support. */
export function emailAnswer(readCompany: ReadCompany): Job {
  return job({
    name: 'contact.mail_answer',
    input: z.object({ entryId: z.number() }),
    attempts: 10,
    async run({ entryId }, { db, now, enqueue }) {
      const answer = await findAnswer(db, entryId)
      if (!answer) return
      const email = createEmail(
        { key: `contact:answer:${entryId}`, to: answer.email },
        messageAnswerEmail(answer),
      )
      const { supportEmail } = await readCompany(db)
      await sendEmails(db, { emails: [{ ...email, replyTo: supportEmail }], now, enqueue })
    },
  })
}
