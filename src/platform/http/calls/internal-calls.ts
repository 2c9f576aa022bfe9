import type { Context } from 'hono'

/**
 * Marks an in-process call that the server makes for the data of a page. Rate limits do not count such calls, because
 * the page itself was counted under the visitor's address. No request over the network can carry it.
 */
export const INTERNAL_CALL: Readonly<object> = Object.freeze({})

/** Returns whether the server itself makes a call. */
export function isInternalCall(c: Context): boolean {
  return c.env === INTERNAL_CALL
}

/** The name of the cookie with the position of what its holder has written. */
export const SEEN_COOKIE_NAME = 'seen'

/** The cookie with the signed position of what its holder has written: `seen=POSITION.SIGNATURE`. */
export const SEEN_COOKIE = /(?<=^|; ?)seen=([0-9a-z]{1,13})\.([\w-]{16})(?=;|$)/

/** Returns the header by which the calls that draw a page show at least what the page's visitor has written. */
export function forwardSeen(request: Request): Readonly<Record<string, string>> {
  const [cookie] = SEEN_COOKIE.exec(request.headers.get('cookie') ?? '') ?? []
  return cookie === undefined ? {} : { cookie }
}
