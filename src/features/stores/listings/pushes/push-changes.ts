import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { pushListings } from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import {
  deleteChanges,
  type DuePush,
  findLatestChange,
  listChanged,
  listOnTheWay,
  listRetries,
  notePublishedChanged,
} from './push-queries.ts'

/**
 * Has everything that has changed since the last time brought to the stores where it is, and what failed and is due again: however
 * often a product has changed, it goes once. Run twice it sends nothing twice, as stores have the newest figures then.
 */
export async function pushChanges(
  db: Database,
  deps: Pick<ListingDeps, 'enqueue'>,
  now: Date,
): Promise<void> {
  const upTo = await findLatestChange(db)
  // Before the marking: what is on its way now may have left before it changed, and goes again in the next round.
  const onTheWay = await listOnTheWay(db, upTo)
  for (const due of await listChanged(db, upTo)) await push(db, deps, { ...due, now })
  await deleteChanges(db, { upTo, onTheWay })
  for (const due of await listRetries(db, now)) await push(db, deps, { ...due, now })
}

/** Brings somebody's listings to their new price rules. */
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
