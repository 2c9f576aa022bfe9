import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { z } from 'zod'
import type { Transaction } from '#database/database.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { type Enqueue, job, type Job } from '#platform/jobs/job.ts'
import { supplierAction } from '../emails/emails.ts'
import { addressRows } from '../emails/new-order-email.ts'
import { toBuyerUrl } from '../emails/vendor-emails.ts'
import { listLines, type SupplierOrderLine } from '../views/purchase-queries.ts'
import { findOrderContext, type OrderContext } from '../views/timeline-queries.ts'
import { type ChangeRequest, listChangeRequests } from './change-queries.ts'

const EMAIL_JOB = 'orders.mail_change'

/** Enqueues the email about a change to its supplier, or about the answer to its vendor. */
export async function enqueueChangeEmail(
  tx: Transaction,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  change: Readonly<{ id: string; supplierOrderId: string; state: 'applied' | 'open' | 'declined' }>,
): Promise<void> {
  await enqueue(tx, { job: EMAIL_JOB, input: change })
}

/** Emails suppliers about applied or requested changes, and vendors about declined ones. */
export function sendChangeEmails({ publicUrl }: Readonly<{ publicUrl: string }>): Job {
  return job({
    name: EMAIL_JOB,
    input: z.object({
      id: z.string(),
      supplierOrderId: z.string(),
      state: z.enum(['applied', 'open', 'declined']),
    }),
    attempts: 10,
    async run({ id, supplierOrderId, state }, { db, now, enqueue }) {
      const context = await findOrderContext(db, supplierOrderId)
      if (!context) return
      const change = (await listChangeRequests(db, [context.order.id])).find((one) => one.id === id)
      if (!change) return
      const isVendors = state === 'declined'
      const to = isVendors ? context.purchase.email : context.supplier.email
      // Withdrawn units have an email of their own, from the step that withdraws them.
      if (!to || (state === 'applied' && change.kind === 'units')) return
      const lines = await listLines(db, [context.order.id])
      const data = { context, change, lines, publicUrl }
      const content = isVendors ? renderDeclinedEmail(data) : renderChangeEmail(data, state)
      await sendEmails(db, {
        emails: [createEmail({ key: `change:${id}:${state}`, to }, content)],
        now,
        enqueue,
      })
    },
  })
}

type ChangeEmailData = Readonly<{
  context: OrderContext
  change: ChangeRequest
  lines: readonly SupplierOrderLine[]
  publicUrl: string
}>

function renderChangeEmail(data: ChangeEmailData, state: 'applied' | 'open'): EmailContent {
  const { context, change, publicUrl } = data
  const isAddress = change.kind === 'recipient'
  const name =
    state === 'applied'
      ? 'order_address_changed'
      : isAddress
        ? 'address_change_requested'
        : 'items_change_requested'
  return {
    ...writeEmail(name, { order: context.purchase.number }),
    preview: isAddress ? 'The customer has another address now.' : 'The customer wants fewer items.',
    tables: [
      isAddress
        ? { title: 'New address', rows: addressRows({ ...context.purchase, ...change.content }) }
        : { title: 'No longer needed', rows: listUnits(data) },
    ],
    action: supplierAction({ whole: context, publicUrl }),
    closing: [`Your reference: ${context.order.publicId}`],
  }
}

function renderDeclinedEmail(data: ChangeEmailData): EmailContent {
  const { context, change, publicUrl } = data
  const { purchase, supplier } = context
  const isAddress = change.kind === 'recipient'
  return {
    ...writeEmail(
      isAddress ? 'address_change_declined' : 'items_change_declined',
      { order: purchase.vendorReference ?? purchase.number, supplier: supplier.name },
      change.reason ? [`The reason: ${change.reason}`] : [],
    ),
    preview: `${supplier.name} will ship it unchanged.`,
    tables: isAddress ? [] : [{ title: 'Shipping anyway', rows: listUnits(data) }],
    action: { label: 'View order', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

function listUnits({ change, lines }: ChangeEmailData) {
  if (change.kind !== 'units') return []
  return change.content.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ left: `${quantity} × ${line.title}`, note: line.variantTitle, right: '' }] : []
  })
}
