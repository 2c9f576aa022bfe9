import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { shippingRates } from './tables.ts'

/** A rate as it was quoted; `amount` in cents. */
export type QuotedRate = typeof shippingRates.$inferSelect

/** Keeps quoted rates. */
export async function insertRates(db: Queryable, quoted: readonly QuotedRate[]): Promise<void> {
  await db.insert(shippingRates).values([...quoted])
}

/** The rate of this id, unless it has expired at `now`. */
export async function findRate(db: Queryable, id: string, now: Date): Promise<QuotedRate | undefined> {
  const [found] = await db
    .select()
    .from(shippingRates)
    .where(and(eq(shippingRates.id, id), gt(shippingRates.expiresAt, now)))
  return found
}

/** Forgets rates that expired before `moment`; gives how many. */
export async function deleteRatesExpiredBefore(db: Queryable, moment: Date): Promise<number> {
  const result = await db.delete(shippingRates).where(lt(shippingRates.expiresAt, moment))
  return result.rowCount ?? 0
}
