import { lt } from 'drizzle-orm'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import { shippingRates } from './tables.ts'

/**
 * A rate quoted for a shipment, `amount` in cents. Without `supplierId` it applies to any one shipment, which is free
 * from `freeFromAmount` cents on.
 */
export type QuotedRate = typeof shippingRates.$inferSelect

/** Inserts quoted rates. */
export async function insertRates(db: Queryable, quoted: readonly QuotedRate[]): Promise<void> {
  await db.insert(shippingRates).values([...quoted])
}

/** Returns the rates of these ids that have not expired at `now`. */
export async function listRates(db: Queryable, ids: readonly string[], now: Date): Promise<QuotedRate[]> {
  return queryPrepared<QuotedRate>(db, LIST_RATES, [JSON.stringify(ids), now])
}

// JSON instead of an array: for an array PostgreSQL would plan the statement again each time, to use its length.
const LIST_RATES = {
  name: 'shipping_list_rates',
  text: `
    select ${selectColumns(shippingRates, 'r')}
    from json_array_elements_text($1) a(id) join shipping_rates r on r.id = a.id
    where r.expires_at > $2`,
}

/** Deletes rates that expired before `moment`; returns how many. */
export async function deleteRatesExpiredBefore(db: Queryable, moment: Date): Promise<number> {
  const result = await db.delete(shippingRates).where(lt(shippingRates.expiresAt, moment))
  return result.rowCount ?? 0
}
