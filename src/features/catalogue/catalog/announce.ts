import type { Database } from '#database/database.ts'
import { notifyProductsChanged } from './details/product-queries.ts'

/** How long changes are batched before they are announced. */
const BATCH_DELAY_MS = 100

const pendingIds = new WeakMap<Database, Set<string>>()

/**
 * Tells all processes, in a moment, that these products (by public id) have other stock or sales now; to be called
 * after the transaction. Told within it, every order would wait for every other: PostgreSQL lets transactions with a
 * notice commit only one by one. What a dying process leaves untold is cured by the age limit of kept pages.
 */
export function announceProducts(db: Database, publicIds: readonly string[]): void {
  if (publicIds.length === 0) return
  const pending = pendingIds.get(db)
  if (pending) {
    for (const id of publicIds) pending.add(id)
    return
  }
  const changed = new Set(publicIds)
  pendingIds.set(db, changed)
  setTimeout(() => {
    pendingIds.delete(db)
    // A notice that cannot be sent now is not worth an error: the pages grow old by themselves.
    notifyProductsChanged(db, [...changed]).catch(() => undefined)
  }, BATCH_DELAY_MS).unref()
}
