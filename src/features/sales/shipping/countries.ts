import { createRequire } from 'node:module'
// The package's own entry would register all its 80 languages.
import countries from 'i18n-iso-countries/index.js'
import type { CountryData } from './contract.ts'

// The package's English names are JSON, which Node loads by `require` without an import attribute.
countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json'))

/** Countries that are not served: uninhabited, or excluded by most carriers and banks. */
const NOT_SERVED = new Set(['AQ', 'BV', 'HM', 'TF', 'GS', 'UM', 'IO', 'CU', 'IR', 'KP', 'SY'])

const SERVED: readonly CountryData[] = Object.entries(countries.getNames('en', { select: 'official' }))
  .filter(([code]) => !NOT_SERVED.has(code))
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const BY_CODE = new Map(SERVED.map((country) => [country.code, country]))

/** Lists the countries the marketplace ships to, by English name in alphabetical order. */
export function listCountries(): readonly CountryData[] {
  return SERVED
}

/** Returns the country of an ISO 3166 alpha-2 code (any case), if the marketplace ships there. */
export function findCountry(code: string): CountryData | undefined {
  return BY_CODE.get(code.toUpperCase())
}
