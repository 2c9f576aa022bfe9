import { MINUTE } from '#core/time.ts'
import type { Limit } from '../calls/endpoint.ts'

/**
 * How often one person may read what is theirs, by what it costs: one row, a page of rows, or a page that is put together
 * of several tables. Far more than somebody clicks; counted for the person, so that an office is not one caller.
 */
export const PERSON_READS = {
  row: reading(600),
  page: reading(240),
  wide: reading(120),
} as const satisfies Readonly<Record<string, Limit>>

function reading(calls: number): Limit {
  return { calls, windowMs: MINUTE, counted: 'in_memory', whose: 'person' }
}
