import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import type { PushedVariant } from '../port.ts'
import type { CostAlert, SentOffer } from './listing-queries.ts'

/**
 * The result of a product in a store. `hasPictures` is null if unknown, and `note` says what a pushed product lacks.
 */
export type PushResult = Readonly<{
  productKey: number
  externalId: string | null
  variants: readonly PushedVariant[] | null
  problem: string | null
  hasPictures: boolean | null
  note: string | null
  /** The values that the store has now; null if it received nothing. */
  sent: SentOffer | null
  /** The undecided cost alert; null without one. */
  costAlert: CostAlert | null
  /** Whether it was taken off sale there, or put back; null if unchanged. */
  isHidden: boolean | null
  /** Whether the problem is that SKUs do not identify the variants. */
  isAboutVariants: boolean
  /** Whether it was sent with the values that undoing a plan restores. */
  isRestored: boolean
  /** Removed variants with stock 0 in the store, if nothing failed. */
  removedIds: readonly string[]
  /** Its plan, and whether the result matches the plan. */
  planId: number | null
  isStale: boolean
  /** The marks as uncertain that it was sent with; later ones stay. */
  uncertainCount: number
}>

/** The most automatic attempts in a row. */
const MAX_FAILURES = 8

/** Returns SQL of the next attempt after a number of failures: ten minutes, doubled each time, at most six hours. */
const RETRY_AT = (failures: SQL, now: Date) => sql`case when ${failures} < ${MAX_FAILURES}
  then ${now}::timestamptz + least(interval '10 minutes' * power(2, ${failures} - 1), interval '6 hours') end`

/** Stores the results of products; a listed product keeps its id in the store, whatever failed later. */
export async function savePushResults(
  tx: Transaction,
  { connectionId, now }: Readonly<{ connectionId: number; now: Date }>,
  results: readonly PushResult[],
): Promise<void> {
  await tx.execute(sql`
    update store_listings l set
      state = case when o.problem is null then 'synced' else 'failed' end,
      problem = o.problem, has_variant_problem = o."isAboutVariants",
      note = case when o.problem is null then o.note else l.note end,
      -- Once sent, only the owner may remove them.
      has_pictures = coalesce(nullif(l.has_pictures, false), o."hasPictures", l.has_pictures),
      external_id = coalesce(o."externalId", l.external_id),
      synced_at = case when o.problem is null then ${now}::timestamptz else l.synced_at end,
      sent = coalesce(o.sent, l.sent), cost_alert = o."costAlert", is_hidden = coalesce(o."isHidden", l.is_hidden),
      failures = case when o.problem is null then 0 else l.failures + 1 end,
      uncertain_count = case when o.problem is null then greatest(l.uncertain_count - o."uncertainCount", 0) else l.uncertain_count end,
      retry_at = case when o.problem is not null and l.external_id is not null
        then ${RETRY_AT(sql`l.failures + 1`, now)} end,
      restore = case when o.problem is null and o."isRestored" then null else l.restore end, plan_id = null
    from json_to_recordset(${JSON.stringify(results)}::json)
      as o("productKey" bigint, "externalId" text, problem text, "hasPictures" boolean, note text, sent jsonb, "costAlert" jsonb,
        "isHidden" boolean, "isAboutVariants" boolean, "isRestored" boolean, "uncertainCount" int)
    where l.connection_id = ${connectionId} and l.product_id = o."productKey"`)
  await tx.execute(sql`
    update store_removed_variants r set sold_out_at = coalesce(r.sold_out_at, ${now})
    from json_to_recordset(${JSON.stringify(results)}::json) as o("productKey" bigint, problem text, "removedIds" json)
    where r.connection_id = ${connectionId} and r.product_id = o."productKey" and o.problem is null and r.sold_out_at is null
      and r.external_variant_id in (select json_array_elements_text(o."removedIds"))`)
  const planned = results.filter(({ planId }) => planId !== null)
  if (planned.length > 0) await savePlanResults(tx, connectionId, planned)
}

/** Stores the results of a plan's products. The owners of fields change with the fields themselves. */
async function savePlanResults(
  tx: Transaction,
  connectionId: number,
  results: readonly PushResult[],
): Promise<void> {
  const outcomes = sql`json_to_recordset(${JSON.stringify(results)}::json)
    as o("productKey" bigint, problem text, "planId" bigint, "isStale" boolean)`
  await tx.execute(sql`
    update publish_plan_items i set reason = o.problem,
      outcome = case when o."isStale" then 'stale' when o.problem is null then 'applied' else 'failed' end,
      previous = case when i.ownership is null or o.problem is not null then i.previous
        else coalesce(i.previous, '{}') || jsonb_build_object('ownership',
          jsonb_build_object('supplierFields', l.supplier_fields, 'priceSource', l.price_source)) end
    from ${outcomes} join store_listings l on l.connection_id = ${connectionId} and l.product_id = o."productKey"
    where i.plan_id = o."planId" and i.product_id = o."productKey"`)
  await tx.execute(sql`
    update store_listings l set price_source = i.ownership ->> 'priceSource',
      supplier_fields = array(select jsonb_array_elements_text(i.ownership -> 'supplierFields'))
    from ${outcomes} join publish_plan_items i on i.plan_id = o."planId" and i.product_id = o."productKey"
    where l.connection_id = ${connectionId} and l.product_id = o."productKey" and o.problem is null and i.ownership is not null`)
}

/**
 * Stores our variants' ids in a store. A known id stays with its variant, whatever SKU it has later, unless its product
 * in the store was linked to another one of ours.
 */
export async function saveListingVariants(
  tx: Transaction,
  connectionId: number,
  results: readonly Pick<PushResult, 'externalId' | 'variants'>[],
): Promise<void> {
  const known = results.flatMap(({ externalId, variants }) =>
    (variants ?? []).map((variant) => ({ productId: externalId, ...variant })),
  )
  if (known.length === 0) return
  await tx.execute(sql`
    insert into store_listing_variants as known
      (connection_id, external_product_id, external_variant_id, product_id, variant_id)
    select ${connectionId}, k."productId", k."externalId", v.product_id, v.id
    from json_to_recordset(${JSON.stringify(known)}::json)
      as k("productId" text, "externalId" text, reference text)
    join product_variants v on v.public_id = k.reference
    on conflict (connection_id, external_product_id, external_variant_id)
      do update set product_id = excluded.product_id, variant_id = excluded.variant_id
      where known.product_id <> excluded.product_id`)
}

/** Ends the pending products of a run that ends: they were deselected, or the run could not be finished. */
export async function endPending(
  tx: Transaction,
  runId: number,
  { problem, now }: Readonly<{ problem: string | null; now: Date }>,
): Promise<void> {
  if (problem !== null) {
    await tx.execute(sql`
      update publish_plan_items i set outcome = 'failed', reason = ${problem} from store_listings l
      where l.run_id = ${runId} and l.state = 'pending' and i.plan_id = l.plan_id and i.product_id = l.product_id`)
    await tx.execute(sql`
      update store_listings l set state = 'failed', problem = ${problem}, failures = failures + 1, plan_id = null,
        retry_at = case when external_id is not null then ${RETRY_AT(sql`l.failures + 1`, now)} end
      where run_id = ${runId} and state = 'pending'`)
    return
  }
  await tx.execute(sql`
    delete from store_listings where run_id = ${runId} and state = 'pending' and external_id is null`)
  await tx.execute(sql`
    update store_listings set state = 'synced', plan_id = null where run_id = ${runId} and state = 'pending'`)
}
