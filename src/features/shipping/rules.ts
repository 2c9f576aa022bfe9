import type { Shipment } from './port.ts'

/** The parcel every order is quoted as: 2 kg, 25 × 20 × 15 cm (API-21, API-22). */
const STANDARD_PARCEL = { weightGrams: 2_000, lengthMm: 250, widthMm: 200, heightMm: 150 } as const

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
