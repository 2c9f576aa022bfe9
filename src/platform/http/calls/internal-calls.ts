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
