import { z } from 'zod'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { MESSAGE_TEXTS } from '#core/emails/texts/message-texts.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { type DecisionRow, listDecisions } from './decision-queries.ts'

/** Emails suppliers the decisions about their products, one email per supplier. */
export function emailDecisions(publicUrl: string): Job {
  return job({
    name: 'catalog.mail_decisions',
    input: z.object({ decisionIds: z.array(z.number()) }),
    attempts: 10,
    async run({ decisionIds }, { db, now, enqueue }) {
      const rows = await listDecisions(db, decisionIds)
      const bySupplier = Map.groupBy(rows, ({ supplierId }) => supplierId)
      const emails = [...bySupplier].flatMap(([supplierId, decisions]) => {
        const to = decisions[0]?.email
        const key = `catalog:decisions:${decisionIds[0]}:${supplierId}`
        return to ? [createEmail({ key, to }, decisionEmail(decisions, publicUrl))] : []
      })
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}

const EMAILS = {
  approve: 'product_approved',
  refuse: 'product_refused',
  hide: 'product_hidden',
  show: 'product_shown',
} as const

function decisionEmail(decisions: readonly DecisionRow[], publicUrl: string): EmailContent {
  const [first] = decisions
  const email = EMAILS[first?.decision ?? 'approve']
  const products =
    decisions.length === 1 && first ? first.name.slice(0, 80).toWellFormed() : `${decisions.length} products`
  const written = writeEmail(email, { products })
  return {
    ...written,
    preview: written.paragraphs[0] ?? written.heading,
    tables: [
      { title: 'Products', rows: decisions.slice(0, 100).map(({ name }) => ({ left: name, right: '' })) },
    ],
    ...(first?.reason ? { quote: first.reason } : {}),
    action: {
      label: 'See your products',
      url:
        decisions.length === 1
          ? `${publicUrl}/dashboard/supplier/products/${first?.productId}`
          : `${publicUrl}/dashboard/supplier/products`,
    },
    closing: MESSAGE_TEXTS[email].closing,
  }
}
