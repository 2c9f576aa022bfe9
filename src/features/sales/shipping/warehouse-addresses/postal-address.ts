import { invalid } from '#core/errors.ts'
import { isPostcode, normalisePhone } from '../addresses/address.ts'
import type { PostalAddressData } from '../contract.ts'
import { findCountry } from '../countries.ts'

/** Countries whose addresses carriers take with a state or province only. */
const WITH_STATE: ReadonlySet<string> = new Set(['US', 'CA', 'AU'])

/**
 * Returns an address with its postcode and phone number in their normal forms. Throws `unknown_country`, `bad_postcode`, `bad_phone`
 * and `state_missing` with the field at fault.
 */
export function normalizePostalAddress(address: PostalAddressData): PostalAddressData {
  const { country, state = '' } = address
  const zip = address.zip.toUpperCase()
  if (!findCountry(country)) throw invalid('unknown_country', 'Choose a country.', { fields: ['country'] })
  if (!isPostcode(zip, country))
    throw invalid('bad_postcode', 'This postcode doesn’t exist in the selected country.', { fields: ['zip'] })
  if (WITH_STATE.has(country) && state === '')
    throw invalid('state_missing', 'Enter the state or province: carriers need it in this country.', {
      fields: ['state'],
    })
  const phone = normalisePhone(address.phone, country)
  if (phone === undefined)
    throw invalid('bad_phone', 'Enter a phone number with its country code, such as +65 6123 4567.', {
      fields: ['phone'],
    })
  return { ...address, zip, phone }
}
