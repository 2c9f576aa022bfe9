import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { DeliveryIssueKind } from '../lifecycle/delivery-issues.ts'
import { buyerAction, type OrderEmailData, supplierAction } from './emails.ts'

// Emails about parcels that carriers report as not arrived, although they are due.

/** The delivery issues that are emailed. */
type EmailedIssue = Exclude<DeliveryIssueKind, 'on_its_way'>

/** Returns the email to the shopper about a parcel's delivery issue, and their options. */
export function renderDeliveryIssueEmail(
  data: OrderEmailData,
  kind: Exclude<EmailedIssue, 'uncollected'>,
): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    ...toContent(writeEmail(`${kind}_shopper`, { order: purchase.number, supplier: supplier.name })),
    tables: renderTrackingTables(data),
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the supplier about a parcel's delivery issue, and what they have to do. */
export function renderSupplierDeliveryIssueEmail(data: OrderEmailData, kind: EmailedIssue): EmailContent {
  const { purchase, order } = data.whole
  return {
    ...toContent(writeEmail(`${kind}_supplier`, { order: purchase.number })),
    tables: renderTrackingTables(data),
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to operators about a delivery issue that needs a decision. */
export function renderOperatorDeliveryIssueEmail(data: OrderEmailData, kind: EmailedIssue): EmailContent {
  const { purchase, order, supplier } = data.whole
  return {
    ...toContent(writeEmail(`${kind}_operators`, { order: purchase.number, supplier: supplier.name })),
    tables: renderTrackingTables(data),
    closing: [`Order: ${order.publicId}`],
  }
}

/** Returns a written email whose preview is its first paragraph. */
function toContent(written: ReturnType<typeof writeEmail>) {
  return { ...written, preview: written.paragraphs[0] ?? written.heading }
}

function renderTrackingTables({ parcel }: OrderEmailData): EmailContent['tables'] {
  const numbers = parcel?.trackings ?? []
  if (numbers.length === 0) return []
  return [
    {
      title: 'Tracking',
      rows: numbers.map(({ carrier, number }) => ({ left: carrierTitle(carrier), right: number })),
    },
  ]
}
