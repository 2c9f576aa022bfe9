import { z } from 'zod'
import { letterMail, postMails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { disputeTold, partDisputed } from './dispute-emails.ts'
import { findToldDispute, listToldParts } from './dispute-mail-queries.ts'

/** Writes to operators of what a bank asks or does, and to suppliers of what it takes or returns. Each mail's key makes it one. */
export function mailDispute(supportEmail: string): Job {
  return job({
    name: 'refunds.mail_dispute',
    input: z.object({ chargeback: z.number(), news: z.enum(['asked', 'taken', 'returned']) }),
    attempts: 10,
    async run({ chargeback, news }, { db, now, enqueue }) {
      const dispute = await findToldDispute(db, chargeback)
      if (!dispute) return
      const key = `dispute:${dispute.provider}:${dispute.disputeId}:${news}`
      const parts = news === 'asked' ? [] : await listToldParts(db, chargeback)
      const { currency } = dispute
      const mails = [
        letterMail({ key, to: supportEmail }, disputeTold(dispute, news)),
        ...parts.map((part) =>
          letterMail({ key: `${key}:${part.order}`, to: part.email }, partDisputed(part, { currency, news })),
        ),
      ]
      await postMails(db, { mails, now, enqueue })
    },
  })
}
