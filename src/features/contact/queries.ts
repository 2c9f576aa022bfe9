import type { Queryable } from '#database/database.ts'
import { newsletterSubscribers } from './tables.ts'

/** Keeps an address; one that is there already stays as it is. */
export async function insertSubscriber(db: Queryable, email: string, subscribedAt: Date): Promise<void> {
  await db.insert(newsletterSubscribers).values({ email, subscribedAt }).onConflictDoNothing()
}
