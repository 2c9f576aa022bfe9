import type { Shipment } from '#features/sales/shipping/port.ts'
import { requiresEuCustoms } from '#core/shipping/eu-customs.ts'

/** The place where parcels are handed to the carrier, with EasyPost's field names. */
export type Origin = Readonly<{
  name: string
  street1: string
  street2?: string | undefined
  city: string
  state?: string | undefined
  zip: string
  country: string
  phone: string
}>

/** Tenths of an inch in a millimetre, and of an ounce in a gram (both by the international pound and yard of 1959). */
const TENTHS_OF_INCH = 10 / 25.4
const TENTHS_OF_OUNCE = 10 / 28.349_523_125

/**
 * A placeholder for the contents when only a price is requested; it declares nothing. The actual contents are sent
 * with the label.
 */
const SAMPLE = { description: 'Jewellery', quantity: 1, value: 100, hs_tariff_number: '711319' }

/**
 * The payer of duties and taxes in the destination country (Incoterms 2020). It is the recipient (DAP), or the
 * marketplace's account (DDP).
 */
export type Incoterm = 'DAP' | 'DDP'

/**
 * Returns the customs terms of a parcel that crosses a border. For the EU they also state that the recipient is a
 * consumer (docs.easypost.com, EU Regulatory Updates).
 */
export function getShippingTerms(country: string, incoterm: Incoterm) {
  return { incoterm, ...(requiresEuCustoms(country) ? { commerce_type: 'B2C' } : {}) }
}

/**
 * Returns the rate request, in inches and ounces rounded up to a tenth. A parcel that leaves the country has a
 * customs declaration.
 */
export function toEasyPostRateRequest(shipment: Shipment, origin: Origin) {
  const { country, postcode, city, state } = shipment
  const parcel = toParcel(shipment)
  const customs = { ...SAMPLE, weight: parcel.weight, origin_country: origin.country }
  return {
    shipment: {
      from_address: origin,
      to_address: { city, state, zip: postcode, country },
      parcel,
      ...(country === origin.country ? {} : { customs_info: { ...CUSTOMS_INFO, customs_items: [customs] } }),
    },
  }
}

/** The customs declaration of all parcels. */
export const CUSTOMS_INFO = {
  contents_type: 'merchandise',
  customs_certify: true,
  non_delivery_option: 'return',
  restriction_type: 'none',
  eel_pfc: 'NOEEI 30.37(a)',
}

/** Returns a parcel in inches and ounces. */
export function toParcel(shipment: Pick<Shipment, 'weightGrams' | 'lengthMm' | 'widthMm' | 'heightMm'>) {
  return {
    length: toTenths(shipment.lengthMm, TENTHS_OF_INCH),
    width: toTenths(shipment.widthMm, TENTHS_OF_INCH),
    height: toTenths(shipment.heightMm, TENTHS_OF_INCH),
    weight: toTenths(shipment.weightGrams, TENTHS_OF_OUNCE),
  }
}

/** Converts to tenths, rounded up: a parcel must never be declared smaller than it is. */
function toTenths(amount: number, perUnit: number): number {
  return Math.ceil(Number((amount * perUnit).toFixed(6))) / 10
}
