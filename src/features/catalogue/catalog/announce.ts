import type { Database } from '#database/database.ts'
import { notifyOf } from './product-queries.ts'

/** How long changes are gathered before they are told. */
const GATHER_MS = 100

const gathered = new WeakMap<Database, Set<string>>()

/**
 * Tells all processes, in a moment, that these products (by public id) have other stock or sales now; to be called
 * after the transaction. Told within it, every order would wait for every other: PostgreSQL lets transactions with a
 * notice commit only one by one. What a dying process leaves untold is cured by the age limit of kept pages.
 */
export function announceSoon(db: Database, publicIds: readonly string[]): void {
  if (publicIds.length === 0) return
  const waiting = gathered.get(db)
  if (waiting) {
    for (const id of publicIds) waiting.add(id)
    return
  }
  const changed = new Set(publicIds)
  gathered.set(db, changed)
  setTimeout(() => {
    gathered.delete(db)
    // A notice that cannot be sent now is not worth an error: the pages grow old by themselves.
    notifyOf(db, [...changed]).catch(() => undefined)
  }, GATHER_MS).unref()
}
