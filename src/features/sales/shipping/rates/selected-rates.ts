import type { Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { getShippingFee } from '#core/shipping/shipping-rules.ts'
import { hashContents, type RequestedProduct } from '../customs/parcel.ts'
import { hasOwnRules } from '../warehouse-rules/rule-queries.ts'
import { listRates, type QuotedRate } from '../queries.ts'
import { splitRateId } from '../rules.ts'

/** The selected rate of an order, and its destination. */
export type RateUse = Readonly<{ id: string; country: string; postcode: string; now: Date }>

/**
 * Returns the stored rates of an id, one for each shipment. Throws `rate_unknown` if one was never quoted, has expired,
 * or was quoted for another place.
 */
export async function openRates(
  db: Queryable,
  { id, country, postcode, now }: RateUse,
): Promise<readonly QuotedRate[]> {
  const ids = splitRateId(id)
  const rates = await listRates(db, ids, now)
  const isForAddress = rates.every((rate) => rate.country === country && rate.postcode === postcode)
  if (rates.length < ids.length || !isForAddress) throw rateUnknown()
  return rates
}

/** A supplier's shipment of an order: requested products, value in cents, known grams, and its number of warehouses. */
export type ShipmentContents = Readonly<{
  units: readonly RequestedProduct[]
  value: number
  knownGrams: number
  warehouses: number
}>

/** A shipment's service, days in transit, and cost in cents. */
export type ShipmentRate = Pick<QuotedRate, 'service' | 'minDays' | 'estimatedDays' | 'amount'>

/**
 * Returns the rate of each supplier's shipment of an order, by the suppliers' keys. A rate quoted without products
 * counts for each parcel. Throws `rate_unknown` if a shipment has no rate for exactly these products, or a rate has no
 * shipment.
 */
export function rateShipments(
  rates: readonly QuotedRate[],
  shipments: ReadonlyMap<number, ShipmentContents>,
): ReadonlyMap<number, ShipmentRate> {
  const [first] = rates
  const isForAny = first?.supplierId === null
  if (rates.length !== (isForAny ? 1 : shipments.size)) throw rateUnknown()
  const rated = [...shipments].map(([supplierId, contents]) => {
    const rate = isForAny ? first : rates.find((one) => one.supplierId === supplierId)
    if (!rate) throw rateUnknown()
    return [
      supplierId,
      isForAny ? priceGenericRate(rate, contents) : checkProductRate(rate, contents),
    ] as const
  })
  return new Map(rated)
}

/**
 * Throws `rate_unknown` for a generic quote if a supplier has its own rules. It was quoted without products, by the
 * marketplace's rules, and the supplier would pay the difference.
 */
export async function refuseGenericRates(
  db: Queryable,
  rates: readonly QuotedRate[],
  supplierIds: readonly number[],
): Promise<void> {
  if (rates[0]?.supplierId === null && (await hasOwnRules(db, supplierIds))) throw rateUnknown()
}

function checkProductRate(rate: QuotedRate, { units }: ShipmentContents): ShipmentRate {
  if (rate.contents !== hashContents(units)) throw rateUnknown()
  return rate
}

function priceGenericRate(
  rate: QuotedRate,
  { value, knownGrams, warehouses }: ShipmentContents,
): ShipmentRate {
  // The quote was for a lighter parcel than its known products weigh, or from before shipments had rates of their own.
  if (rate.contents !== null || knownGrams > rate.weightGrams) throw rateUnknown()
  return { ...rate, amount: getShippingFee(rate, value) * warehouses }
}

function rateUnknown(): AppError {
  return new AppError(
    'refused',
    'rate_unknown',
    'This shipping rate is no longer available. Please choose another one.',
  )
}
