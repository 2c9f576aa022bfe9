/** The two tokens of a session. */
export type SessionTokens = Readonly<{ accessToken: string; refreshToken: string }>

/** The scope of cookies: the page's host, whether it uses https, and the configured parent domain. */
export type CookieScope = Readonly<{ host: string; isSecure: boolean; domain?: string | undefined }>

const DAY_S = 24 * 60 * 60
const AUTH_COOKIE = { name: 'authToken', maxAge: DAY_S }
const REFRESH_COOKIE = { name: 'refreshToken', maxAge: 7 * DAY_S }

/** The cookies that signing out deletes (STATE-11). */
const COOKIE_NAMES = ['user', REFRESH_COOKIE.name, 'accessToken', AUTH_COOKIE.name]

/**
 * Returns a session's cookies for `document.cookie` (STATE-07, CONST-03). Other applications under the parent domain
 * read them. This shop's own server ignores them; calls send the token themselves.
 */
export function sessionCookies({ accessToken, refreshToken }: SessionTokens, scope: CookieScope): string[] {
  const domain = parentDomain(scope)
  // A cookie without a domain would coexist with the new one and take precedence.
  const stale = domain
    ? [AUTH_COOKIE, REFRESH_COOKIE].map(({ name }) => expireCookie(name, cookieAttributes(scope, undefined)))
    : []
  const attributes = cookieAttributes(scope, domain)
  return [
    ...stale,
    `${AUTH_COOKIE.name}=${encodeURIComponent(accessToken)}; Max-Age=${AUTH_COOKIE.maxAge}${attributes}`,
    `${REFRESH_COOKIE.name}=${encodeURIComponent(refreshToken)}; Max-Age=${REFRESH_COOKIE.maxAge}${attributes}`,
  ]
}

/** Returns the headers that delete every session cookie, with and without the parent domain. */
export function expiredCookies(scope: CookieScope): string[] {
  const domain = parentDomain(scope)
  const domains = domain ? [undefined, domain] : [undefined]
  return domains.flatMap((each) =>
    COOKIE_NAMES.map((name) => expireCookie(name, cookieAttributes(scope, each))),
  )
}

/** Returns the tokens in the cookies of `text`, which all tabs share; undefined unless both are there. */
export function tokensInCookies(text: string): SessionTokens | undefined {
  const [accessToken, refreshToken] = [AUTH_COOKIE, REFRESH_COOKIE].map(({ name }) =>
    findCookieValue(text, name),
  )
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

/**
 * Returns the parent domain if the page is under it; undefined on localhost, on an IP address or elsewhere
 * (CONST-04).
 */
function parentDomain({ host, domain }: CookieScope): string | undefined {
  const bare = domain?.replace(/^\./, '')
  return bare && (host === bare || host.endsWith(`.${bare}`)) ? bare : undefined
}

function cookieAttributes({ isSecure }: CookieScope, domain: string | undefined): string {
  return `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}${domain ? `; Domain=${domain}` : ''}`
}

function expireCookie(name: string, attributes: string): string {
  return `${name}=; Max-Age=0${attributes}`
}

function findCookieValue(text: string, name: string): string | undefined {
  const cookie = text.split('; ').find((pair) => pair.startsWith(`${name}=`))
  try {
    return cookie && decodeURIComponent(cookie.slice(name.length + 1))
  } catch {
    // Another application under the domain has stored another value there.
    return undefined
  }
}
