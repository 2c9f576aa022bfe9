import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import {
  type EmailContent,
  createEmail,
  type OutboxEmail,
  sendEmails,
} from '#features/messaging/notifications/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import {
  renderReadyToCollectEmail,
  renderCollectionReminderEmail,
  renderCollectedEmail,
} from './collection-emails.ts'
import {
  renderOperatorDeliveryIssueEmail,
  renderDeliveryIssueEmail,
  renderSupplierDeliveryIssueEmail,
} from './delivery-issue-emails.ts'
import {
  renderAnswerReminderEmail,
  renderCancellationRequestEmail,
  renderCancellationEndedEmail,
  type OrderEmailData,
  renderCancellationDeclinedEmail,
  renderDeliveredEmail,
  renderShippedEmail,
  renderUnshippedEmail,
  renderCancelledEmail,
  renderSupplierCancelledEmail,
  renderUnansweredOrderEmail,
} from './emails.ts'
import { renderNewOrderEmail } from './new-order-email.ts'
import {
  renderVendorDeclinedEmail,
  renderVendorDeliveryIssueEmail,
  renderVendorNotSentEmail,
} from './vendor-emails.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { listLines, type SupplierOrderLine } from '../views/purchase-queries.ts'
import { listOrderContexts, listRefundedAmounts } from '../views/timeline-queries.ts'

const OrderEmailJobInput = z.object({
  supplierOrderId: z.string(),
  kind: z.enum([
    'submitted',
    'shipped',
    'unshipped',
    'delivered',
    'cancelled',
    'cancel_asked',
    'reminder',
    'kept',
    'never_left',
    'coming_back',
    'overdue',
    'ready',
    'uncollected',
  ]),
  version: z.number(),
  isSuppliers: z.boolean(),
  reason: z.string().nullable(),
  parcelId: z.string().nullable(),
  /** Whether the shopper gets the email, which they do unless they caused the event. */
  isShoppers: z.boolean().default(true),
  /** The units that the event removes; jobs enqueued before this field existed mean all units removed so far. */
  units: z.array(z.object({ lineId: z.number(), quantity: z.number() })).optional(),
})
type OrderEmailJobInput = z.infer<typeof OrderEmailJobInput>

/** The URL for links in emails, and the company that operators' emails go to. */
export type OrderEmailDeps = Readonly<{ publicUrl: string; readCompany: ReadCompany }>

/** The most changes of orders whose emails are written together: many orders are handed over in the same minute. */
const BATCH_SIZE = 20

/**
 * Emails the shopper, and the supplier and operators where concerned, about changes of an order. The email's key prevents
 * duplicates.
 */
export function sendOrderEmails(deps: OrderEmailDeps): Job {
  const sendAll = async (inputs: readonly OrderEmailJobInput[], { db, now, enqueue, log }: JobContext) => {
    const emails = await createOrderEmails(db, inputs, { ...deps, log })
    await sendEmails(db, { emails, now, enqueue })
  }
  return job({
    name: 'orders.mail_news',
    input: OrderEmailJobInput,
    attempts: 10,
    batch: BATCH_SIZE,
    run: (input, context) => sendAll([input], context),
    runAll: sendAll,
  })
}

async function createOrderEmails(
  db: Queryable,
  inputs: readonly OrderEmailJobInput[],
  { publicUrl, readCompany, log }: OrderEmailDeps & Readonly<{ log: JobContext['log'] }>,
): Promise<OutboxEmail[]> {
  const contexts = await listOrderContexts(
    db,
    inputs.map(({ supplierOrderId }) => supplierOrderId),
  )
  if (contexts.size === 0) return []
  const orderIds = [...contexts.values()].map(({ order }) => order.id)
  const [lines, parcels, refundedAmounts] = await Promise.all([
    listLines(db, orderIds),
    listParcels(db, orderIds),
    listRefundedAmounts(db, inputs.map(toChangeKey)),
  ])
  const { supportEmail } = await readCompany(db)
  return inputs.flatMap((input) => {
    const whole = contexts.get(input.supplierOrderId)
    if (!whole) return []
    const ofOrder = ({ supplierOrderId }: { supplierOrderId: number }) => supplierOrderId === whole.order.id
    const orderLines = lines.filter(ofOrder)
    const data = {
      whole,
      lines: orderLines,
      parcel: parcels.filter(ofOrder).find(({ publicId }) => publicId === input.parcelId),
      givenBack: refundedAmounts.get(toChangeKey(input)) ?? 0,
      withdrawn: listWithdrawn(input, orderLines),
      reason: input.reason,
      publicUrl,
    }
    return addressEmails(input, data, { supportEmail, log })
  })
}

/** Returns the key of a refund that belongs to a change of an order. */
function toChangeKey({ supplierOrderId, version }: OrderEmailJobInput): string {
  return `${supplierOrderId}:${version}`
}

function listWithdrawn(
  { units }: OrderEmailJobInput,
  lines: readonly SupplierOrderLine[],
): OrderEmailData['withdrawn'] {
  const withdrawn = units ?? lines.map((line) => ({ lineId: line.id, quantity: line.withdrawnQuantity }))
  return withdrawn.filter(({ quantity }) => quantity > 0)
}

/** Returns the emails about one change to those who get one. */
function addressEmails(
  input: OrderEmailJobInput,
  data: OrderEmailData,
  { supportEmail, log }: Readonly<{ supportEmail: string; log: JobContext['log'] }>,
): OutboxEmail[] {
  const { supplierOrderId, kind, version } = input
  const { purchase, supplier: recipient } = data.whole
  const emails = renderEmails(input, data)
  const { supplier, operator } = emails
  const shopper = purchase.channel === 'vendor' ? renderVendorEmail(input, data) : emails.shopper
  if (supplier && !recipient.email)
    log.warn({ supplierOrderId, kind }, 'a supplier has no email address: no email was sent')
  const key = `supplier-order:${supplierOrderId}:${kind}:${version}`
  return [
    ...toOutgoingEmails(getShopperEmailKey(input), purchase.email, shopper),
    ...toOutgoingEmails(`${key}:supplier`, recipient.email, supplier),
    ...toOutgoingEmails(`${key}:operator`, supportEmail, operator),
  ]
}

/** Renders the email to a vendor about events that need a decision; the console shows all others. */
function renderVendorEmail(
  { kind, isShoppers }: OrderEmailJobInput,
  data: OrderEmailData,
): EmailContent | undefined {
  if (!isShoppers) return undefined
  switch (kind) {
    case 'cancelled':
      return renderVendorNotSentEmail(data)
    case 'kept':
      return renderVendorDeclinedEmail(data)
    case 'never_left':
    case 'coming_back':
    case 'overdue':
      return data.whole.order.state === 'shipped' ? renderVendorDeliveryIssueEmail(data, kind) : undefined
    default:
      return undefined
  }
}

/**
 * Returns the key of the shopper's email. There is one about each delivery issue of a parcel; the responsible party
 * gets an email each time.
 */
function getShopperEmailKey({ supplierOrderId, kind, version, parcelId }: OrderEmailJobInput): string {
  const isDeliveryIssue = kind === 'never_left' || kind === 'coming_back' || kind === 'overdue'
  return `supplier-order:${supplierOrderId}:${kind}:${isDeliveryIssue ? parcelId : version}`
}

function toOutgoingEmails(key: string, to: string | null, content: EmailContent | undefined): OutboxEmail[] {
  return content && to ? [createEmail({ key, to }, content)] : []
}

type RecipientEmails = Readonly<{
  shopper?: EmailContent
  supplier?: EmailContent
  operator?: EmailContent
}>

function renderEmails(
  { kind, isSuppliers, isShoppers }: OrderEmailJobInput,
  data: OrderEmailData,
): RecipientEmails {
  switch (kind) {
    case 'submitted':
      return { supplier: renderNewOrderEmail(data) }
    case 'shipped':
      return { shopper: renderShippedEmail(data) }
    case 'unshipped':
      return { shopper: renderUnshippedEmail(data) }
    case 'delivered':
      return {
        shopper:
          data.whole.purchase.shippingMethod === 'pickup'
            ? renderCollectedEmail(data)
            : renderDeliveredEmail(data),
      }
    case 'cancelled':
      return {
        shopper: renderCancelledEmail(data),
        ...(isSuppliers ? { supplier: renderSupplierCancelledEmail(data) } : {}),
      }
    case 'cancel_asked':
      return { supplier: renderCancellationRequestEmail(data) }
    case 'reminder':
      return { supplier: renderAnswerReminderEmail(data), operator: renderUnansweredOrderEmail(data) }
    case 'kept':
      return {
        ...(isShoppers ? { shopper: renderCancellationDeclinedEmail(data) } : {}),
        ...(isSuppliers ? { supplier: renderCancellationEndedEmail(data) } : {}),
      }
    case 'ready':
      return { shopper: renderReadyToCollectEmail(data) }
    case 'uncollected':
      return {
        shopper: renderCollectionReminderEmail(data),
        supplier: renderSupplierDeliveryIssueEmail(data, kind),
        operator: renderOperatorDeliveryIssueEmail(data, kind),
      }
    case 'never_left':
    case 'coming_back':
    case 'overdue':
      return {
        // A buyer who has received it, or has a case about it, needs no email about a missing parcel.
        ...(data.whole.order.state === 'shipped' ? { shopper: renderDeliveryIssueEmail(data, kind) } : {}),
        supplier: renderSupplierDeliveryIssueEmail(data, kind),
        operator: renderOperatorDeliveryIssueEmail(data, kind),
      }
  }
}
