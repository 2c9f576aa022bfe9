import { MINUTE } from '#core/time.ts'
import type { Limit } from '../calls/endpoint.ts'

/**
 * The limits of one account's reads of its own data, by cost. A read has one row, a page of rows, or a page from
 * several tables. They are far above what a user clicks, and counted per account, so that an office does not share
 * them.
 */
export const ACCOUNT_READ_LIMITS = {
  row: readLimit(600),
  page: readLimit(240),
  wide: readLimit(120),
} as const satisfies Readonly<Record<string, Limit>>

function readLimit(calls: number): Limit {
  return { calls, windowMs: MINUTE, counted: 'in_memory', scope: 'account' }
}
