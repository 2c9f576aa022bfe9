/** The carriers of parcels, by the names that calls use. */
export const CARRIERS = [
  'dhl',
  'fedex',
  'ups',
  'usps',
  'singpost',
  'royal_mail',
  'aramex',
  'sf_express',
  'ninja_van',
  'sandbox_post',
  'other',
] as const

/** A carrier, by the name that calls use. */
export type CarrierName = (typeof CARRIERS)[number]

/** The carriers that a supplier can choose: all except the sandbox carrier. */
export const REAL_CARRIERS = CARRIERS.filter((carrier) => carrier !== 'sandbox_post')

const TITLES: Readonly<Record<CarrierName, string>> = {
  dhl: 'DHL',
  fedex: 'FedEx',
  ups: 'UPS',
  usps: 'USPS',
  singpost: 'SingPost',
  royal_mail: 'Royal Mail',
  aramex: 'Aramex',
  sf_express: 'SF Express',
  ninja_van: 'Ninja Van',
  sandbox_post: 'Sandbox Post',
  other: 'Another carrier',
}

/** Returns the display name of a carrier. */
export function carrierTitle(carrier: CarrierName): string {
  return TITLES[carrier]
}
