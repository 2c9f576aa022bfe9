import { findCountry } from '#features/sales/shipping/service.ts'
import type { Recipient } from '../changes/recipient-rules.ts'
import type { Purchase } from '../views/purchase-queries.ts'

/** Returns street, house and building as one line. */
export function formatStreet({ blockNumber, streetAddress, buildingName }: Recipient): string {
  return [blockNumber, streetAddress, buildingName].filter(Boolean).join(', ')
}

/** Returns the unit or second line of an address. */
export function formatSecondLine({ unitNumber, address2 }: Recipient): string {
  return [unitNumber && `Unit ${unitNumber}`, address2].filter(Boolean).join(', ')
}

/** Returns a purchase's delivery address by lines; none for a pickup. */
export function formatAddressLines(purchase: Recipient & Pick<Purchase, 'shippingMethod'>): string[] {
  if (purchase.shippingMethod === 'pickup') return []
  const { postcode, city, state, country } = purchase
  const lines = [
    formatStreet(purchase),
    formatSecondLine(purchase),
    [postcode, city, state].filter(Boolean).join(' '),
    findCountry(country)?.name ?? country,
  ]
  return lines.filter(Boolean)
}
