import type { Context } from 'hono'

/**
 * What the shop's own server hands along when it asks itself for what a page shows. No limit counts such calls: the
 * page that the visitor asked for was counted, under his address. Nothing that comes over the wire can carry it.
 */
export const INTERNAL_CALL: Readonly<object> = Object.freeze({})

/** Whether the shop asks itself. */
export function isInternalCall(c: Context): boolean {
  return c.env === INTERNAL_CALL
}
