import { createRequire } from 'node:module'
// The package's main entry would register all its 80 languages.
import countries from 'i18n-iso-countries/index.js'
import type { NamedFact } from './jewellery-facts.ts'

// The package's English names are JSON, which Node loads by `require` without an import attribute.
countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json'))

/**
 * A product's customs data: country (ISO 3166 alpha-2), and 6 to 10 digits of the Harmonised System. Null if the feed
 * has none.
 */
export type CustomsFacts = Readonly<{ originCountry: string | null; tariffNumber: string | null }>

// Shopify's inventory export names them `HS Code` and `COO`; metafields, attributes and `Meta:` columns have other
// names.
const ORIGIN =
  /\bcountry\b.*\b(origin|manufacture)\b|\borigin country\b|^coo$|^made in$|^(herkunfts|ursprungs)land$|^pays d.origine$/i
const TARIFF =
  /^hsn?( ?(tariff|code|number))+$|\bharmoni[sz]ed\b|\b(tariff|customs|commodity) (code|number)\b|^zolltarifnummer$/i

/** Returns whether a column or attribute of this name holds customs data. */
export function isCustomsName(name: string): boolean {
  return ORIGIN.test(normalizeName(name)) || TARIFF.test(normalizeName(name))
}

/** Reads customs data from named facts; the first readable one counts for each field. */
export function readCustomsFacts(facts: readonly NamedFact[]): CustomsFacts {
  const readFirst = (pattern: RegExp, read: (text: string) => string | null) =>
    facts.flatMap(({ name, value }) => (pattern.test(normalizeName(name)) ? (read(value) ?? []) : []))[0] ??
    null
  return { originCountry: readFirst(ORIGIN, readCountry), tariffNumber: readFirst(TARIFF, readTariffNumber) }
}

/** Returns messages for the supplier about unreadable customs values. */
export function explainCustomsErrors(facts: readonly NamedFact[]): string[] {
  return facts.flatMap(({ name, value }) => {
    if (ORIGIN.test(normalizeName(name)) && readCountry(value) === null)
      return [`the country of origin “${value.slice(0, 60)}” is unknown and was left out`]
    const isBadNumber = TARIFF.test(normalizeName(name)) && readTariffNumber(value) === null
    return isBadNumber
      ? [`the HS code “${value.slice(0, 60)}” does not have 6 to 10 digits and was left out`]
      : []
  })
}

/** Returns a name without its group and underscores: `Meta: _hs_code` becomes `hs code`. */
function normalizeName(name: string): string {
  return name
    .replace(/^meta:/i, '')
    .replaceAll(/[_/]+/g, ' ')
    .trim()
}

/** Reads a code of two or three letters, or the English name of a country; null for anything else. */
function readCountry(text: string): string | null {
  const trimmed = text.trim()
  const code = trimmed.toUpperCase()
  if (countries.isValid(code) && /^[A-Z]{2,3}$/.test(code)) return countries.toAlpha2(code) ?? null
  return countries.getAlpha2Code(trimmed, 'en') ?? null
}

/** Reads a tariff number; dots and spaces between the digits are ignored. */
function readTariffNumber(text: string): string | null {
  const digits = text.replaceAll(/[.\s]/g, '')
  return /^\d{6,10}$/.test(digits) ? digits : null
}
