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
  notePublishedChanged,
} from './push-queries.ts'

/** How many changes are read together. */
const BATCH = 10_000

/**
 * Pushes changed products, and failed ones that are due, to their stores. However often a product has changed, it is
 * pushed once. Run twice it sends nothing twice, as stores have the newest figures then.
 */
export async function pushChanges(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  now: Date,
): Promise<void> {
  for (;;) {
    const changes = await listChanges(db, BATCH)
    const productKeys = [...new Set(changes.map(({ productKey }) => productKey))]
    // Before the marking: what is on its way now may have left before it changed, and goes again in the next round.
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

/** Updates an account's listings to its new price rules. */
export async function repriceListings(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  { accountId, now }: Readonly<{ accountId: number; now: Date }>,
): Promise<void> {
  await notePublishedChanged(db, accountId)
  await pushChanges(db, deps, now)
}

async function push(
  db: Queryable,
  deps: Pick<ListingDeps, 'enqueue'>,
  due: DuePush & Readonly<{ now: Date }>,
): Promise<void> {
  await inTransaction(db, (tx) => pushListings(tx, deps, { ...due, isAutomatic: true }))
}
