/**
 * Returns the slug of a name: ASCII letters and digits joined by single hyphens, at most 60 characters. A name without
 * any, for example in another script, gives the code points of its characters, so that two such names differ.
 */
export function toSlug(name: string): string {
  const normalized = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = normalized.replace(/^-/, '').slice(0, 60).replace(/-$/, '')
  return slug || `store-${toCodePoints(name.trim())}`.slice(0, 60)
}

function toCodePoints(text: string): string {
  return Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16)).join('')
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Returns whether this is an ISO 3166 alpha-2 country code, according to the Unicode CLDR. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && COUNTRY_NAMES.of(code) !== undefined
}
