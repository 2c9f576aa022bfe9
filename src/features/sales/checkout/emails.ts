import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
import { formatCents } from '#core/money.ts'
import type { EmailContent, EmailTable } from '#features/messaging/notifications/service.ts'
import {
  addressRows,
  lineRow,
  type Purchase,
  shippingText,
  type SupplierOrder,
  type SupplierOrderLine,
} from '#features/sales/orders/service.ts'

/** The contents of a purchase: its lines, and each supplier's shipment. */
type PurchaseContents = Readonly<{
  lines: readonly SupplierOrderLine[]
  shipments: readonly Readonly<{ order: SupplierOrder; supplier: string }>[]
}>

/**
 * Returns the email to the shopper about a paid order. `publicUrl` is the shop's address, for the link to the order.
 */
export function renderOrderConfirmationEmail(
  purchase: Purchase,
  { lines, shipments }: PurchaseContents,
  publicUrl: string,
): EmailContent {
  return {
    ...writeEmail('order_confirmed', { order: purchase.number, firstName: purchase.firstName }, [
      purchase.shippingMethod === 'pickup'
        ? 'We’ll email you when your items are ready to collect. Follow their progress with the link below.'
        : 'We’ll email you when a parcel is on its way. Follow its progress with the link below.',
    ]),
    preview: `Thank you. We received ${formatCents(purchase.totalAmount)}; your order goes to the workshops.`,
    tables: [
      { title: 'Your items', rows: [...lines.map(lineRow), ...totalRows(purchase, shipments)] },
      {
        title: purchase.shippingMethod === 'pickup' ? 'Pick up by' : 'Delivery to',
        rows: addressRows(purchase),
      },
    ],
    action: { label: 'Follow your order', url: `${publicUrl}/dashboard?order=${purchase.publicId}` },
    closing: [LINK_WARNING],
  }
}

function totalRows(purchase: Purchase, shipments: PurchaseContents['shipments']): EmailTable {
  return [
    { left: 'Subtotal', right: formatCents(purchase.subtotalAmount) },
    ...shippingRows(purchase, shipments),
    { left: 'Total', right: formatCents(purchase.totalAmount), strong: true },
  ]
}

/** Returns the rows of each supplier's shipping, with names if there are several. */
function shippingRows(purchase: Purchase, shipments: PurchaseContents['shipments']): EmailTable {
  const isPickup = purchase.shippingMethod === 'pickup'
  if (isPickup) return [{ left: 'Shipping', note: 'Pick up', right: formatCents(purchase.shippingAmount) }]
  return shipments.map(({ order, supplier }) => ({
    left: shipments.length > 1 ? `Shipping from ${supplier}` : 'Shipping',
    note: shippingText(order) ?? '',
    right: formatCents(order.shippingAmount),
  }))
}
