import type { Queryable } from '#database/database.ts'
import { insertSubscriber } from './queries.ts'

/** Puts an address on the newsletter list, once, whatever its case. */
export async function subscribeToNewsletter(db: Queryable, email: string, now: Date): Promise<void> {
  await insertSubscriber(db, email.toLowerCase(), now)
}
