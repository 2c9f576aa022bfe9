import { STANDARD_PARCEL } from './parcel.ts'
import type { CarrierRate, Shipment } from './port.ts'

/** The shipment, nowhere lighter or smaller than the standard parcel: what the browser says of it only raises the rate. */
export function atLeastStandard(shipment: Shipment): Shipment {
  return {
    ...shipment,
    weightGrams: Math.max(shipment.weightGrams, STANDARD_PARCEL.weightGrams),
    lengthMm: Math.max(shipment.lengthMm, STANDARD_PARCEL.lengthMm),
    widthMm: Math.max(shipment.widthMm, STANDARD_PARCEL.widthMm),
    heightMm: Math.max(shipment.heightMm, STANDARD_PARCEL.heightMm),
  }
}

/** The days suppliers take to get a piece ready, as the shop says of them (PDP-12). */
const PROCESSING_DAYS = { least: 1, most: 3 } as const

/** A way to send a piece with the days from today until it is there; `amount` in cents. */
export type DeliveryOption = Readonly<{ service: string; fromDays: number; toDays: number; amount: number }>

/** Of a carrier's rates the cheapest, and the fastest where that is another; none of none. */
export function deliveryOptions(rates: readonly CarrierRate[]): readonly DeliveryOption[] {
  const [cheapest] = rates.toSorted((a, b) => a.amount - b.amount || a.estimatedDays - b.estimatedDays)
  const [fastest] = rates.toSorted((a, b) => a.estimatedDays - b.estimatedDays || a.amount - b.amount)
  if (!cheapest || !fastest) return []
  return (cheapest === fastest ? [cheapest] : [cheapest, fastest]).map((rate) => ({
    service: rate.service,
    fromDays: rate.estimatedDays + PROCESSING_DAYS.least,
    toDays: rate.estimatedDays + PROCESSING_DAYS.most,
    amount: rate.amount,
  }))
}

/** The fields of an address by their names in forms. */
export type AddressField = 'blockNumber' | 'streetAddress' | 'unitNumber' | 'city' | 'state' | 'zipCode'

const IN_SINGAPORE: readonly AddressField[] = ['blockNumber', 'streetAddress', 'unitNumber', 'zipCode']
const ELSEWHERE: readonly AddressField[] = ['streetAddress', 'city', 'state', 'zipCode']

/** What has to be filled in of an address in a country (ISO alpha-2, any case), CHK-09 and CHK-10. */
export function neededOfAddress(country: string): readonly AddressField[] {
  return country.toUpperCase() === 'SG' ? IN_SINGAPORE : ELSEWHERE
}

/** So many addresses a person may keep: a dealer's branches fit, a hoard does not. */
export const MOST_ADDRESSES = 30
