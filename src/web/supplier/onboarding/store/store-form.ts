import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import type { OwnStoreData, StoreFormData } from '#features/catalogue/suppliers/contract.ts'
import type { CountryData } from '#features/sales/shipping/contract.ts'

/** The typed data of a store. `country` is a name or its two-letter code. */
export type StoreForm = Readonly<{ name: string; country: string; years: string; categories: string }>

/** An empty form. */
export const EMPTY_STORE: StoreForm = { name: '', country: '', years: '', categories: '' }

/** Returns the form with the store's current values. */
export function toStoreForm(store: OwnStoreData, countries: readonly CountryData[]): StoreForm {
  const { name, country, yearsOfExperience: years, mainCategories } = store
  return {
    name: name ?? '',
    country: countries.find(({ code }) => code === country)?.name ?? country,
    years: years === null ? '' : String(years),
    categories: mainCategories.join(', '),
  }
}

/** Finds a country by its typed name or code, ignoring case and accents. */
export function findCountryByText(query: string, countries: readonly CountryData[]): CountryData | undefined {
  const normalizedQuery = normalize(query)
  return countries.find(
    ({ name, code }) => normalize(name) === normalizedQuery || normalize(code) === normalizedQuery,
  )
}

/**
 * Returns the countries with a word that starts with the query, ignoring case and accents; a code finds its country.
 */
export function searchCountries(query: string, countries: readonly CountryData[]): readonly CountryData[] {
  const normalizedQuery = normalize(query)
  return countries.filter(
    ({ name, code }) =>
      ` ${normalize(name)}`.includes(` ${normalizedQuery}`) || normalize(code) === normalizedQuery,
  )
}

function normalize(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}

/** Returns the store to send, or the form's errors. A country is required, as products are shipped from it. */
export function toStoreInput(
  form: StoreForm,
  countries: readonly CountryData[],
): { body: StoreFormData } | { faults: FieldErrors } {
  const country = findCountryByText(form.country, countries)
  const categories = form.categories.split(/[,;\n]/).map((category) => category.trim())
  const years = form.years.trim()
  const name = form.name.trim()
  const errors = {
    ...(name.length === 1 ? { name: 'Use at least 2 characters for the name.' } : {}),
    ...(country ? {} : { country: 'Choose a country from the list.' }),
    ...(/^\d{0,3}$/.test(years) && Number(years) <= 500
      ? {}
      : { yearsOfExperience: 'Enter whole years, such as 12.' }),
    ...(categories.some((category) => category.length > 60)
      ? { mainCategories: 'Separate categories with commas. Use at most 60 characters each.' }
      : {}),
  }
  if (!country || Object.keys(errors).length > 0) return { faults: errors }
  const mainCategories = categories.filter((category) => category !== '').slice(0, 20)
  return {
    body: {
      ...(name === '' ? {} : { name }),
      country: country.code,
      yearsOfExperience: years === '' ? null : Number(years),
      mainCategories,
    },
  }
}
