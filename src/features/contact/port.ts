import type { Queryable } from '#database/database.ts'

/** What contact has to know of manufacturers' stores; the feature that has them comes later, so it is handed over. */
export type Stores = Readonly<{
  /** The store of this public id, where shoppers may see it. */
  find(db: Queryable, publicId: string): Promise<{ id: number; name: string } | undefined>
  /** Whom to write to in a store, by its key. */
  contactOf(db: Queryable, id: number): Promise<{ name: string; contactEmail: string | null } | undefined>
}>
