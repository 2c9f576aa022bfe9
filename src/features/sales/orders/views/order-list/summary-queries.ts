import { inTransaction, queryPrepared, type Queryable } from '#database/database.ts'

/** The number of summaries written at once: a second's work, for which readers of these stores wait. */
const BATCH_SIZE = 1_000

/** The most batches that a page of all orders waits for; what is left then is shown as being prepared. */
const PAGE_BATCHES = 4

/**
 * Updates the summaries of changed orders, of one owner's store or of all. Readers of summaries call it first, so that
 * they are current. It locks the stores' summaries and reads the orders after that: an earlier read would overwrite the
 * result of a later one.
 */
export async function refreshOrderSummaries(
  db: Queryable,
  { ownerId }: Readonly<{ ownerId?: number }> = {},
): Promise<void> {
  for (let isDone = false; !isDone;) {
    // Nearly always there is nothing to do for one store, and then no transaction begins.
    const store = ownerId === undefined ? undefined : await findDueStore(db, ownerId)
    if (ownerId !== undefined && store === undefined) return
    isDone = await refreshBatch(db, store)
  }
}

/** Updates summaries of changed orders of all stores for a page, and returns how many are left. */
export async function prepareOrderSummaries(db: Queryable): Promise<number> {
  for (let batch = 0; batch < PAGE_BATCHES; batch += 1) if (await refreshBatch(db, undefined)) return 0
  const [due] = await queryPrepared<{ orders: number }>(db, COUNT_DUE, [])
  return due?.orders ?? 0
}

const COUNT_DUE = {
  name: 'orders_count_due_summaries',
  text: 'select count(distinct order_id)::int as orders from order_summaries_due',
}

/** Updates a batch of one store's due summaries, or of all stores'; returns whether there were none. */
async function refreshBatch(db: Queryable, store: number | undefined): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const locked = store === undefined ? await lockDueStores(tx) : await lockStore(tx, store)
    if (locked.length > 0) await queryPrepared(tx, REFRESH, [locked, BATCH_SIZE])
    return locked.length === 0
  })
}

async function findDueStore(db: Queryable, ownerId: number): Promise<number | undefined> {
  const [store] = await queryPrepared<{ id: number }>(db, FIND_DUE_STORE, [ownerId])
  return store?.id
}

const FIND_DUE_STORE = {
  name: 'orders_find_store_of_due_summaries',
  text: `select s.id from suppliers s
    where s.owner_id = $1 and exists (select from order_summaries_due d where d.supplier_id = s.id)`,
}

async function lockStore(tx: Queryable, supplierId: number): Promise<number[]> {
  await queryPrepared(tx, LOCK, [supplierId])
  return [supplierId]
}

const LOCK = { name: 'orders_lock_summaries', text: 'select pg_advisory_xact_lock(1608, $1::int)' }

/** Locks the stores of the oldest due summaries, in the order of their keys, so that there are no deadlocks. */
async function lockDueStores(tx: Queryable): Promise<number[]> {
  const stores = await queryPrepared<{ id: number }>(tx, LOCK_DUE_STORES, [BATCH_SIZE])
  return stores.map(({ id }) => id)
}

const LOCK_DUE_STORES = {
  name: 'orders_lock_stores_of_due_summaries',
  text: `
    with stores as materialized (
      select distinct supplier_id as id from (select supplier_id from order_summaries_due order by id limit $1) due order by 1)
    select id, pg_advisory_xact_lock(1608, id::int)::text from stores`,
}

const REFRESH = {
  name: 'orders_refresh_summaries_of_stores',
  text: 'select refresh_order_summaries_of($1::bigint[], $2) as n',
}

/**
 * Folds the latest changes into the stored counts; returns how many rows changed. Any number of these may run at once.
 */
export async function foldOrderCounts(db: Queryable): Promise<number> {
  const [folded] = await queryPrepared<{ n: number }>(db, FOLD, [])
  return folded?.n ?? 0
}

const FOLD = { name: 'orders_fold_counts', text: 'select fold_supplier_order_counts() as n' }
