import { inTransaction, queryPrepared, type Queryable } from '#database/database.ts'

/** The number of summaries written at once. */
const BATCH_SIZE = 10_000

/**
 * Updates the summaries of changed orders, of one owner's store or of all. Readers of summaries call it first, so that
 * they are current.
 */
export async function refreshOrderSummaries(
  db: Queryable,
  { ownerId }: Readonly<{ ownerId?: number }> = {},
): Promise<void> {
  const listDue = () =>
    ownerId === undefined
      ? queryPrepared<{ id: number }>(db, LIST_DUE_STORES, [])
      : queryPrepared<{ id: number }>(db, FIND_DUE_STORE, [ownerId])
  for (let due = await listDue(); due.length > 0; due = await listDue()) {
    for (const { id } of due) await refreshStore(db, id)
  }
}

/**
 * Updates the summaries of a store's changed orders, up to a batch. It locks the store's summaries and reads the orders
 * after that: an earlier read would overwrite the result of a later one.
 */
async function refreshStore(db: Queryable, supplierId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await queryPrepared(tx, LOCK, [supplierId])
    await queryPrepared(tx, REFRESH, [supplierId, BATCH_SIZE])
  })
}

const LIST_DUE_STORES = {
  name: 'orders_list_stores_of_due_summaries',
  text: 'select distinct supplier_id as id from order_summaries_due order by 1',
}

const FIND_DUE_STORE = {
  name: 'orders_find_store_of_due_summaries',
  text: `select s.id from suppliers s
    where s.owner_id = $1 and exists (select from order_summaries_due d where d.supplier_id = s.id)`,
}

const LOCK = { name: 'orders_lock_summaries', text: 'select pg_advisory_xact_lock(1608, $1::int)' }

const REFRESH = {
  name: 'orders_refresh_summaries_of_store',
  text: 'select refresh_order_summaries($1, $2) as n',
}

/**
 * Folds the latest changes into the stored counts; returns how many rows changed. Any number of these may run at once.
 */
export async function foldOrderCounts(db: Queryable): Promise<number> {
  const [folded] = await queryPrepared<{ n: number }>(db, FOLD, [])
  return folded?.n ?? 0
}

const FOLD = { name: 'orders_fold_counts', text: 'select fold_supplier_order_counts() as n' }
