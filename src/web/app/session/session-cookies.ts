/** The two tokens of a session. */
export type SessionTokens = Readonly<{ accessToken: string; refreshToken: string }>

/** Where cookies are set: the page's host, whether it came by https, and the parent domain the operator has named. */
export type CookiePlace = Readonly<{ host: string; isSecure: boolean; domain?: string | undefined }>

const DAY_S = 24 * 60 * 60
const AUTH = { name: 'authToken', maxAge: DAY_S }
const REFRESH = { name: 'refreshToken', maxAge: 7 * DAY_S }

/** What signing out removes (STATE-11). */
const ALL_NAMES = ['user', REFRESH.name, 'accessToken', AUTH.name]

/**
 * The cookies of a session, as `document.cookie` takes them (STATE-07, CONST-03): for other applications under the
 * parent domain. This shop's own server never believes them; calls carry the token themselves.
 */
export function sessionCookies({ accessToken, refreshToken }: SessionTokens, place: CookiePlace): string[] {
  const domain = sharedDomain(place)
  // One without a domain would stand beside the one with it, and be read in its stead.
  const stale = domain ? [AUTH, REFRESH].map(({ name }) => ended(name, attributesOf(place, undefined))) : []
  const attributes = attributesOf(place, domain)
  return [
    ...stale,
    `${AUTH.name}=${encodeURIComponent(accessToken)}; Max-Age=${AUTH.maxAge}${attributes}`,
    `${REFRESH.name}=${encodeURIComponent(refreshToken)}; Max-Age=${REFRESH.maxAge}${attributes}`,
  ]
}

/** What removes every cookie of a session, with and without the parent domain. */
export function endedCookies(place: CookiePlace): string[] {
  const domain = sharedDomain(place)
  const places = domain ? [undefined, domain] : [undefined]
  return places.flatMap((each) => ALL_NAMES.map((name) => ended(name, attributesOf(place, each))))
}

/** The tokens that stand in the cookies of `text`, which all tabs see at once; undefined unless both are there. */
export function tokensInCookies(text: string): SessionTokens | undefined {
  const [accessToken, refreshToken] = [AUTH, REFRESH].map(({ name }) => valueOf(text, name))
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

/** The parent domain, where the page is under it: on localhost, an address or elsewhere it is left out (CONST-04). */
function sharedDomain({ host, domain }: CookiePlace): string | undefined {
  const bare = domain?.replace(/^\./, '')
  return bare && (host === bare || host.endsWith(`.${bare}`)) ? bare : undefined
}

function attributesOf({ isSecure }: CookiePlace, domain: string | undefined): string {
  return `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}${domain ? `; Domain=${domain}` : ''}`
}

function ended(name: string, attributes: string): string {
  return `${name}=; Max-Age=0${attributes}`
}

function valueOf(text: string, name: string): string | undefined {
  const found = text.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  try {
    return found && decodeURIComponent(found.slice(name.length + 1))
  } catch {
    // Another application under the domain wrote something of its own there.
    return undefined
  }
}
