import { lt } from 'drizzle-orm'
import { columnsOf, named, type Queryable } from '#database/database.ts'
import { shippingRates } from './tables.ts'

/** A rate as it was quoted; `amount` in cents. */
export type QuotedRate = typeof shippingRates.$inferSelect

/** Keeps quoted rates. */
export async function insertRates(db: Queryable, quoted: readonly QuotedRate[]): Promise<void> {
  await db.insert(shippingRates).values([...quoted])
}

/** The rate of this id, unless it has expired at `now`. */
export async function findRate(db: Queryable, id: string, now: Date): Promise<QuotedRate | undefined> {
  const [found] = await named<QuotedRate>(db, FIND_RATE, [id, now])
  return found
}

const FIND_RATE = {
  name: 'shipping_find_rate',
  text: `select ${columnsOf(shippingRates, 'r')} from shipping_rates r where r.id = $1 and r.expires_at > $2`,
}

/** Forgets rates that expired before `moment`; gives how many. */
export async function deleteRatesExpiredBefore(db: Queryable, moment: Date): Promise<number> {
  const result = await db.delete(shippingRates).where(lt(shippingRates.expiresAt, moment))
  return result.rowCount ?? 0
}
