import { carrierTitle } from '#core/shipping/carriers.ts'
import {
  formatAddressLines,
  type SupplierOrderLine,
  type OrderContext,
  type ParcelDetails,
} from '#features/sales/orders/service.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { formatDate } from './date.ts'

/** What a packing slip is made of; without a parcel it is for all that is to be sent. */
export type PackingSlipInput = Readonly<{
  whole: OrderContext
  lines: readonly SupplierOrderLine[]
  parcel: ParcelDetails | undefined
  issuer: PdfDocument['from']
  now: Date
}>

/** The paper that goes with the items: what is in the parcel, from whom and for whom. It never says what anything costs. */
export function renderPackingSlip({ whole, lines, parcel, issuer, now }: PackingSlipInput): PdfDocument {
  const { order, purchase, supplier } = whole
  const units = listPackedUnits(lines, parcel)
  const name = `${purchase.firstName} ${purchase.lastName}`.trim()
  const numbers = (parcel?.trackings ?? []).map(({ carrier, number }) => `${carrierTitle(carrier)} ${number}`)
  return {
    title: 'Packing slip',
    from: issuer,
    createdAt: parcel?.shippedAt ?? now,
    code: purchase.number,
    foot: `Order ${purchase.number}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          {
            title: purchase.shippingMethod === 'pickup' ? 'Picked up by' : 'For',
            lines: [name, ...formatAddressLines(purchase)],
          },
          { title: 'From', lines: [supplier.name, order.warehouse].filter(Boolean) },
          {
            title: 'Order',
            lines: [purchase.number, formatDate(purchase.paidAt ?? purchase.placedAt), ...numbers],
          },
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Item', share: 6 },
          { title: 'SKU', share: 3 },
          { title: 'Qty', share: 1, align: 'right' },
        ],
        rows: units.map(({ line, quantity }) => [
          [line.title, line.variantTitle].filter(Boolean).join('\n'),
          line.sku,
          String(quantity),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          {
            label: 'Number of items',
            value: String(units.reduce((sum, { quantity }) => sum + quantity, 0)),
            isStrong: true,
          },
        ],
      },
      ...renderRemainderNote(lines, parcel),
    ],
  }
}

function listPackedUnits(lines: readonly SupplierOrderLine[], parcel: ParcelDetails | undefined) {
  const getQuantity = (line: SupplierOrderLine) =>
    parcel
      ? (parcel.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0)
      : line.quantity - line.withdrawnQuantity
  return lines.map((line) => ({ line, quantity: getQuantity(line) })).filter(({ quantity }) => quantity > 0)
}

/** Returns the note in a parcel that is not all of the order. */
function renderRemainderNote(
  lines: readonly SupplierOrderLine[],
  parcel: ParcelDetails | undefined,
): PdfDocument['blocks'] {
  if (!parcel) return []
  const isComplete = listPackedUnits(lines, undefined).every(
    ({ line, quantity }) => parcel.lines.find(({ lineId }) => lineId === line.id)?.quantity === quantity,
  )
  return isComplete
    ? []
    : [{ kind: 'text', text: 'The other items of this order ship in separate parcels.', isSoft: true }]
}
