/**
 * A parcel and where it goes: grams and millimetres, ISO 3166 alpha-2 countries. The postcode is empty where only the
 * country is known; `fromCountry` is where the parcel lies, left out when it is with the carrier already.
 */
export type Shipment = Readonly<{
  fromCountry?: string
  country: string
  postcode: string
  city: string
  state: string
  weightGrams: number
  lengthMm: number
  widthMm: number
  heightMm: number
}>

/** One way to send a parcel, and its days on the way: `service` in the carrier's spelling, `amount` in cents of the shop's currency. */
export type CarrierRate = Readonly<{ service: string; estimatedDays: number; amount: number }>

/**
 * What the shop needs of whoever carries parcels. Gives no rates for places it does not serve;
 * throws `unavailable` when it cannot tell now.
 */
export type RateSource = (shipment: Shipment) => Promise<readonly CarrierRate[]>
