/** A parcel and where it goes: grams and millimetres, ISO 3166 alpha-2 country. */
export type Shipment = Readonly<{
  country: string
  postcode: string
  city: string
  state: string
  weightGrams: number
  lengthMm: number
  widthMm: number
  heightMm: number
}>

/** One way to send a parcel: `service` in the carrier's spelling, `amount` in cents of the shop's currency. */
export type CarrierRate = Readonly<{ service: string; estimatedDays: number; amount: number }>

/**
 * What the shop needs of whoever carries parcels. Gives no rates for places it does not serve;
 * throws `unavailable` when it cannot tell now.
 */
export type RateSource = (shipment: Shipment) => Promise<readonly CarrierRate[]>
