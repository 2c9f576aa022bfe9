import type { SavedAddressData } from '#features/sales/shipping/contract.ts'

/** Returns a saved address; a test's own fields replace defaults. */
export function createSavedAddress(overrides: Partial<SavedAddressData> = {}): SavedAddressData {
  return {
    id: 'adr_1',
    label: 'Home',
    country: 'SG',
    countryName: 'Singapore',
    blockNumber: '12',
    streetAddress: 'Tanjong Pagar Road',
    unitNumber: '#04-11',
    buildingName: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '079903',
    mobileNumber: '+6591234567',
    isDefault: true,
    ...overrides,
  }
}
