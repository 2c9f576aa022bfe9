import { invalid, refused } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { findCountry, listCountries } from '../countries.ts'
import * as contract from './contract.ts'
import { CLOSED_COUNTRIES } from './served-countries.ts'

/** The settings of the countries that are delivered to. */
export const servedCountryRoutes: readonly Route[] = [
  route(contract.readServedCountries, async (_input, { db }) => {
    const { value: closed, version, history } = await readSettingPage(db, CLOSED_COUNTRIES)
    const countries = listCountries().map((country) => ({
      ...country,
      isServed: !closed.includes(country.code),
    }))
    return ok('Countries', { countries, version, history })
  }),

  route(contract.saveServedCountries, async ({ body: { closed, version } }, context) => {
    const unknown = closed.find((code) => findCountry(code)?.code !== code)
    if (unknown !== undefined) throw invalid('unknown_country', `“${unknown}” isn’t a country we know.`)
    const value = [...new Set(closed)].toSorted()
    if (value.length === listCountries().length)
      throw refused('no_country_left', 'Keep at least one country, or nobody can order anything.')
    await saveSetting(context.db, toAuditSource(context), { setting: CLOSED_COUNTRIES, value, version })
    return ok('Saved. Checkout now offers these countries.', {})
  }),
]
