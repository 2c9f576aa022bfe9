import { countHandlingDays, type HandlingPromise } from '#core/shipping/handling.ts'
import { getShippingFee } from '#core/shipping/shipping-rules.ts'
import { STANDARD_PARCEL } from './customs/parcel.ts'
import type { CarrierRate, Shipment } from './port.ts'

/**
 * Returns the shipment, at least as heavy and large as the standard parcel. So the browser's measures can only raise
 * the rate.
 */
export function atLeastStandard(shipment: Shipment): Shipment {
  return {
    ...shipment,
    weightGrams: Math.max(shipment.weightGrams, STANDARD_PARCEL.weightGrams),
    lengthMm: Math.max(shipment.lengthMm, STANDARD_PARCEL.lengthMm),
    widthMm: Math.max(shipment.widthMm, STANDARD_PARCEL.widthMm),
    heightMm: Math.max(shipment.heightMm, STANDARD_PARCEL.heightMm),
  }
}

/** Returns the rates, cheapest first, then fastest (CHK-17). */
export function cheapestFirst<Rate extends Readonly<{ amount: number; estimatedDays: number }>>(
  rates: readonly Rate[],
): readonly Rate[] {
  return rates.toSorted((a, b) => a.amount - b.amount || a.estimatedDays - b.estimatedDays)
}

/**
 * A service for a product: `minDays` to `maxDays` in transit, `fromDays` to `toDays` calendar days from today (UTC)
 * until arrival; `amount` and the value of a shipment from which it is free in cents.
 */
export type DeliveryOption = Readonly<{
  service: string
  minDays: number
  maxDays: number
  fromDays: number
  toDays: number
  amount: number
  freeFromAmount: number | null
}>

/** The most services listed on a product's page; of more only the cheapest and the fastest are shown. */
const MAX_OPTIONS = 4

/**
 * Returns a carrier's rates for a shipment worth `value` cents, cheapest first. Of many, it returns the cheapest and,
 * if another, the fastest.
 */
export function deliveryOptions(
  rates: readonly CarrierRate[],
  { value, promise, now }: Readonly<{ value: number; promise: HandlingPromise; now: Date }>,
): readonly DeliveryOption[] {
  const handling = countHandlingDays(now, promise)
  const sorted = cheapestFirst(rates.map((rate) => ({ ...rate, amount: getShippingFee(rate, value) })))
  const [cheapest] = sorted
  const [fastest] = sorted.toSorted((a, b) => a.estimatedDays - b.estimatedDays)
  const extremes = [...new Set([cheapest, fastest])].filter((rate) => rate !== undefined)
  return (sorted.length > MAX_OPTIONS ? extremes : sorted).map((rate) => ({
    service: rate.service,
    minDays: rate.minDays,
    maxDays: rate.estimatedDays,
    fromDays: handling.min + rate.minDays,
    toDays: handling.max + rate.estimatedDays,
    amount: rate.amount,
    freeFromAmount: rate.freeFromAmount,
  }))
}

/** An offered rate of one shipment. */
export type OfferedRate = CarrierRate & Readonly<{ id: string }>

/** The separator of the rates' ids in the id of a cart with several shipments. */
const ID_SEPARATOR = '+'

/** Returns the ids of the shipments' rates in a combined id. */
export function splitRateId(id: string): readonly string[] {
  return [...new Set(id.split(ID_SEPARATOR))]
}

/**
 * Returns the rates of a whole cart from those of its shipments, cheapest first. For several shipments these are each
 * service that all offer, and the combination of the cheapest rates, named `Lowest_price`, if it costs less or no
 * service is offered for all.
 */
export function combineRates(shipments: readonly (readonly OfferedRate[])[]): readonly OfferedRate[] {
  return combine(shipments, (service, rates) => ({
    ...addUpRates(service, rates),
    id: rates.map(({ id }) => id).join(ID_SEPARATOR),
  }))
}

/**
 * Returns the rates of a shipment worth `value` cents from those of its parcels, combined like a cart's. Empty if one
 * of the parcels has none. The value of the whole shipment decides whether a parcel is free.
 */
export function combineParcelRates(
  parcels: readonly (readonly CarrierRate[])[],
  value: number,
): readonly CarrierRate[] {
  const [first = [], ...others] = parcels
  if (others.length === 0) return first
  if (parcels.some((rates) => rates.length === 0)) return []
  const priced = parcels.map((rates) =>
    rates.map((rate) => ({ ...rate, amount: getShippingFee(rate, value), freeFromAmount: null })),
  )
  return combine(priced, addUpRates)
}

function combine<Rate extends CarrierRate>(
  groups: readonly (readonly Rate[])[],
  addUp: (service: string, rates: readonly Rate[]) => Rate,
): readonly Rate[] {
  const [first = [], ...others] = groups
  if (others.length === 0) return first
  const services = new Set(first.map(({ service }) => service))
  const common = [...services].flatMap((service) => {
    const matchingRates = groups.map((rates) => rates.find((rate) => rate.service === service))
    const all = matchingRates.filter((rate) => rate !== undefined)
    return all.length === groups.length ? [addUp(service, all)] : []
  })
  const cheapest = addUp(
    'Lowest_price',
    groups.flatMap((rates) => cheapestFirst(rates).slice(0, 1)),
  )
  const isCheapest = common.every(({ amount }) => cheapest.amount < amount)
  return cheapestFirst(isCheapest ? [cheapest, ...common] : common)
}

function addUpRates(service: string, rates: readonly CarrierRate[]): CarrierRate {
  return {
    service,
    minDays: Math.max(...rates.map(({ minDays }) => minDays)),
    estimatedDays: Math.max(...rates.map(({ estimatedDays }) => estimatedDays)),
    amount: rates.reduce((sum, { amount }) => sum + amount, 0),
    freeFromAmount: null,
  }
}

/** The fields of an address by their names in forms. */
export type AddressField = 'blockNumber' | 'streetAddress' | 'unitNumber' | 'city' | 'state' | 'zipCode'

const IN_SINGAPORE: readonly AddressField[] = ['blockNumber', 'streetAddress', 'unitNumber', 'zipCode']
const ELSEWHERE: readonly AddressField[] = ['streetAddress', 'city', 'state', 'zipCode']

/** Returns the required fields of an address in a country (ISO alpha-2, any case; CHK-09, CHK-10). */
export function getRequiredAddressFields(country: string): readonly AddressField[] {
  return country.toUpperCase() === 'SG' ? IN_SINGAPORE : ELSEWHERE
}

/** The most addresses of an account, enough for a dealer's branches. */
export const MAX_ADDRESSES = 30
