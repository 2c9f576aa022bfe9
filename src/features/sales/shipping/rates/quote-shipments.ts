import type { Queryable } from '#database/database.ts'
import { type CartLine, listCartLines } from '#features/catalogue/catalog/service.ts'
import { notFound } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { getShippingFee } from '#core/shipping/shipping-rules.ts'
import { quoteZones, type ShippingZone } from '#core/shipping/warehouse-rules.ts'
import { HOUR, addMs } from '#core/time.ts'
import { isPostcode } from '../addresses/address.ts'
import { hashContents, packParcel, STANDARD_PARCEL, type RequestedProduct } from '../customs/parcel.ts'
import type { CarrierRate, RateSource, Shipment } from '../port.ts'
import { insertRates, type QuotedRate } from '../queries.ts'
import { badPostcode, countryNotServed, noEstimate } from '../refusals.ts'
import { readServedCountries } from '../served-countries/served-countries.ts'
import { selectRules } from '../warehouse-rules/rule-queries.ts'
import {
  atLeastStandard,
  cheapestFirst,
  combineParcelRates,
  deliveryOptions,
  type DeliveryOption,
} from '../rules.ts'

/** How long a quoted rate is honoured. */
export const RATE_LIFETIME = HOUR

/** The most shipments of a cart quoted at once, because each may be a request to a carrier. */
const QUOTE_CONCURRENCY = 20

/** A shipment and its destination; `items` are those of the cart, if given. */
export type QuoteInput = Readonly<{
  shipment: Shipment
  units: readonly RequestedProduct[]
  now: Date
  rateSource: RateSource
}>

/** The rates of one supplier's shipment, cheapest first; without a supplier those of any one shipment. */
export type ShipmentQuote = Readonly<{
  supplier: Readonly<{ publicId: string; name: string }> | undefined
  rates: readonly QuotedRate[]
}>

/**
 * Quotes each supplier's shipment of a cart, and stores the rates under unguessable ids. A shipment has one parcel from
 * each warehouse if the products' weights are known, else the caller's parcel, at least the standard one. Its rates are
 * valid for these products only. Without listed products it is one shipment of anything. Throws `country_not_served`
 * and `bad_postcode`, and `unavailable` when the carrier does not answer.
 */
export async function quoteShipments(
  db: Queryable,
  { shipment, units, now, rateSource }: QuoteInput,
): Promise<readonly ShipmentQuote[]> {
  if (!(await readServedCountries(db))(shipment.country)) throw countryNotServed()
  if (!isPostcode(shipment.postcode, shipment.country)) throw badPostcode()
  const shipments = await buildShipments(db, shipment, units)
  const rates: (readonly CarrierRate[])[] = []
  for (let first = 0; first < shipments.length; first += QUOTE_CONCURRENCY) {
    const some = shipments.slice(first, first + QUOTE_CONCURRENCY)
    rates.push(
      ...(await Promise.all(some.map((one) => quoteShipment(one.parcels, { rateSource, value: one.value })))),
    )
  }
  const unserved = shipments.find((_, index) => rates[index]?.length === 0)
  if (unserved)
    throw countryNotServed(unserved.parcels.some(({ zones }) => zones) ? unserved.supplier?.name : undefined)
  const { country, postcode } = shipment
  const quotes = shipments.map((one, index) => ({
    supplier: one.supplier,
    rates: cheapestFirst(
      (rates[index] ?? []).map((rate) => toQuotedRate(one, rate, { country, postcode, now })),
    ),
  }))
  await insertRates(
    db,
    quotes.flatMap((quote) => quote.rates),
  )
  return quotes
}

/** A parcel from one warehouse, with the supplier's own rules for it, if any. */
type ParcelToQuote = Readonly<{ parcel: Shipment; zones: readonly ShippingZone[] | undefined }>

/** A shipment before its rates are known; `contents` is null for a shipment of anything. */
export type ShipmentToQuote = Readonly<{
  /** One for each warehouse that it leaves from. */
  parcels: readonly ParcelToQuote[]
  supplier: Readonly<{ id: number; publicId: string; name: string }> | undefined
  contents: string | null
  value: number
}>

/**
 * Returns the rates of a shipment worth `value` cents; those of several parcels are combined. For each parcel a
 * supplier's own rules precede carriers, and these precede the marketplace's rules.
 */
export async function quoteShipment(
  parcels: readonly ParcelToQuote[],
  { rateSource, value }: Readonly<{ rateSource: RateSource; value: number }>,
): Promise<readonly CarrierRate[]> {
  const rates = await Promise.all(
    parcels.map(async ({ parcel, zones }) =>
      zones ? quoteZones(zones, { country: parcel.country, grams: parcel.weightGrams }) : rateSource(parcel),
    ),
  )
  return combineParcelRates(rates, value)
}

/** Returns the shipments of products, one for each supplier; one of anything if none is listed. */
export async function buildShipments(
  db: Queryable,
  shipment: Shipment,
  products: readonly RequestedProduct[],
): Promise<readonly ShipmentToQuote[]> {
  const cartProducts = products.length === 0 ? [] : await listCartLines(db, products)
  if (cartProducts.length === 0) {
    const parcels = [{ parcel: atLeastStandard(shipment), zones: undefined }]
    return [{ parcels, supplier: undefined, contents: null, value: 0 }]
  }
  const rules = await selectRules(db, [...new Set(cartProducts.map(({ warehouseId }) => warehouseId))])
  const bySupplier = Map.groupBy(cartProducts, ({ supplierId }) => supplierId)
  return [...bySupplier.values()].map((group) => {
    const byWarehouse = [...Map.groupBy(group, ({ warehouseId }) => warehouseId)]
    const parcels = byWarehouse.map(([warehouseId, lines]) => ({
      parcel: buildParcel(shipment, lines),
      zones: rules.get(warehouseId),
    }))
    return { ...describeShipment(products, group), parcels }
  })
}

function buildParcel(shipment: Shipment, lines: readonly CartLine[]): Shipment {
  const [first] = lines
  const knownGrams = lines.reduce((sum, product) => sum + (product.weightGrams ?? 0) * product.quantity, 0)
  const fallback = atLeastStandard(shipment)
  const measures = packParcel(lines) ?? {
    ...fallback,
    weightGrams: Math.max(fallback.weightGrams, knownGrams),
  }
  return { ...shipment, ...measures, ...(first ? { fromCountry: first.fromCountry } : {}) }
}

function describeShipment(
  products: readonly RequestedProduct[],
  group: readonly CartLine[],
): Omit<ShipmentToQuote, 'parcels'> {
  const [first] = group
  const indexes = new Set(group.map(({ place }) => place))
  return {
    supplier: first && { id: first.supplierId, publicId: first.supplierPublicId, name: first.supplierName },
    contents: hashContents(products.filter((_, place) => indexes.has(place))),
    value: group.reduce((sum, product) => sum + product.unitAmount * product.quantity, 0),
  }
}

function toQuotedRate(
  { parcels, supplier, contents, value }: ShipmentToQuote,
  rate: CarrierRate,
  { country, postcode, now }: Readonly<{ country: string; postcode: string; now: Date }>,
): QuotedRate {
  return {
    ...rate,
    id: newSecretId('rate'),
    supplierId: supplier?.id ?? null,
    amount: supplier ? getShippingFee(rate, value) : rate.amount,
    country,
    postcode,
    currency: SHOP_CURRENCY,
    weightGrams: Math.ceil(parcels.reduce((sum, { parcel }) => sum + parcel.weightGrams, 0)),
    contents,
    expiresAt: addMs(now, RATE_LIFETIME),
  }
}

/** A product for a delivery estimate; by default its first variant in stock. */
export type DeliveryEstimateInput = Readonly<{
  productId: string
  variantId: string | null
  country: string
  now: Date
  rateSource: RateSource
}>

/**
 * Returns the delivery time and cost of a unit of a product to a country, and its origin. It is quoted as the checkout
 * would quote it alone in a cart, so that the amounts match; nothing is stored. Throws `product_not_found`,
 * `country_not_served`, `no_estimate` if the carrier needs the full address, and `unavailable` when it does not answer.
 */
export async function estimateDelivery(
  db: Queryable,
  { productId, variantId, country, now, rateSource }: DeliveryEstimateInput,
): Promise<{ sentFrom: string; options: readonly DeliveryOption[] }> {
  if (!(await readServedCountries(db))(country)) throw countryNotServed()
  const [product] = await listCartLines(db, [{ productId, variantId, quantity: 1 }])
  if (!product) throw notFound('product_not_found', 'Product not found')
  const { fromCountry, unitAmount, warehouseId, supplierName, promise } = product
  const measures = packParcel([product]) ?? STANDARD_PARCEL
  const parcel = { fromCountry, country, postcode: '', city: '', state: '', ...measures }
  const zones = (await selectRules(db, [warehouseId])).get(warehouseId)
  const rates = await quoteShipment([{ parcel, zones }], { rateSource, value: unitAmount })
  if (zones && rates.length === 0) throw countryNotServed(supplierName)
  const options = deliveryOptions(rates, { value: unitAmount, promise, now })
  // The country is served, but the carrier prices by the full address.
  if (options.length === 0) throw noEstimate()
  return { sentFrom: fromCountry, options }
}
