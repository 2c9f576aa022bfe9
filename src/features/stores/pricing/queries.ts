import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { ExchangeRate, PriceRule } from './rules.ts'

/** A saved version of a vendor's price rules. */
export type StoredPricing = Readonly<{
  version: number
  rules: readonly PriceRule[]
  rates: readonly ExchangeRate[]
  savedAt: Date
}>

/** Returns the newest version of an account's price rules. */
export async function selectPricing(db: Queryable, accountId: number): Promise<StoredPricing | undefined> {
  const [stored] = await queryRows<{
    version: number
    rules: PriceRule[]
    rates: ExchangeRate[]
    saved_at: Date
  }>(
    db,
    sql`
      select version, rules, rates, saved_at from price_rules where account_id = ${accountId}
      order by version desc limit 1`,
  )
  return stored && { ...stored, savedAt: new Date(stored.saved_at) }
}

/** Inserts a version; returns whether it is the next one, so that of two concurrent saves only one succeeds. */
export async function insertPricing(
  tx: Transaction,
  accountId: number,
  { version, rules, rates, savedAt }: StoredPricing,
): Promise<boolean> {
  const added = await queryRows(
    tx,
    sql`
      insert into price_rules (account_id, version, rules, rates, saved_at)
      select ${accountId}, ${version}, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(rates)}::jsonb, ${savedAt}
      where ${version} - 1 = (select coalesce(max(version), 0) from price_rules where account_id = ${accountId})
      on conflict do nothing returning version`,
  )
  return added.length > 0
}

/** Deletes an account's price rules. */
export async function deletePricing(db: Queryable, accountId: number): Promise<void> {
  await db.execute(sql`delete from price_rules where account_id = ${accountId}`)
}
