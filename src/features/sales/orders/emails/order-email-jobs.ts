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
import { listLines } from '../views/purchase-queries.ts'
import { findRefundedAmount, findOrderContext } from '../views/timeline-queries.ts'

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

/**
 * Emails the shopper, and the supplier and operators where concerned, about changes of an order. The email's key prevents
 * duplicates.
 */
export function sendOrderEmails(deps: OrderEmailDeps): Job {
  return job({
    name: 'orders.mail_news',
    input: OrderEmailJobInput,
    attempts: 10,
    async run(input, { db, now, enqueue, log }) {
      const emails = await createOrderEmails(db, input, { ...deps, log })
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}

async function createOrderEmails(
  db: Queryable,
  input: OrderEmailJobInput,
  { publicUrl, readCompany, log }: OrderEmailDeps & Readonly<{ log: JobContext['log'] }>,
): Promise<OutboxEmail[]> {
  const { supplierOrderId, version, reason, parcelId } = input
  const orderContext = await findOrderContext(db, supplierOrderId)
  if (!orderContext) return []
  const [lines, parcels, refundedAmount] = await Promise.all([
    listLines(db, [orderContext.order.id]),
    listParcels(db, [orderContext.order.id]),
    findRefundedAmount(db, `${supplierOrderId}:${version}`),
  ])
  const parcel = parcels.find(({ publicId }) => publicId === parcelId)
  const withdrawn =
    input.units ?? lines.map((line) => ({ lineId: line.id, quantity: line.withdrawnQuantity }))
  const data = {
    whole: orderContext,
    lines,
    parcel,
    givenBack: refundedAmount ?? 0,
    withdrawn: withdrawn.filter(({ quantity }) => quantity > 0),
    reason,
    publicUrl,
  }
  const emails = renderEmails(input, data)
  const { supplier, operator } = emails
  const isVendors = orderContext.purchase.channel === 'vendor'
  const shopper = isVendors ? renderVendorEmail(input, data) : emails.shopper
  const { email } = orderContext.supplier
  if (supplier && !email)
    log.warn({ supplierOrderId, kind: input.kind }, 'a supplier has no email address: no email was sent')
  const { supportEmail } = await readCompany(db)
  const key = `supplier-order:${supplierOrderId}:${input.kind}:${version}`
  return [
    ...toOutgoingEmails(getShopperEmailKey(input), orderContext.purchase.email, shopper),
    ...toOutgoingEmails(`${key}:supplier`, email, supplier),
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
