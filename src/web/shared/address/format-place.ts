/** Returns city and country, or one of them when both have the same name. */
export function formatPlace({ city, country }: Readonly<{ city: string | null; country: string }>): string {
  const name = countryName(country)
  return city === null || city === name ? name : `${city}, ${name}`
}

/** Returns the short English name of a country by its two-letter code (ISO 3166-1); other texts are unchanged. */
function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames('en', { type: 'region', style: 'short' }).of(country) ?? country
}
