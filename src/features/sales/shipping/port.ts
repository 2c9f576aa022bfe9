/**
 * A parcel and its destination: grams and millimetres, ISO 3166 alpha-2 countries. The postcode is empty if only the
 * country is known; `fromCountry` is the country of the supplier's warehouse, omitted for an unknown supplier.
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

/**
 * A service for a parcel. `service` in the carrier's spelling, the days in transit (`minDays` to `estimatedDays`),
 * `amount` in cents of the shop's currency, and the value of the shipment in cents from which it is free (null: never).
 */
export type CarrierRate = Readonly<{
  service: string
  minDays: number
  estimatedDays: number
  amount: number
  freeFromAmount: number | null
}>

/**
 * A carrier's interface for the shop: returns the rates of one supplier's shipment. Returns none for unserved places;
 * throws `unavailable` if the rates cannot be determined now.
 */
export type RateSource = (shipment: Shipment) => Promise<readonly CarrierRate[]>
