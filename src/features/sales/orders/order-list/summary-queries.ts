import { queryPrepared, type Queryable } from '#database/database.ts'

/** The number of summaries written at once. */
const BATCH_SIZE = 10_000

/**
 * Updates the summaries of changed orders, of one owner's store or of all; returns how many. Readers of summaries call
 * it first, so that they are current.
 */
export async function refreshOrderSummaries(
  db: Queryable,
  { ownerId }: Readonly<{ ownerId?: number }> = {},
): Promise<number> {
  let total = 0
  for (;;) {
    const [refreshed] =
      ownerId === undefined
        ? await queryPrepared<{ n: number }>(db, REFRESH_ALL, [BATCH_SIZE])
        : await queryPrepared<{ n: number }>(db, REFRESH, [BATCH_SIZE, ownerId])
    const count = refreshed?.n ?? 0
    total += count
    if (count < BATCH_SIZE) return total
  }
}

const REFRESH = {
  name: 'orders_refresh_summaries_of_store',
  text: 'select refresh_order_summaries(s.id, $1) as n from suppliers s where s.owner_id = $2',
}

const REFRESH_ALL = {
  name: 'orders_refresh_summaries',
  text: 'select refresh_order_summaries(null, $1) as n',
}

/**
 * Folds the latest changes into the stored counts; returns how many rows changed. Any number of these may run at once.
 */
export async function foldOrderCounts(db: Queryable): Promise<number> {
  const [folded] = await queryPrepared<{ n: number }>(db, FOLD, [])
  return folded?.n ?? 0
}

const FOLD = { name: 'orders_fold_counts', text: 'select fold_supplier_order_counts() as n' }
