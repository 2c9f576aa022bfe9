import type parsePhone from 'libphonenumber-js/max'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { CountryCode } from 'libphonenumber-js/max'
import { lazyModule } from '#platform/lazy-module.ts'

const phoneParser = lazyModule<typeof parsePhone>('libphonenumber-js/max')

/** Countries without postcodes; a typed one is stored as text. */
const WITHOUT_POSTCODE = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LC ML MO MR MU MW NR NU PA QA RW SB SC SL SR ST SY TD TG TK TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
)

/**
 * Returns whether `postcode` is valid in `country` (ISO alpha-2). True if the country has none or its format is
 * unknown.
 */
export function isPostcode(postcode: string, country: string): boolean {
  if (WITHOUT_POSTCODE.has(country) || !postcodeValidatorExistsForCountry(country))
    return postcode.length <= 20
  return postcodeValidator(postcode, country)
}

/** Returns a phone number of `country` in E.164 (`+6591234567`); undefined if it is not valid. */
export function normalisePhone(typed: string, country: string): string | undefined {
  const parsed = phoneParser()(typed, countryCode(country))
  return parsed?.isValid() ? parsed.number : undefined
}

function countryCode(country: string): CountryCode {
  // The library returns undefined for unknown codes, so any two letters may be passed.
  return country as CountryCode
}
