/** The fields of an address (CHK-07, CHK-08). */
export type AddressFieldName =
  | 'blockNumber'
  | 'streetAddress'
  | 'unitNumber'
  | 'buildingName'
  | 'address2'
  | 'city'
  | 'state'
  | 'zipCode'

/** The display of a field: its label, and the hints for the browser's autofill. */
export type FieldDisplay = Readonly<{
  label: string
  autoComplete: string
  type?: 'email' | 'tel' | 'text'
  maxLength: number
  /** Its width in sixths of a line. */
  width: 2 | 3 | 4 | 6
  placeholder?: string
}>

const SINGAPORE_FIELDS = ['blockNumber', 'streetAddress', 'unitNumber', 'buildingName', 'zipCode'] as const
const INTERNATIONAL_FIELDS = ['streetAddress', 'address2', 'city', 'state', 'zipCode'] as const
const OPTIONAL_FIELDS: ReadonlySet<string> = new Set(['buildingName', 'address2'])

/** All fields that occur in an address of some country. */
export const ALL_ADDRESS_FIELDS: readonly AddressFieldName[] = [
  ...new Set([...SINGAPORE_FIELDS, ...INTERNATIONAL_FIELDS]),
]

/** Returns the address fields of a country, in input order. */
export function addressFields(country: string): readonly AddressFieldName[] {
  return country === 'SG' ? SINGAPORE_FIELDS : INTERNATIONAL_FIELDS
}

/** Returns whether a field of an address is optional (CHK-09, CHK-10). */
export function isOptionalField(field: string): boolean {
  return OPTIONAL_FIELDS.has(field)
}

const FIELD_DISPLAYS: Readonly<Record<AddressFieldName | 'mobileNumber', FieldDisplay>> = {
  blockNumber: { label: 'Block number', autoComplete: 'off', maxLength: 20, width: 2 },
  streetAddress: { label: 'Street address', autoComplete: 'address-line1', maxLength: 200, width: 6 },
  unitNumber: {
    label: 'Unit number',
    autoComplete: 'address-line2',
    maxLength: 20,
    width: 2,
    placeholder: '#12-03',
  },
  buildingName: { label: 'Building name', autoComplete: 'address-line3', maxLength: 100, width: 4 },
  address2: { label: 'Apartment, suite, floor', autoComplete: 'address-line2', maxLength: 200, width: 6 },
  city: { label: 'City', autoComplete: 'address-level2', maxLength: 100, width: 3 },
  state: { label: 'State or region', autoComplete: 'address-level1', maxLength: 100, width: 3 },
  zipCode: { label: 'Postal code', autoComplete: 'postal-code', maxLength: 20, width: 3 },
  mobileNumber: { label: 'Mobile number', autoComplete: 'tel', type: 'tel', maxLength: 30, width: 3 },
}

/** Returns how a field of an address is displayed in a country. A Singapore street is beside its block. */
export function addressFieldDisplay(field: AddressFieldName | 'mobileNumber', country: string): FieldDisplay {
  const display = FIELD_DISPLAYS[field]
  return field === 'streetAddress' && country === 'SG'
    ? { ...display, label: 'Street name', width: 4 }
    : display
}

/** The classes of the widths in sixths of a line. */
export const FIELD_WIDTHS = {
  2: 'col-span-2 max-[22rem]:col-span-3',
  3: 'col-span-3',
  4: 'col-span-4 max-[22rem]:col-span-3',
  6: 'col-span-6',
} as const
