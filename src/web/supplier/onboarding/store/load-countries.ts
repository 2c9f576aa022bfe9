import type { CountryData } from '#features/sales/shipping/contract.ts'
import { DEFAULT_DELIVERY } from '#web/shared/address/delivery-country.ts'
import type { PageContext } from '#web/app/page.ts'

/** What the first step is drawn with. */
export type CountriesShown = Readonly<{ countries: readonly CountryData[] }>

/** The countries a store may be in. Without the list the shop's own can still be chosen. */
export async function loadCountries({ call }: PageContext): Promise<CountriesShown> {
  try {
    return { countries: (await call('GET /shop/getAllCountries')).countries }
  } catch {
    return { countries: [DEFAULT_DELIVERY] }
  }
}
