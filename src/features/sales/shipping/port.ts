/**
 * A parcel and where it goes: grams and millimetres, ISO 3166 alpha-2 countries. The postcode is empty where only the
 * country is known; `fromCountry` is where the supplier's warehouse is, left out where the supplier is unknown.
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
 * One way to send a parcel. `service` in the carrier's spelling, the days it is on its way (`minDays` to
 * `estimatedDays`), `amount` in cents of the shop's currency, and the value of the shipment in cents from which it is
 * free (null: never).
 */
export type CarrierRate = Readonly<{
  service: string
  minDays: number
  estimatedDays: number
  amount: number
  freeFromAmount: number | null
}>

/**
 * A carrier's interface for the shop: returns the rates of one supplier's shipment. Returns none for places it does not serve;
 * throws `unavailable` when it cannot tell now.
 */
export type RateSource = (shipment: Shipment) => Promise<readonly CarrierRate[]>
