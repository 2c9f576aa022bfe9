import { type AppError, invalid, refused } from '#core/errors.ts'

/** Returns the error for a country to which the marketplace, or the named supplier, doesn't ship. */
export function countryNotServed(supplier?: string): AppError {
  const message = `${supplier === undefined ? 'We do' : `${supplier} does`} not ship to that country yet.`
  return invalid('country_not_served', message, { fields: ['country'] })
}

/** Returns the error for a postcode that its country does not have. */
export function badPostcode(): AppError {
  return invalid('bad_postcode', 'This postcode doesn’t exist in the selected country.', {
    fields: ['zipCode'],
  })
}

/** Returns the error for fees and days that can't be estimated without an address. */
export function noEstimate(): AppError {
  return refused(
    'no_estimate',
    'Shipping fees and delivery dates depend on your address. You’ll see them at checkout before you pay.',
  )
}
