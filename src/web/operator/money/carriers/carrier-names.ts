const NAMES: Readonly<Record<string, string>> = {
  account: 'Account balance',
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
  other: 'Other carriers',
}

/** Whose labels are paid, by the names that calls use; `account` is what is paid in for all of them. */
export const PAYABLE = [
  'account',
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

/** Returns what a carrier is called. */
export function formatCarrier(carrier: string): string {
  return NAMES[carrier] ?? carrier
}
