import type { Measures } from '#features/sales/shipping/service.ts'
import type { LineUnits } from '../../lifecycle/lifecycle-queries.ts'
import { formatSecondLine, formatStreet } from '../../parcels/recipient.ts'
import type { DeclaredItem, DeclaredLine, LabelParcel, PostalAddress } from '../../port.ts'
import type { Purchase, SupplierOrderLine } from '../../views/purchase-queries.ts'
import type { OrderContext } from '../../views/timeline-queries.ts'
import { getExportPrice } from './declare-customs.ts'

/** The contents of a parcel to the buyer of an order, or back. `declared` is null if it passes no customs. */
export type LabelParcelInput = Readonly<{
  reference: string
  context: OrderContext
  lines: readonly SupplierOrderLine[]
  units: readonly LineUnits[]
  sender: PostalAddress | null
  /** The recipient of a return; the buyer is its sender. */
  recipient?: PostalAddress | null
  measures: Measures
  declared: readonly DeclaredLine[] | null
}>

/** Returns a parcel to the buyer of an order, or back, in the form that carriers need. */
export function buildLabelParcel(input: LabelParcelInput): LabelParcel {
  const { reference, context, lines, units, sender, recipient, measures, declared } = input
  const { weightGrams, lengthMm, widthMm, heightMm } = measures
  return {
    reference,
    from: recipient ? toBuyerAddress(context.purchase) : sender,
    to: recipient ?? toBuyerAddress(context.purchase),
    contents: recipient ? 'returned_goods' : 'merchandise',
    weightGrams,
    lengthMm,
    widthMm,
    heightMm,
    currency: context.order.currency,
    customs: declared && declared.flatMap((one) => toDeclaredItems(one, { lines, units })),
  }
}

/** Returns the address of a buyer in the form that carriers need. */
export function toBuyerAddress(purchase: Purchase): PostalAddress {
  return {
    name: `${purchase.firstName} ${purchase.lastName}`.trim(),
    street1: formatStreet(purchase),
    street2: formatSecondLine(purchase) || undefined,
    city: purchase.city || purchase.country,
    state: purchase.state || undefined,
    zip: purchase.postcode,
    country: purchase.country,
    phone: purchase.phone,
  }
}

/** Returns the customs data of a line's units in the parcel. */
function toDeclaredItems(
  { lineId, originCountry, tariffNumber, description, amount }: DeclaredLine,
  { lines, units }: Readonly<{ lines: readonly SupplierOrderLine[]; units: readonly LineUnits[] }>,
): DeclaredItem[] {
  const line = lines.find(({ id }) => id === lineId)
  const quantity = units.find((one) => one.lineId === lineId)?.quantity
  if (!line || !quantity) return []
  const item = { title: description ?? line.title, amount: amount ?? getExportPrice(line) }
  return [{ ...item, quantity, productId: line.productPublicId, sku: line.sku, originCountry, tariffNumber }]
}
