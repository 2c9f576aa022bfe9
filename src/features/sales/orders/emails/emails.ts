import { toDeadlines } from '#core/deadlines.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
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
  /** The units that the email's event removes from the order. */
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
    ...writeEmail(
      'order_shipped',
      { order: purchase.number, supplier: supplier.name },
      remaining > 0 ? ['More items follow in another parcel. We’ll email you then.'] : [],
    ),
    preview: `${supplier.name} has sent ${rows.map(({ left }) => left).join(', ')}.`,
    tables: [
      { title: 'In this parcel', rows },
      { title: 'Tracking', rows: trackingRows },
    ],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the shopper about an announced parcel that was not sent after all. */
export function renderUnshippedEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    ...writeEmail('order_unshipped', { order: purchase.number, supplier: supplier.name }),
    preview: `${supplier.name} is preparing it again. The tracking number is no longer valid.`,
    tables: [],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the shopper after everything of one supplier has arrived. */
export function renderDeliveredEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    ...writeEmail('order_delivered', { order: purchase.number, supplier: supplier.name }, [
      `Something missing or wrong? Open your order and tell us within ${toDeadlines(whole.order.deadlines).reportDays} days.`,
    ]),
    preview: `Order ${purchase.number}: we hope you like them.`,
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
    ...writeEmail('order_cancelled', { order: purchase.number, supplier: supplier.name }, [
      ...(reason ? [`The reason: ${reason}.`] : []),
      ...(givenBack > 0
        ? [
            `We’re refunding ${formatCents(givenBack)} to your original payment method. Depending on your bank, this takes a few days.`,
          ]
        : []),
    ]),
    preview:
      givenBack > 0 ? `We’re refunding ${formatCents(givenBack)}.` : `${supplier.name} won’t ship them.`,
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
    ...writeEmail(
      'supplier_order_cancelled',
      { order: purchase.number },
      reason ? [`The reason: ${reason}.`] : [],
    ),
    preview: 'Items that weren’t shipped are cancelled.',
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
    ...writeEmail('cancellation_requested', { order: purchase.number }, [
      ...(reason ? [`The reason: ${reason}.`] : []),
      `Accept or decline within ${cancelHours} hours. Without an answer, the order is cancelled if nothing has shipped. If a parcel is already on its way, the order continues.`,
    ]),
    preview: `Please answer within ${cancelHours} hours.`,
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to the shopper about a declined cancellation request. */
export function renderCancellationDeclinedEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    ...writeEmail('cancellation_declined', { order: purchase.number, supplier: supplier.name }, [
      ...(data.reason ? [`The reason: ${data.reason}.`] : []),
      'You can return items once they arrive, under the return policy.',
    ]),
    preview: `${supplier.name} is preparing your items.`,
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
    ...writeEmail(
      'cancellation_withdrawn',
      { order: purchase.number },
      reason ? [`The reason: ${reason}.`] : [],
    ),
    preview: 'The buyer has withdrawn the cancellation request.',
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to operators about an order that its supplier has not answered. */
export function renderUnansweredOrderEmail({ whole }: OrderEmailData): EmailContent {
  const { purchase, order, supplier } = whole
  const { waited, left } = describeWait(order)
  return {
    ...writeEmail('unanswered_order', { order: purchase.number, supplier: supplier.name, waited, left }, [
      supplier.email
        ? `We have reminded the supplier at ${supplier.email}.`
        : 'The supplier has no email address, so nobody there was notified.',
    ]),
    preview: `${supplier.name} has had it for ${waited}.`,
    tables: [],
    closing: [`Order: ${order.publicId}`],
  }
}

/** Returns the email that reminds a supplier to answer an order. */
export function renderAnswerReminderEmail(data: OrderEmailData): EmailContent {
  const { purchase, order } = data.whole
  return {
    ...writeEmail('answer_reminder', { order: purchase.number, ...describeWait(order) }),
    preview: 'Accept it, or say what you can’t ship.',
    tables: [],
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns how long an order has waited when support gets an email, and how long is left. */
function describeWait({ deadlines }: OrderContext['order']): { waited: string; left: string } {
  const { acceptHours, escalateHours } = toDeadlines(deadlines)
  const format = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)
  return { waited: format(escalateHours), left: format(acceptHours - escalateHours) }
}

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
