import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import { createEmail, type OutboxEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { findOrderContext } from '#features/sales/orders/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { refundSentEmail, orderRefundedEmail, unappliedRefundEmail, manualRefundEmail } from './emails.ts'
import { findPayer, findRefund, type ListedRefund } from './list-queries.ts'

const RefundJobInput = z.object({ refundId: z.string() })

/** Emails the shopper about a refund, and the supplier if it pays a share. The email's key prevents duplicates. */
export function emailRefundJob(publicUrl: string): Job {
  return job({
    name: 'refunds.mail_refunded',
    input: RefundJobInput,
    attempts: 10,
    async run({ refundId }, { db, now, enqueue }) {
      const refund = await findRefund(db, refundId)
      if (!refund) return
      const emails = await buildRefundEmails(db, refund, publicUrl)
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}

async function buildRefundEmails(
  db: Queryable,
  refund: ListedRefund,
  publicUrl: string,
): Promise<OutboxEmail[]> {
  const { publicId, orderPublicId, amount, currency, actor } = refund
  const key = `refund:${publicId}`
  if (!orderPublicId) {
    const payer = await findPayer(db, publicId)
    return payer
      ? [createEmail({ key, to: payer.email }, unappliedRefundEmail({ payer, amount, currency, publicUrl }))]
      : []
  }
  const orderDetails = await findOrderContext(db, orderPublicId)
  if (!orderDetails) return []
  // Operators' notes are only for operators.
  const reason = actor === 'operator' || actor === 'provider' ? null : refund.reason
  const context = { whole: orderDetails, amount, reason, publicUrl }
  const { email } = orderDetails.supplier
  const toSupplier = email && refund.goodwill === 0 && actor !== 'supplier'
  return [
    createEmail({ key, to: orderDetails.purchase.email }, refundSentEmail(context)),
    ...(toSupplier ? [createEmail({ key: `${key}:supplier`, to: email }, orderRefundedEmail(context))] : []),
  ]
}

/** Emails operators about a manual refund, each time that one waits for them. */
export function emailManualRefundJob(readCompany: ReadCompany): Job {
  return job({
    name: 'refunds.mail_waiting',
    input: RefundJobInput,
    attempts: 10,
    async run({ refundId }, { db, now, enqueue, log }) {
      const refund = await findRefund(db, refundId)
      if (refund?.state !== 'refused') return
      log.warn(
        { refundId, provider: refund.provider, problem: refund.problem },
        'a refund waits for an operator',
      )
      const order = refund.orderPublicId ? await findOrderContext(db, refund.orderPublicId) : undefined
      const key = `refund:${refundId}:waits:${refund.updatedAt.getTime()}`
      const { supportEmail } = await readCompany(db)
      const email = manualRefundEmail({ refund, number: order?.purchase.number })
      await sendEmails(db, { emails: [createEmail({ key, to: supportEmail }, email)], now, enqueue })
    },
  })
}
