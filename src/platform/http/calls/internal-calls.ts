import type { Context } from 'hono'

/**
 * Marks a call that the server makes in process for the data of a page. No limit counts such calls: the page itself was
 * counted, under the visitor's address. No request over the network can carry it.
 */
export const INTERNAL_CALL: Readonly<object> = Object.freeze({})

/** Returns whether a call comes from the shop itself. */
export function isInternalCall(c: Context): boolean {
  return c.env === INTERNAL_CALL
}
