import { readSetting, type Setting } from '#features/identity/settings/service.ts'
import type { Queryable } from '#database/database.ts'
import type { CountryData } from '../contract.ts'
import { findCountry, listCountries } from '../countries.ts'

/** The setting of the countries that are currently not delivered to, by their ISO 3166-1 alpha-2 codes, sorted. */
export const CLOSED_COUNTRIES: Setting<readonly string[]> = {
  name: 'countries',
  action: 'Changed the countries delivered to',
  // Only the call stores it, after validation.
  parse: (stored) => (stored as readonly string[] | undefined) ?? [],
  toAuditValues: (closed) => ({ closed: closed.map(getName) }),
  describe: (before, after) => [
    ...describe(
      'Closed',
      after.filter((code) => !before.includes(code)),
    ),
    ...describe(
      'Opened',
      before.filter((code) => !after.includes(code)),
    ),
  ],
}

function describe(what: string, codes: readonly string[]): string[] {
  return codes.length === 0 ? [] : [`${what}: ${codes.map(getName).join(', ')}`]
}

function getName(code: string): string {
  return findCountry(code)?.name ?? code
}

/** Returns the countries that are currently delivered to, by English name. */
export async function listServedCountries(db: Queryable): Promise<readonly CountryData[]> {
  const closed = new Set(await readSetting(db, CLOSED_COUNTRIES))
  return closed.size === 0 ? listCountries() : listCountries().filter(({ code }) => !closed.has(code))
}

/** Returns a function that tells whether a country is currently delivered to. */
export async function readServedCountries(db: Queryable): Promise<(country: string) => boolean> {
  const closed = await readSetting(db, CLOSED_COUNTRIES)
  return (country) => findCountry(country) !== undefined && !closed.includes(country.toUpperCase())
}
