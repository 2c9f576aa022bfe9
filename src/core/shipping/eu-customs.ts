/** The member states of the EU and Monaco: one customs union, within which parcels are not declared. */
export const EU_CUSTOMS_UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * Territories with their own country code that are in the EU's customs territory, but whose parcels need a
 * declaration, for taxes, within it, too.
 */
const OUTERMOST_REGIONS: ReadonlySet<string> = new Set('AX BL GF GP MF MQ RE SM YT'.split(' '))

/**
 * Returns whether a country (ISO 3166 alpha-2) is in the EU's customs union. Parcels within it need no declaration.
 */
export function isInEuCustoms(country: string): boolean {
  return EU_CUSTOMS_UNION.has(country)
}

/** Returns whether parcels to a country need a customs declaration by EU rules. */
export function requiresEuCustoms(country: string): boolean {
  return EU_CUSTOMS_UNION.has(country) || OUTERMOST_REGIONS.has(country)
}
