import { readSetting, type Setting } from '#features/identity/settings/service.ts'
import type { Queryable } from '#database/database.ts'
import type { CountryData } from '../contract.ts'
import { findCountry, listCountries } from '../countries.ts'

/** The setting of the countries that nothing is delivered to now, by their ISO 3166-1 alpha-2 codes, sorted. */
export const CLOSED_COUNTRIES: Setting<readonly string[]> = {
  name: 'countries',
  action: 'Changed the countries delivered to',
  // Stored by the call alone, which has checked it.
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

/** Returns the countries that are delivered to now, by English name. */
export async function listServedCountries(db: Queryable): Promise<readonly CountryData[]> {
  const closed = new Set(await readSetting(db, CLOSED_COUNTRIES))
  return closed.size === 0 ? listCountries() : listCountries().filter(({ code }) => !closed.has(code))
}

/** Returns how one learns whether a country is delivered to now. */
export async function readServedCountries(db: Queryable): Promise<(country: string) => boolean> {
  const closed = await readSetting(db, CLOSED_COUNTRIES)
  return (country) => findCountry(country) !== undefined && !closed.includes(country.toUpperCase())
}
