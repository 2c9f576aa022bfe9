import { formatCents } from '#ground/money.ts'
import type { LetterContent, LetterTable } from '#features/notifications/service.ts'
import type { Purchase, SupplierOrder, SupplierOrderLine } from '#features/orders/service.ts'
import { findCountry } from '#features/shipping/service.ts'
import { secondLineOf, streetOf } from './read-order.ts'

/** The letter to the shopper: the order is paid. `publicUrl` is the shop's address, for the link to the order. */
export function orderConfirmed(
  purchase: Purchase,
  lines: readonly SupplierOrderLine[],
  publicUrl: string,
): LetterContent {
  return {
    subject: `Your order ${purchase.number} is confirmed`,
    preview: `Thank you. ${formatCents(purchase.totalAmount)} was paid; the workshops have your order.`,
    heading: `Thank you, ${purchase.firstName}.`,
    paragraphs: [
      `Your payment arrived and your order ${purchase.number} is with the workshops that make your pieces.`,
      'We write again when a parcel is on its way. The link below always shows how far each one is.',
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

/** The letter to a supplier: an order is paid and ready to be prepared. Prices are what the shopper paid for the pieces. */
export function newSupplierOrder(
  order: SupplierOrder,
  lines: readonly SupplierOrderLine[],
  purchase: Purchase,
): LetterContent {
  const pieces = lines.reduce((count, line) => count + line.quantity, 0)
  return {
    subject: `New order ${purchase.number}: ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} to prepare`,
    preview: `Paid. ${lines.map((line) => `${line.quantity} × ${line.title}`).join(', ')}`,
    heading: 'A paid order for you',
    paragraphs: [
      `Order ${purchase.number} is paid. Please prepare these pieces at ${order.warehouse}.`,
      purchase.shippingMethod === 'pickup'
        ? 'The customer picks the pieces up.'
        : `The customer chose ${spaced(purchase.shippingService)}, about ${purchase.shippingDays} days.`,
    ],
    tables: [
      {
        title: 'Pieces',
        rows: [...lines.map(lineRow), { left: 'Total', right: formatCents(order.itemsAmount), strong: true }],
      },
      {
        title: purchase.shippingMethod === 'pickup' ? 'Picked up by' : 'Ship to',
        rows: addressRows(purchase),
      },
    ],
    closing: [`Your reference: ${order.publicId}`],
  }
}

function lineRow(line: SupplierOrderLine): LetterTable[number] {
  const note = [line.variantTitle, line.sku && `SKU ${line.sku}`].filter(Boolean).join(', ')
  return { left: `${line.quantity} × ${line.title}`, note, right: formatCents(line.lineAmount) }
}

function totalRows(purchase: Purchase): LetterTable {
  const service = purchase.shippingService ? spaced(purchase.shippingService) : 'Pick up'
  return [
    { left: 'Subtotal', right: formatCents(purchase.subtotalAmount) },
    { left: 'Shipping', note: service, right: formatCents(purchase.shippingAmount) },
    { left: 'Total', right: formatCents(purchase.totalAmount), strong: true },
  ]
}

function addressRows(purchase: Purchase): LetterTable {
  const country = findCountry(purchase.country)?.name ?? purchase.country
  const city = [purchase.postcode, purchase.city, purchase.state].filter(Boolean).join(' ')
  const address =
    purchase.shippingMethod === 'pickup' ? [] : [streetOf(purchase), secondLineOf(purchase), city]
  return [`${purchase.firstName} ${purchase.lastName}`, ...address, country, purchase.phone]
    .filter(Boolean)
    .map((left) => ({ left, right: '' }))
}

function spaced(service: string | null): string {
  return (service ?? '').replaceAll('_', ' ')
}
