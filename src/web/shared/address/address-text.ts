import type { SavedAddressData } from '#features/sales/shipping/contract.ts'

/** Returns the name of a saved address: its label, else its street. */
export function addressName({ label, streetAddress, blockNumber }: SavedAddressData): string {
  return label || [blockNumber, streetAddress].filter(Boolean).join(' ')
}

/** Returns the lines of a saved address as on a parcel, without empty ones. */
export function savedAddressLines(address: SavedAddressData): readonly string[] {
  const { blockNumber, streetAddress, buildingName, unitNumber, address2, zipCode, city, state } = address
  const street = [blockNumber, streetAddress].filter(Boolean).join(' ')
  const locality = [zipCode, city, state].filter(Boolean).join(' ')
  return [street, buildingName, unitNumber, address2, locality, address.countryName].filter(Boolean)
}
