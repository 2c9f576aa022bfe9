import { z } from 'zod'
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

const TEXTS: Readonly<
  Record<DecisionRow['decision'], Readonly<{ title: string; text: string; next: string }>>
> = {
  approve: {
    title: 'approved',
    text: 'Our review is complete. Buyers now see your published products on the marketplace.',
    next: 'You don’t need to do anything.',
  },
  refuse: {
    title: 'not approved',
    text: 'We reviewed this and can’t list it as it is. The reason is below.',
    next: 'Change the product, and we’ll review it again.',
  },
  hide: {
    title: 'hidden',
    text: 'Buyers no longer see this on the marketplace. Existing orders continue. The reason is below.',
    next: 'If you think this is a mistake, reply to this email.',
  },
  show: {
    title: 'shown again',
    text: 'Buyers see your published products on the marketplace again.',
    next: 'You don’t need to do anything.',
  },
}

function decisionEmail(decisions: readonly DecisionRow[], publicUrl: string): EmailContent {
  const [first] = decisions
  const { title, text, next } = TEXTS[first?.decision ?? 'approve']
  const subject =
    decisions.length === 1
      ? `${first?.name.slice(0, 80)} was ${title}`
      : `${decisions.length} products were ${title}`
  return {
    subject: subject.toWellFormed(),
    preview: text,
    heading: decisions.length === 1 ? `Your product was ${title}` : `Your products were ${title}`,
    paragraphs: [text],
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
    closing: [next],
  }
}
