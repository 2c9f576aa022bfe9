import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { RemovedVariant } from './rules.ts'

/** A listed product in a store: the connection's internal key, and the store's id of it. */
type ListedProduct = Readonly<{ connectionId: number; externalId: string }>

/** Lists the variants of a listed product that its supplier removed, except those linked again since. */
export async function listRemovedVariants(
  db: Queryable,
  { connectionId, externalId }: ListedProduct,
): Promise<RemovedVariant[]> {
  return queryRows<RemovedVariant>(
    db,
    sql`
      select external_variant_id as id, title, reviewed_at is not null as "isReviewed" from store_removed_variants r
      where connection_id = ${connectionId} and external_product_id = ${externalId} and not exists (
        select from store_listing_variants k where k.connection_id = r.connection_id
          and k.external_product_id = r.external_product_id and k.external_variant_id = r.external_variant_id)
      order by removed_at, external_variant_id`,
  )
}

/** Records that a vendor has reviewed removed variants: the task is done, and they stay sold out. */
export async function reviewRemovedVariants(
  db: Queryable,
  { connectionId, externalId, ids, now }: ListedProduct & Readonly<{ ids: readonly string[]; now: Date }>,
): Promise<void> {
  await db.execute(sql`
    update store_removed_variants set reviewed_at = ${now}
    where connection_id = ${connectionId} and external_product_id = ${externalId}
      and external_variant_id = any(${sql.param([...ids])}::text[])`)
}
