import type { Queryable } from '#database/database.ts'
import { type CohortMonth, listVendorCohorts } from './cohort-queries.ts'

/** The months that cohorts are shown for, this one included. */
const MONTHS = 12

/** A cohort: the vendors of a month of first orders, and what they did month by month until now. */
export type VendorCohort = Readonly<{
  month: string
  vendors: number
  months: readonly Readonly<{ vendors: number; revenue: number }>[]
}>

/** Returns the vendors of the last twelve months by the month of their first order, in UTC, the oldest first. */
export async function readVendorCohorts(db: Queryable, now: Date): Promise<VendorCohort[]> {
  const toDate = (place: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + place))
  const rows = await listVendorCohorts(db, toDate(0))
  return Array.from({ length: MONTHS }, (_, place) => {
    const month = toDate(place).toISOString().slice(0, 7)
    const months = Array.from({ length: MONTHS - place }, (__, after) => findMonth(rows, month, after))
    return { month, vendors: months[0]?.vendors ?? 0, months }
  }).filter(({ vendors }) => vendors > 0)
}

function findMonth(rows: readonly CohortMonth[], month: string, after: number) {
  const found = rows.find((row) => row.cohort === month && row.after === after)
  return { vendors: found?.vendors ?? 0, revenue: found?.revenue ?? 0 }
}
