import { MINUTE } from '#core/time.ts'
import type { Limit } from '../calls/endpoint.ts'

/**
 * The limits of one account's reads of its own data, by cost. It reads one row, a page of rows, or a page from
 * several tables. Far more than a user clicks; counted per account, so that an office is not one caller.
 */
export const ACCOUNT_READ_LIMITS = {
  row: readLimit(600),
  page: readLimit(240),
  wide: readLimit(120),
} as const satisfies Readonly<Record<string, Limit>>

function readLimit(calls: number): Limit {
  return { calls, windowMs: MINUTE, counted: 'in_memory', scope: 'account' }
}
