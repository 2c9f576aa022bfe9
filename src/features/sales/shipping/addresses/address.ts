import type parsePhone from 'libphonenumber-js/max'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { CountryCode } from 'libphonenumber-js/max'
import { lazyModule } from '#platform/lazy-module.ts'

const phoneParser = lazyModule<typeof parsePhone>('libphonenumber-js/max')

/** Countries whose addresses have no postcode; whatever is typed there is stored as text. */
const WITHOUT_POSTCODE = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LC ML MO MR MU MW NR NU PA QA RW SB SC SL SR ST SY TD TG TK TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
)

/**
 * Returns whether `postcode` can be one of `country` (ISO alpha-2). True where a country has none or its form is not
 * known.
 */
export function isPostcode(postcode: string, country: string): boolean {
  if (WITHOUT_POSTCODE.has(country) || !postcodeValidatorExistsForCountry(country))
    return postcode.length <= 20
  return postcodeValidator(postcode, country)
}

/** Normalizes a phone number of `country` to E.164 (`+6591234567`); undefined when it cannot be dialled. */
export function normalisePhone(typed: string, country: string): string | undefined {
  const parsed = phoneParser()(typed, countryCode(country))
  return parsed?.isValid() ? parsed.number : undefined
}

function countryCode(country: string): CountryCode {
  // The library answers undefined for codes it does not know, so any two letters may be handed over.
  return country as CountryCode
}
