import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { pushListings } from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import {
  deleteChanges,
  type DuePush,
  listChanged,
  listChanges,
  listOnTheWay,
  listRetries,
  markPricesChanged,
} from './push-queries.ts'

/** The number of changes read together. */
const BATCH = 10_000

/**
 * Pushes changed products, and failed ones due for a retry, to their stores. A product is pushed once, however often it
 * has changed. A repeated run sends nothing twice, because stores have the newest values then.
 */
export async function pushChanges(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  now: Date,
): Promise<void> {
  for (;;) {
    const changes = await listChanges(db, BATCH)
    const productKeys = [...new Set(changes.map(({ productKey }) => productKey))]
    // Read before marking: products on their way may have been sent before they changed, and go again in the next
    // round.
    const onTheWay = await listOnTheWay(db, productKeys)
    for (const due of await listChanged(db, productKeys)) await push(db, deps, { ...due, now })
    const done = changes.filter(({ productKey }) => !onTheWay.has(productKey))
    await deleteChanges(
      db,
      done.map(({ id }) => id),
    )
    if (done.length < BATCH) break
  }
  for (const due of await listRetries(db, now)) await push(db, deps, { ...due, now })
}

/** Pushes an account's listings with its new price rules. */
export async function repriceListings(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  { accountId, now }: Readonly<{ accountId: number; now: Date }>,
): Promise<void> {
  await markPricesChanged(db, accountId)
  await pushChanges(db, deps, now)
}

async function push(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  due: DuePush & Readonly<{ now: Date }>,
): Promise<void> {
  await inTransaction(db, (tx) => pushListings(tx, deps, { ...due, isAutomatic: true }))
}
