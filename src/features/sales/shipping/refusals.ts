import { type AppError, invalid, refused } from '#core/errors.ts'

/** The refusal for a country that the marketplace, or the supplier named, does not send to. */
export function countryNotServed(supplier?: string): AppError {
  const message = `${supplier === undefined ? 'We do' : `${supplier} does`} not ship to that country yet.`
  return invalid('country_not_served', message, { fields: ['country'] })
}

/** The refusal for a postcode that its country does not have. */
export function badPostcode(): AppError {
  return invalid('bad_postcode', 'This postcode doesn’t exist in the selected country.', {
    fields: ['zipCode'],
  })
}

/** The refusal where fees and days cannot be known without an address. */
export function noEstimate(): AppError {
  return refused(
    'no_estimate',
    'Shipping fees and delivery dates depend on your address. You’ll see them at checkout before you pay.',
  )
}
