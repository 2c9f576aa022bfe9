import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import type { ListingPush } from './push-listings.ts'

/** Marks products as going into a shop in a run. */
export async function markListingsPending(
  tx: Transaction,
  { connectionId, runId, productKeys, isAutomatic, planId }: ListingPush & Readonly<{ runId: number }>,
): Promise<void> {
  const keys = sql.param([...productKeys])
  if (planId === undefined) {
    await tx.execute(sql`
      update store_listings set run_id = ${runId}, state = 'pending', problem = null, retry_at = null,
        is_automatic = ${isAutomatic}, plan_id = null
      where connection_id = ${connectionId} and product_id = any(${keys}::bigint[]) and external_id is not null
        and state <> 'pending'`)
    return
  }
  await tx.execute(sql`
    insert into store_listings (connection_id, product_id, run_id, state, external_id, plan_id)
    select ${connectionId}, i.product_id, ${runId}, 'pending', i.adopted_id, ${planId}
    from publish_plan_items i where i.plan_id = ${planId} and i.product_id = any(${keys}::bigint[])
    on conflict (connection_id, product_id) do update
      set run_id = excluded.run_id, state = 'pending', problem = null, retry_at = null, is_automatic = false,
        plan_id = excluded.plan_id, external_id = coalesce(excluded.external_id, store_listings.external_id)`)
}

/** Records that a store's variants of a product mean others than when it was sent last, to send it again. */
export async function markListingUncertain(
  tx: Transaction,
  { connectionId, productKey }: Readonly<{ connectionId: number; productKey: number }>,
): Promise<void> {
  await tx.execute(sql`
    update store_listings set uncertain_count = uncertain_count + 1
    where connection_id = ${connectionId} and product_id = ${productKey}`)
  await tx.execute(sql`insert into store_listing_changes (product_id) values (${productKey})`)
}

/** Removes a plan's pending products from its run. */
export async function cancelPlanned(tx: Transaction, planId: number): Promise<void> {
  await tx.execute(sql`
    delete from store_listings where plan_id = ${planId} and state = 'pending' and external_id is null`)
  await tx.execute(sql`
    update store_listings set state = 'synced', plan_id = null where plan_id = ${planId} and state = 'pending'`)
}
