import { CARRIERS, type CarrierName, carrierTitle } from '#core/shipping/carriers.ts'

/** The payees of labels, by the names of calls; `account` is the prepayment for all of them. */
export const PAYABLE = ['account', ...CARRIERS] as const

/** Returns the name of a carrier in the operator's statement. */
export function formatCarrier(carrier: string): string {
  if (carrier === 'account') return 'Account balance'
  if (carrier === 'other') return 'Other carriers'
  return isCarrier(carrier) ? carrierTitle(carrier) : carrier
}

function isCarrier(name: string): name is CarrierName {
  return CARRIERS.some((carrier) => carrier === name)
}
