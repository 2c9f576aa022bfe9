import type { Queryable } from '#database/database.ts'
import { listCartLines } from '#features/catalogue/catalog/service.ts'
import { getShippingFee } from '#core/shipping/shipping-rules.ts'
import type { CarrierRate, RateSource } from '../port.ts'
import { cheapestFirst } from '../rules.ts'
import { buildShipments, quoteShipment } from './quote-shipments.ts'

/** A line of a vendor's order: product and variant by public ids, and the unit cost in cents. */
export type VendorLine = Readonly<{
  productId: string
  variantId: string
  quantity: number
  unitAmount: number
}>

/** Where a vendor's order goes, its country as ISO 3166 alpha-2. */
export type VendorDestination = Readonly<{ country: string; postcode: string; city: string; state: string }>

/**
 * The rates of a vendor's supplier order, cheapest first; empty if the supplier does not send there. `places` are the
 * positions of its lines.
 */
export type VendorShipment = Readonly<{
  supplierId: number
  places: readonly number[]
  supplierName: string
  rates: readonly CarrierRate[]
}>

/**
 * Returns the rates of the suppliers' shipments of a vendor's order. Shipping is free from a value that the vendor pays
 * a supplier. Throws `unavailable` if a carrier does not answer.
 */
export async function quoteVendorShipments(
  db: Queryable,
  {
    lines,
    destination,
    rateSource,
  }: Readonly<{ lines: readonly VendorLine[]; destination: VendorDestination; rateSource: RateSource }>,
): Promise<VendorShipment[]> {
  // The measures of the lines replace these.
  const shipment = { ...destination, weightGrams: 0, lengthMm: 0, widthMm: 0, heightMm: 0 }
  const shipments = await buildShipments(db, shipment, lines)
  const suppliers = new Map((await listCartLines(db, lines)).map((line) => [line.place, line.supplierId]))
  const quoted: VendorShipment[] = []
  for (const one of shipments) {
    if (!one.supplier) continue
    const { id: supplierId, name: supplierName } = one.supplier
    const places = [...lines.keys()].filter((place) => suppliers.get(place) === supplierId)
    const value = places.reduce((sum, place) => sum + getLineAmount(lines[place]), 0)
    const rates = await quoteShipment(one.parcels, { rateSource, value })
    const priced = rates.map((rate) => ({ ...rate, amount: getShippingFee(rate, value) }))
    quoted.push({ supplierId, supplierName, places, rates: cheapestFirst(priced) })
  }
  return quoted
}

function getLineAmount(line: VendorLine | undefined): number {
  return line ? line.quantity * line.unitAmount : 0
}
