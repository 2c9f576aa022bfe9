import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { formatMoney } from '#core/money.ts'
import type { EmailContent, EmailTable } from '#features/messaging/notifications/service.ts'
import type { OrderContext } from '../views/timeline-queries.ts'
import type { OrderEmailData } from './emails.ts'

/** Returns the URL of the page where the buyer of a purchase tracks it. */
export function toBuyerUrl(
  { publicId, vendorOrder }: Pick<OrderContext['purchase'], 'publicId' | 'vendorOrder'>,
  publicUrl: string,
): string {
  return vendorOrder === null
    ? `${publicUrl}/dashboard?order=${publicId}`
    : `${publicUrl}/dashboard/vendor/orders/${vendorOrder}`
}

/** Returns the email to a vendor about items of a shop order that will not be sent. */
export function renderVendorNotSentEmail(data: OrderEmailData): EmailContent {
  const { whole, givenBack, reason, publicUrl } = data
  const { purchase, supplier, order } = whole
  const units = data.withdrawn.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    ...writeEmail(
      'vendor_not_sent',
      {
        order: toNumber(purchase),
        supplier: supplier.name,
        items: units === 1 ? '1 item' : `${units} items`,
        store: purchase.vendorStore ?? 'your store',
      },
      [
        ...(reason ? [`The reason: ${reason}.`] : []),
        ...(givenBack > 0
          ? [`We refunded ${formatMoney(givenBack, order.currency)} to your original payment method.`]
          : []),
        'Order the items again, replace them, or cancel them in your store and refund your customer there.',
      ],
    ),
    preview: `${supplier.name} won’t send ${units === 1 ? 'it' : 'them'}. Decide what happens next.`,
    tables: [{ title: 'Not sent', rows: listNotSent(data) }],
    action: { label: 'Decide', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

/** Returns the email to a vendor about a declined cancellation. */
export function renderVendorDeclinedEmail({ whole, reason, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    ...writeEmail(
      'vendor_cancellation_declined',
      { order: toNumber(purchase), supplier: supplier.name },
      reason ? [`The reason: ${reason}.`] : [],
    ),
    preview: `${supplier.name} sends it.`,
    tables: [],
    action: { label: 'View order', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

/** Returns the email to a vendor about a delivery issue of a customer's parcel. */
export function renderVendorDeliveryIssueEmail(
  { whole, publicUrl }: OrderEmailData,
  kind: 'never_left' | 'coming_back' | 'overdue',
): EmailContent {
  const { purchase, supplier } = whole
  const written = writeEmail(`vendor_${kind}`, { order: toNumber(purchase), supplier: supplier.name })
  return {
    ...written,
    preview: written.paragraphs[0] ?? written.heading,
    tables: [],
    action: { label: 'View order', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

/** Returns the number by which a vendor knows an order. */
function toNumber({ vendorReference, number }: OrderContext['purchase']): string {
  return vendorReference ?? number
}

function listNotSent({ lines, withdrawn, whole }: OrderEmailData): EmailTable {
  return withdrawn.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) return []
    const right = formatMoney(line.unitAmount * quantity, whole.order.currency)
    return [{ left: `${quantity} × ${line.title}`, note: line.variantTitle, right }]
  })
}
