import { queryPrepared, type Queryable } from '#database/database.ts'
import { getPercent } from './rules.ts'

/** A supplier's reliability, in percent; null with too few orders. */
export type SupplierReliability = Readonly<
  Record<'shippedOnTime' | 'deliveredOnTime' | 'notCancelled', number | null>
>

type Counts = Readonly<
  Record<'finished' | 'due' | 'shippedLate' | 'delivered' | 'deliveredLate' | 'paid' | 'cancelled', number>
>

/** Returns a supplier's reliability, as last counted. */
export async function findSupplierReliability(
  db: Queryable,
  supplierId: number,
): Promise<SupplierReliability> {
  const [counts] = await queryPrepared<Counts>(db, FIND_COUNTS, [supplierId])
  const percent = (counted: number, bad: number) =>
    counts ? getPercent({ counted, bad }, counts.finished) : null
  return {
    shippedOnTime: percent(counts?.due ?? 0, counts?.shippedLate ?? 0),
    deliveredOnTime: percent(counts?.delivered ?? 0, counts?.deliveredLate ?? 0),
    notCancelled: percent(counts?.paid ?? 0, counts?.cancelled ?? 0),
  }
}

const FIND_COUNTS = {
  name: 'reliability_find_counts',
  text: `
    select finished, due, shipped_late as "shippedLate", delivered, delivered_late as "deliveredLate", paid, cancelled
    from supplier_reliability where supplier_id = $1`,
}
