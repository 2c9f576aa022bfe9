import { carrierTitle } from '#core/shipping/carriers.ts'
import {
  formatAddressLines,
  listSendingWarehouses,
  type ParcelBrand,
  type SupplierOrderLine,
  type OrderContext,
  type ParcelDetails,
} from '#features/sales/orders/service.ts'
import type { PdfColumn, PdfDocument } from '#platform/pdf/pdf-document.ts'
import { formatUtcDay } from '#core/text/format-date.ts'

/** The content of a packing slip; without a parcel it covers all items to ship. */
export type PackingSlipInput = Readonly<{
  whole: OrderContext
  lines: readonly SupplierOrderLine[]
  parcel: ParcelDetails | undefined
  issuer: PdfDocument['from']
  /** The logo of the vendor's brand, as PNG. */
  logo?: Uint8Array | undefined
  now: Date
}>

/**
 * Renders the packing slip: the parcel's contents, sender and recipient, without any prices. A vendor's order names
 * only the vendor as sender.
 */
export function renderPackingSlip({
  whole,
  lines,
  parcel,
  issuer,
  logo,
  now,
}: PackingSlipInput): PdfDocument {
  const { order, purchase, supplier } = whole
  const { vendorReference, vendorStore, brand } = purchase
  const units = listPackedUnits(lines, parcel)
  const packedLines = units.map(({ line }) => line)
  const warehouses = listSendingWarehouses(order, packedLines)
  const isVendors = vendorReference !== null
  return layOutSlip({
    from: isVendors ? { name: brand?.name || (vendorStore ?? ''), lines: [], logo } : issuer,
    createdAt: parcel?.shippedAt ?? now,
    code: purchase.number,
    orderNumber: vendorReference ?? purchase.number,
    orderedAt: purchase.paidAt ?? purchase.placedAt,
    recipient: {
      title: purchase.shippingMethod === 'pickup' ? 'Picked up by' : 'For',
      lines: [`${purchase.firstName} ${purchase.lastName}`.trim(), ...formatAddressLines(purchase)],
    },
    sender: isVendors
      ? toReturns(brand)
      : { title: 'From', lines: [supplier.name, ...warehouses].filter(Boolean) },
    trackings: (parcel?.trackings ?? []).map(({ carrier, number }) => `${carrierTitle(carrier)} ${number}`),
    items: units.map(({ line, quantity }) => ({
      ...line,
      quantity,
      warehouse: isVendors || warehouses.length === 1 ? null : (line.warehouse ?? order.warehouse),
    })),
    closing: [...renderRemainderNote(lines, parcel), ...toNote(brand)],
  })
}

/** Returns a sample packing slip, as a vendor's customers would get it. */
export function renderSampleSlip({
  brand,
  store,
  logo,
  now,
}: Readonly<{ brand: ParcelBrand; store: string; logo: Uint8Array | undefined; now: Date }>): PdfDocument {
  return layOutSlip({
    from: { name: brand.name || store, lines: [], logo },
    createdAt: now,
    code: 'SAMPLE',
    orderNumber: '1001',
    orderedAt: now,
    recipient: { title: 'For', lines: ['Your customer', '10 Anson Road', '079903 Singapore'] },
    sender: toReturns(brand),
    trackings: [],
    items: [{ title: 'Sample product', variantTitle: '', sku: 'SAMPLE-1', quantity: 1, warehouse: null }],
    closing: toNote(brand),
  })
}

function toReturns(brand: ParcelBrand | null): SlipContent['sender'] {
  return brand && brand.returnAddress.length > 0 ? { title: 'Returns to', lines: brand.returnAddress } : null
}

function toNote(brand: ParcelBrand | null): PdfDocument['blocks'] {
  return (brand?.note ?? '')
    .split('\n')
    .flatMap((text) => (text.trim() === '' ? [] : [{ kind: 'text', text }]))
}

/** The rows of a packing slip. */
type SlipContent = Readonly<{
  from: PdfDocument['from']
  createdAt: Date
  code: string
  orderNumber: string
  orderedAt: Date
  recipient: PdfColumn
  sender: PdfColumn | null
  trackings: readonly string[]
  items: readonly Readonly<{
    title: string
    variantTitle: string
    sku: string
    quantity: number
    /** The warehouse its items leave from, if the store has several. */
    warehouse: string | null
  }>[]
  closing: PdfDocument['blocks']
}>

function layOutSlip(content: SlipContent): PdfDocument {
  const { from, createdAt, code, orderNumber, orderedAt, recipient, sender, trackings, items, closing } =
    content
  return {
    title: 'Packing slip',
    from,
    createdAt,
    code,
    foot: `Order ${orderNumber}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          recipient,
          ...(sender ? [sender] : []),
          { title: 'Order', lines: [orderNumber, formatUtcDay(orderedAt), ...trackings] },
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Item', share: 6 },
          { title: 'SKU', share: 3 },
          { title: 'Qty', share: 1, align: 'right' },
        ],
        rows: items.map(({ title, variantTitle, sku, quantity, warehouse }) => [
          [title, variantTitle, warehouse && `From ${warehouse}`].filter(Boolean).join('\n'),
          sku,
          String(quantity),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          {
            label: 'Number of items',
            value: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
            isStrong: true,
          },
        ],
      },
      ...closing,
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

/** Returns the note in a parcel that has only a part of the order. */
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
