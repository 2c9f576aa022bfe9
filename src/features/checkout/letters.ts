import { formatCents } from '#ground/money.ts'
import type { LetterContent, LetterTable } from '#features/notifications/service.ts'
import {
  addressRows,
  lineRow,
  type Purchase,
  serviceName,
  type SupplierOrderLine,
} from '#features/orders/service.ts'

/** The letter to the shopper: the order is paid. `publicUrl` is the shop's address, for the link to the order. */
export function orderConfirmed(
  purchase: Purchase,
  lines: readonly SupplierOrderLine[],
  publicUrl: string,
): LetterContent {
  return {
    subject: `Your order ${purchase.number} is confirmed`,
    preview: `Thank you. ${formatCents(purchase.totalAmount)} was paid; your order goes to the workshops.`,
    heading: `Thank you, ${purchase.firstName}.`,
    paragraphs: [
      `Your payment arrived and your order ${purchase.number} goes to the workshops that make your pieces.`,
      purchase.shippingMethod === 'pickup'
        ? 'We write again when your pieces are ready to collect. The link below always shows how far they are.'
        : 'We write again when a parcel is on its way. The link below always shows how far each one is.',
    ],
    tables: [
      { title: 'Your pieces', rows: [...lines.map(lineRow), ...totalRows(purchase)] },
      {
        title: purchase.shippingMethod === 'pickup' ? 'Pick up by' : 'Delivery to',
        rows: addressRows(purchase),
      },
    ],
    action: { label: 'Follow your order', url: `${publicUrl}/dashboard?order=${purchase.publicId}` },
    closing: ['The link opens your order without a password: keep it to yourself.'],
  }
}

function totalRows(purchase: Purchase): LetterTable {
  const service = serviceName(purchase) ?? 'Pick up'
  return [
    { left: 'Subtotal', right: formatCents(purchase.subtotalAmount) },
    { left: 'Shipping', note: service, right: formatCents(purchase.shippingAmount) },
    { left: 'Total', right: formatCents(purchase.totalAmount), strong: true },
  ]
}
