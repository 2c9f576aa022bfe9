import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { PushedVariant } from '../port.ts'
import type { SelectedProduct, SelectedVariant } from '../rules.ts'

/** Whose selection goes to which connection in which run. */
export type PushTarget = Readonly<{ accountId: number; connectionId: number; runId: number }>

/** Marks everything that somebody has chosen as going into a shop in this run, but for what was done in it already. */
export async function markPending(
  tx: Transaction,
  { accountId, connectionId, runId }: PushTarget,
): Promise<void> {
  await tx.execute(sql`
    insert into store_listings (connection_id, product_id, run_id, state)
    select ${connectionId}, product_id, ${runId}, 'pending' from store_selections where account_id = ${accountId}
    on conflict (connection_id, product_id) do update
      set run_id = excluded.run_id, state = 'pending', problem = null
      where store_listings.run_id <> excluded.run_id`)
}

/** A product that waits to go into a shop; `productKey` is its internal key. */
export type PendingProduct = SelectedProduct & Readonly<{ productKey: number }>

type PendingRow = {
  id: string
  public_id: string
  external_id: string | null
  name: string
  description_html: string
  is_listed: boolean
  sell_amount: string
  retail_amount: string | null
  retail_currency: string | null
  quantity: number | null
  pictures: string[] | null
  has_pictures: boolean | null
  variants: SelectedVariant[] | null
}

/**
 * Some of the products that wait in a run, and have not been left out of the selection meanwhile; with their largest pictures,
 * as paths of the shop.
 */
export async function listPendingProducts(
  db: Queryable,
  { accountId, connectionId, runId }: PushTarget,
  limit: number,
): Promise<PendingProduct[]> {
  const found = await queryRows<PendingRow>(
    db,
    sql`
      select p.id, p.public_id, l.external_id, p.name, p.description_html, p.is_listed, p.sell_amount,
        s.retail_amount, s.retail_currency, s.quantity, l.has_pictures,
        (select json_agg(picture ->> 'image_url') from jsonb_array_elements(p.pictures) picture) as pictures,
        (select json_agg(json_build_object(
            'publicId', v.public_id, 'sku', v.sku, 'title', v.title, 'size', v.size, 'color', v.color,
            'material', v.material, 'sellAmount', v.sell_amount, 'stock', v.stock) order by v.position, v.id)
          from product_variants v where v.product_id = p.id) as variants
      from store_listings l
      join products p on p.id = l.product_id
      join store_selections s on s.product_id = l.product_id and s.account_id = ${accountId}
      where l.connection_id = ${connectionId} and l.run_id = ${runId} and l.state = 'pending'
      order by s.place limit ${limit}`,
  )
  return found.map((row) => ({
    productKey: Number(row.id),
    publicId: row.public_id,
    externalId: row.external_id,
    name: row.name,
    descriptionHtml: row.description_html,
    isOffered: row.is_listed,
    sellAmount: Number(row.sell_amount),
    retailAmount: row.retail_amount === null ? null : Number(row.retail_amount),
    retailCurrency: row.retail_currency,
    quantity: row.quantity,
    pictures: row.pictures ?? [],
    hasPictures: row.has_pictures,
    variants: row.variants ?? [],
  }))
}

/**
 * What became of a product in a store: `hasPictures` is null where nothing new is known of them, and `note` says what is
 * missing of one that is there.
 */
export type PushResult = Readonly<{
  productKey: number
  externalId: string | null
  variants: readonly PushedVariant[] | null
  problem: string | null
  hasPictures: boolean | null
  note: string | null
}>

/** Notes what became of products; the shop's id of one that is there is kept, whatever went wrong later. */
export async function savePushResults(
  tx: Transaction,
  { connectionId, now }: Readonly<{ connectionId: number; now: Date }>,
  results: readonly PushResult[],
): Promise<void> {
  await tx.execute(sql`
    update store_listings l set
      state = case when o.problem is null then 'synced' else 'failed' end,
      problem = o.problem,
      note = case when o.problem is null then o.note else l.note end,
      -- Once there, they are their owner's to take away.
      has_pictures = coalesce(nullif(l.has_pictures, false), o."hasPictures", l.has_pictures),
      external_id = coalesce(o."externalId", l.external_id),
      synced_at = case when o.problem is null then ${now}::timestamptz else l.synced_at end
    from json_to_recordset(${JSON.stringify(results)}::json)
      as o("productKey" bigint, "externalId" text, problem text, "hasPictures" boolean, note text)
    where l.connection_id = ${connectionId} and l.product_id = o."productKey"`)
}

/** Keeps what our variants are called in a shop: one that was known stays known, by whatever name its owner gives it later. */
export async function saveListingVariants(
  tx: Transaction,
  connectionId: number,
  results: readonly PushResult[],
): Promise<void> {
  const known = results.flatMap(({ externalId, variants }) =>
    (variants ?? []).map((variant) => ({ productId: externalId, ...variant })),
  )
  if (known.length === 0) return
  await tx.execute(sql`
    insert into store_listing_variants
      (connection_id, external_product_id, external_variant_id, product_id, variant_id)
    select ${connectionId}, k."productId", k."externalId", v.product_id, v.id
    from json_to_recordset(${JSON.stringify(known)}::json)
      as k("productId" text, "externalId" text, reference text)
    join product_variants v on v.public_id = k.reference
    on conflict (connection_id, external_product_id, external_variant_id)
      do update set product_id = excluded.product_id, variant_id = excluded.variant_id`)
}

/** What still waits when a run ends is not waited for: it was left out of the selection, or the run could not be finished. */
export async function endPending(tx: Transaction, runId: number, problem: string | null): Promise<void> {
  if (problem !== null) {
    await tx.execute(sql`
      update store_listings set state = 'failed', problem = ${problem} where run_id = ${runId} and state = 'pending'`)
    return
  }
  await tx.execute(sql`
    delete from store_listings where run_id = ${runId} and state = 'pending' and external_id is null`)
  await tx.execute(sql`
    update store_listings set state = 'synced' where run_id = ${runId} and state = 'pending'`)
}
