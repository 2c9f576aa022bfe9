/**
 * Whether a posted form comes from a page of this shop (`publicUrl`), as the browser itself says: by `Sec-Fetch-Site`,
 * or where it does not say that (plain http), by `Origin`. Who says neither is no browser, and could claim anything.
 */
export function isOwnForm(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return true
  return origin === new URL(publicUrl).origin || hostOf(origin) === headers.get('host')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
