import { type AppError, invalid } from '#ground/errors.ts'

/** The refusal for a country the marketplace does not send to. */
export function countryNotServed(): AppError {
  return invalid('country_not_served', 'We do not ship to that country yet.', { fields: ['country'] })
}

/** The refusal for a postcode that its country does not have. */
export function badPostcode(): AppError {
  return invalid('bad_postcode', 'That postcode does not exist in the chosen country.', {
    fields: ['zipCode'],
  })
}
