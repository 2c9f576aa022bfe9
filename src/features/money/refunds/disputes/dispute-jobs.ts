import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { disputeEmail, orderDisputedEmail } from './dispute-emails.ts'
import { findEmailedDispute, listDisputedOrders } from './dispute-email-queries.ts'

/**
 * Emails operators about a bank's requests and decisions, and suppliers about chargebacks and their return. The email's
 * key prevents duplicates.
 */
export function emailDisputeJob(readCompany: ReadCompany): Job {
  return job({
    name: 'refunds.mail_dispute',
    input: z.object({ chargeback: z.number(), news: z.enum(['asked', 'taken', 'returned']) }),
    attempts: 10,
    async run({ chargeback, news }, { db, now, enqueue }) {
      const dispute = await findEmailedDispute(db, chargeback)
      if (!dispute) return
      const key = `dispute:${dispute.provider}:${dispute.disputeId}:${news}`
      const orders = news === 'asked' ? [] : await listDisputedOrders(db, chargeback)
      const { currency } = dispute
      const { supportEmail } = await readCompany(db)
      const emails = [
        createEmail({ key, to: supportEmail }, disputeEmail(dispute, news)),
        ...orders.map((part) =>
          createEmail(
            { key: `${key}:${part.order}`, to: part.email },
            orderDisputedEmail(part, { currency, news }),
          ),
        ),
      ]
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}
