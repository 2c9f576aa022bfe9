import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { formatCents } from '#core/money.ts'
import type { EmailContent, EmailTable } from '#features/messaging/notifications/service.ts'
import { findCountry } from '#features/sales/shipping/service.ts'
import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'
import { type OrderEmailData, supplierAction } from './emails.ts'
import type { Purchase, SupplierOrder, SupplierOrderLine } from '../views/purchase-queries.ts'
import { formatSecondLine, formatStreet } from '../parcels/recipient.ts'

/** Returns the email to a supplier about a paid order to prepare. Prices are what the shopper paid. */
export function renderNewOrderEmail({
  whole,
  lines,
  publicUrl,
}: Pick<OrderEmailData, 'whole' | 'lines' | 'publicUrl'>): EmailContent {
  const { order, purchase } = whole
  const unitCount = lines.reduce((count, line) => count + line.quantity, 0)
  const items = `${unitCount} ${unitCount === 1 ? 'item' : 'items'}`
  return {
    ...writeEmail('new_order', { order: purchase.number, items, warehouse: order.warehouse }, [
      purchase.shippingMethod === 'pickup'
        ? 'The customer collects the items. Once they are ready, enter where and when to collect them. We’ll email the customer, who then shows you a code.'
        : `The customer chose ${shippingText(order)}. ${shipByText(order)}`,
    ]),
    preview: `Paid. ${lines.map((line) => `${line.quantity} × ${line.title}`).join(', ')}`,
    tables: [
      {
        title: 'Items',
        rows: [...lines.map(lineRow), { left: 'Total', right: formatCents(order.itemsAmount), strong: true }],
      },
      {
        title: purchase.shippingMethod === 'pickup' ? 'Picked up by' : 'Ship to',
        rows: addressRows(purchase),
      },
    ],
    action: supplierAction({ whole, publicUrl }),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns an order line for an email: quantity, item and price. */
export function lineRow(line: SupplierOrderLine): EmailTable[number] {
  const note = [line.variantTitle, line.sku && `SKU ${line.sku}`].filter(Boolean).join(', ')
  return { left: `${line.quantity} × ${line.title}`, note, right: formatCents(line.lineAmount) }
}

function shipByText({ shipBy }: Pick<SupplierOrder, 'shipBy'>): string {
  if (!shipBy) return 'Hand the parcel over within two business days.'
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  return `Hand the parcel over by ${day.format(shipBy)}.`
}

/** Returns a supplier's shipment as text, such as `Economy, 15-25 days`; undefined for a pickup. */
export function shippingText(
  order: Pick<SupplierOrder, 'shippingService' | 'shippingMinDays' | 'shippingDays'>,
): string | undefined {
  const { shippingService, shippingMinDays, shippingDays } = order
  if (!shippingService || !shippingDays) return undefined
  return `${formatServiceName(shippingService)}, ${formatDays(shippingMinDays ?? shippingDays, shippingDays)}`
}

/** Returns the rows of the recipient's name and address; a picked-up order has no street. */
export function addressRows(purchase: Purchase): EmailTable {
  const country = findCountry(purchase.country)?.name ?? purchase.country
  const city = [purchase.postcode, purchase.city, purchase.state].filter(Boolean).join(' ')
  const address =
    purchase.shippingMethod === 'pickup' ? [] : [formatStreet(purchase), formatSecondLine(purchase), city]
  return [`${purchase.firstName} ${purchase.lastName}`, ...address, country, purchase.phone]
    .filter(Boolean)
    .map((left) => ({ left, right: '' }))
}
