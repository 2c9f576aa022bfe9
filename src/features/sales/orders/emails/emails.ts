import { toDeadlines } from '#core/deadlines.ts'
import { formatCents } from '#core/money.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { trackingUrl } from '../parcels/tracking-numbers.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'
import type { ParcelDetails } from '../parcels/parcel-queries.ts'
import type { SupplierOrderLine } from '../views/purchase-queries.ts'
import type { DeliveryIssueKind } from '../lifecycle/delivery-issues.ts'
import type { OrderContext } from '../views/timeline-queries.ts'
import { toBuyerUrl } from './vendor-emails.ts'

/** The kinds of emails about orders. */
export type OrderEmailKind =
  | 'submitted'
  | 'shipped'
  | 'unshipped'
  | 'delivered'
  | 'cancelled'
  | 'cancel_asked'
  | 'reminder'
  | 'kept'
  | 'ready'
  | Exclude<DeliveryIssueKind, 'on_its_way'>

/** The data of an email to the shopper. `givenBack` in cents. */
export type OrderEmailData = Readonly<{
  whole: OrderContext
  lines: readonly SupplierOrderLine[]
  parcel?: ParcelDetails | undefined
  givenBack: number
  /** The units that are not sent by what the email is about. */
  withdrawn: readonly LineUnits[]
  reason: string | null
  publicUrl: string
}>

/** Returns the email to the shopper about a parcel on its way. */
export function renderShippedEmail({ whole, lines, parcel, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  const remaining = lines.reduce(
    (total, line) => total + line.quantity - line.shippedQuantity - line.withdrawnQuantity,
    0,
  )
  const rows = renderParcelRows({ lines, parcel })
  const trackingRows = (parcel?.trackings ?? []).map(({ carrier, number }) => ({
    left: carrierTitle(carrier),
    note: trackingUrl(carrier, number) ?? '',
    right: number,
  }))
  return {
    subject: `On its way: a parcel of your order ${purchase.number}`,
    preview: `${supplier.name} has sent ${rows.map(({ left }) => left).join(', ')}.`,
    heading: 'A parcel is on its way.',
    paragraphs: [
      `${supplier.name} has sent a parcel of your order ${purchase.number}.`,
      ...(remaining > 0 ? ['More items follow in another parcel. We’ll email you then.'] : []),
    ],
    tables: [
      { title: 'In this parcel', rows },
      { title: 'Tracking', rows: trackingRows },
    ],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the shopper about an announced parcel that was not sent yet. */
export function renderUnshippedEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    subject: `Not on its way yet: a parcel of your order ${purchase.number}`,
    preview: `${supplier.name} is preparing it again. The tracking number is no longer valid.`,
    heading: 'A parcel is not on its way yet.',
    paragraphs: [
      `${supplier.name} has cancelled a shipping label for your order ${purchase.number}. The items will ship with a new label, and the earlier tracking number is no longer valid.`,
      'We’ll email you as soon as the parcel is on its way.',
    ],
    tables: [],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the shopper after everything of one supplier has arrived. */
export function renderDeliveredEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    subject: `Arrived: your items from ${supplier.name}`,
    preview: `Order ${purchase.number}: we hope you like them.`,
    heading: 'Your items have arrived.',
    paragraphs: [
      `As far as we know, everything from ${supplier.name} in your order ${purchase.number} has arrived. We hope you like it.`,
      'Something missing or wrong? Open your order and tell us within 30 days.',
    ],
    tables: [],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the shopper about cancelled items and their refund. */
export function renderCancelledEmail(data: OrderEmailData): EmailContent {
  const { whole, givenBack, reason } = data
  const { purchase, supplier } = whole
  return {
    subject: `Cancelled: items of your order ${purchase.number}`,
    preview:
      givenBack > 0 ? `We’re refunding ${formatCents(givenBack)}.` : `${supplier.name} won’t ship them.`,
    heading: 'This part of your order was cancelled.',
    paragraphs: [
      `These items from ${supplier.name} in your order ${purchase.number} won’t be shipped.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
      ...(givenBack > 0
        ? [
            `We’re refunding ${formatCents(givenBack)} to your original payment method. Depending on your bank, this takes a few days.`,
          ]
        : []),
    ],
    tables: [{ title: 'Not sent', rows: withdrawnRows(data) }],
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}

/** Returns the email that tells a supplier not to send cancelled items. */
export function renderSupplierCancelledEmail(data: OrderEmailData): EmailContent {
  const { reason } = data
  const { purchase, order } = data.whole
  return {
    subject: `Cancelled: order ${purchase.number}. Don’t ship it`,
    preview: 'Items that weren’t shipped are cancelled.',
    heading: 'Don’t ship these items',
    paragraphs: [
      `The items of order ${purchase.number} that weren’t shipped are cancelled.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ],
    tables: [{ title: 'Don’t ship', rows: withdrawnRows(data) }],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to a supplier about the buyer's cancellation request. */
export function renderCancellationRequestEmail(data: OrderEmailData): EmailContent {
  const { purchase, order } = data.whole
  const { reason } = data
  const { cancelHours } = toDeadlines(order.deadlines)
  return {
    subject: `Can order ${purchase.number} still be cancelled?`,
    preview: `Please answer within ${cancelHours} hours.`,
    heading: 'Cancellation request',
    paragraphs: [
      `The buyer of order ${purchase.number} would like to cancel the items that haven’t shipped.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
      `Accept or decline within ${cancelHours} hours. Without an answer, the order is cancelled if nothing has shipped. If a parcel is already on its way, the order continues.`,
    ],
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to the shopper about a declined cancellation request. */
export function renderCancellationDeclinedEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    subject: `Not cancelled: your order ${purchase.number} continues`,
    preview: `${supplier.name} is preparing your items.`,
    heading: 'Your order continues.',
    paragraphs: [
      `You asked to cancel items from ${supplier.name} in your order ${purchase.number}. That was no longer possible, so they will be shipped.`,
      ...(data.reason ? [`The reason: ${data.reason}.`] : []),
      'You can return items once they arrive, under the return policy.',
    ],
    tables: [],
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to a supplier about a withdrawn cancellation request. */
export function renderCancellationEndedEmail(data: OrderEmailData): EmailContent {
  const { purchase, order } = data.whole
  const { reason } = data
  return {
    subject: `Order ${purchase.number} continues: cancellation withdrawn`,
    preview: 'The buyer has withdrawn the cancellation request.',
    heading: 'This order continues',
    paragraphs: [
      `The buyer has withdrawn the request to cancel order ${purchase.number}. Please ship the rest.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ],
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to operators about an order that its supplier has not answered. */
export function renderUnansweredOrderEmail({ whole }: OrderEmailData): EmailContent {
  const { purchase, order, supplier } = whole
  return {
    subject: `No answer: order ${purchase.number} of ${supplier.name}`,
    preview: `${supplier.name} has had it for a day.`,
    heading: 'A supplier hasn’t responded.',
    paragraphs: [
      `${supplier.name} has had order ${purchase.number} for a day without accepting or rejecting it.`,
      supplier.email
        ? `We have reminded the supplier at ${supplier.email}.`
        : 'The supplier has no email address, so nobody there was notified.',
      'Without an answer within another day, the order is cancelled and the buyer is refunded.',
    ],
    tables: [],
    closing: [`Order: ${order.publicId}`],
  }
}

/** Returns the email that reminds a supplier to answer an order. */
export function renderAnswerReminderEmail(data: OrderEmailData): EmailContent {
  const { purchase, order } = data.whole
  return {
    subject: `Order ${purchase.number} is waiting for you`,
    preview: 'Accept it, or say what you can’t ship.',
    heading: 'This order is waiting for you',
    paragraphs: [
      `Order ${purchase.number} has waited for your answer for a day. Accept it, or say what you can’t ship.`,
      'Without an answer within another day, it is cancelled and the buyer is refunded.',
    ],
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** The warning in emails with the link to an order. */
export const LINK_WARNING = 'This link opens your order without a password. Don’t share it.'

/** Returns the rows of a parcel's items for an email. */
export function renderParcelRows({ lines, parcel }: Pick<OrderEmailData, 'lines' | 'parcel'>) {
  return lines.flatMap((line) => {
    const packed = parcel?.lines.find(({ lineId }) => lineId === line.id)
    return packed ? [{ left: `${packed.quantity} × ${line.title}`, note: line.variantTitle, right: '' }] : []
  })
}

/** Returns an email's link to its order. */
export function buyerAction({ whole, publicUrl }: Pick<OrderEmailData, 'whole' | 'publicUrl'>) {
  return { label: 'Follow your order', url: toBuyerUrl(whole.purchase, publicUrl) }
}

/** Returns the link to an order for the supplier who prepares it; it asks to sign in. */
export function supplierAction({ whole, publicUrl }: Pick<OrderEmailData, 'whole' | 'publicUrl'>) {
  return { label: 'View order', url: `${publicUrl}/dashboard?supplierOrder=${whole.order.publicId}` }
}

function withdrawnRows({ lines, withdrawn }: OrderEmailData) {
  return withdrawn.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line
      ? [
          {
            left: `${quantity} × ${line.title}`,
            note: line.variantTitle,
            right: formatCents(line.unitAmount * quantity),
          },
        ]
      : []
  })
}
