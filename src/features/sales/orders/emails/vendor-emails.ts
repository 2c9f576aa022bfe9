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
  const items = units === 1 ? '1 item' : `${units} items`
  const number = purchase.vendorReference ?? purchase.number
  return {
    subject: `Order ${number}: ${items} ${units === 1 ? 'isn’t' : 'aren’t'} sent`,
    preview: `${supplier.name} won’t send ${units === 1 ? 'it' : 'them'}. Decide what happens next.`,
    heading: `${items} of order ${number} won’t be sent`,
    paragraphs: [
      `${supplier.name} won’t send ${items} of order ${number} of ${purchase.vendorStore ?? 'your store'}.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
      ...(givenBack > 0
        ? [`We refunded ${formatMoney(givenBack, order.currency)} to your original payment method.`]
        : []),
      'Order the items again, replace them, or cancel them in your store and refund your customer there.',
    ],
    tables: [{ title: 'Not sent', rows: listNotSent(data) }],
    action: { label: 'Decide', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

/** Returns the email to a vendor about a declined cancellation. */
export function renderVendorDeclinedEmail({ whole, reason, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  const number = purchase.vendorReference ?? purchase.number
  return {
    subject: `Order ${number} couldn’t be cancelled`,
    preview: `${supplier.name} sends it.`,
    heading: `Order ${number} couldn’t be cancelled`,
    paragraphs: [
      `You asked to cancel the items of ${supplier.name} in order ${number}. That was no longer possible, so they will ship.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ],
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
  const number = purchase.vendorReference ?? purchase.number
  return {
    subject: `Order ${number}: ${ISSUES[kind].subject}`,
    preview: ISSUES[kind].text,
    heading: `A parcel of order ${number} may not arrive`,
    paragraphs: [
      `${ISSUES[kind].text} It’s from ${supplier.name}. We’ve told the supplier.`,
      'If your customer didn’t receive it, report a problem on the order’s page to get a refund.',
    ],
    tables: [],
    action: { label: 'View order', url: toBuyerUrl(purchase, publicUrl) },
    closing: [],
  }
}

const ISSUES = {
  never_left: {
    subject: 'the carrier hasn’t got the parcel',
    text: 'The carrier hasn’t received the parcel yet.',
  },
  coming_back: {
    subject: 'a parcel is coming back',
    text: 'The carrier reports that the parcel is on its way back.',
  },
  overdue: {
    subject: 'a parcel is overdue',
    text: 'The carrier reports that the parcel is still on its way after 60 days.',
  },
} as const

function listNotSent({ lines, withdrawn, whole }: OrderEmailData): EmailTable {
  return withdrawn.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) return []
    const right = formatMoney(line.unitAmount * quantity, whole.order.currency)
    return [{ left: `${quantity} × ${line.title}`, note: line.variantTitle, right }]
  })
}
