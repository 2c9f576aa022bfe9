import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { ListingOwnership, RestoredFields } from './listing-texts.ts'
import { MAX_SELECTED, type SelectedProduct, type SelectedVariant } from '../rules.ts'

/** A push of an account's selection: the connection, and the run. */
export type PushTarget = Readonly<{ accountId: number; connectionId: number; runId: number }>

/** Marks all selected products as pending in this run, except those it has processed. */
export async function markPending(
  tx: Transaction,
  { accountId, connectionId, runId }: PushTarget,
): Promise<void> {
  await tx.execute(sql`
    insert into store_listings (connection_id, product_id, run_id, state)
    select ${connectionId}, product_id, ${runId}, 'pending' from store_selections where account_id = ${accountId}
    on conflict (connection_id, product_id) do update
      set run_id = excluded.run_id, state = 'pending', problem = null, is_automatic = false, plan_id = null, failures = 0, retry_at = null
      where store_listings.run_id <> excluded.run_id`)
}

/**
 * A product as it was last sent: prices and quantities by variant. Without a price if the store's price was left
 * unchanged.
 */
export type SentOffer = Readonly<{
  currency: string
  /** `cost` is in hundredths of the same currency; null if unknown. */
  variants: Readonly<
    Record<string, Readonly<{ price: string | null; quantity: number; cost?: number | null }>>
  >
  /** Hashes of the supplier's texts that were sent, by field. */
  texts?: Readonly<Record<string, string>>
}>

/** A cost increase, in hundredths of the store's currency, and the remaining margin in ten-thousandths of the price. */
export type CostAlert = Readonly<{ before: number; after: number; marginBps: number; floorBps: number }>

/** A pending product. `productKey` is its internal key; `supplierId` and `category` select its price rule. */
export type PendingProduct = SelectedProduct &
  ListingOwnership &
  Readonly<{
    productKey: number
    supplierId: string
    category: string
    isSelected: boolean
    /** Whether no user started it: values that the store already has are not sent again. */
    isAutomatic: boolean
    sent: SentOffer | null
    /** Whether the last attempt failed, so that the store may have more than what was sent last. */
    hasFailed: boolean
    /** How often it was marked as uncertain since it was sent last. */
    uncertainCount: number
    costAlert: CostAlert | null
    /** Its plan, and that plan's result. */
    planId: number | null
    fingerprint: string | null
  }>

type PendingRow = {
  id: string
  public_id: string
  external_id: string | null
  name: string
  description_html: string
  summary: string
  is_listed: boolean
  sell_amount: string
  retail_amount: string | null
  retail_currency: string | null
  quantity: number | null
  pictures: string[] | null
  has_pictures: boolean | null
  variants: SelectedVariant[] | null
  is_selected: boolean
  is_price_locked: boolean | null
  supplier_fields: ListingOwnership['supplierFields']
  price_source: ListingOwnership['priceSource']
  ownership: ListingOwnership | null
  restore: RestoredFields | null
  removed_ids: string[] | null
  is_unpublished: boolean
  is_hidden: boolean
  is_automatic: boolean
  is_suspended: boolean
  has_failed: boolean
  uncertain_count: number
  sent: SentOffer | null
  cost_alert: CostAlert | null
  supplier_public_id: string
  category: string
  plan_id: string | null
  fingerprint: string | null
}

/**
 * Returns some of a run's pending products, sold-out ones first. They have their largest pictures, as paths of the
 * marketplace. A product that was removed from the selection but is in the store counts as sold out.
 */
export async function listPendingProducts(
  db: Queryable,
  { accountId, connectionId, runId }: PushTarget,
  limit: number,
): Promise<PendingProduct[]> {
  const mine = sql`
    select product_id from store_listings
    where connection_id = ${connectionId} and run_id = ${runId} and state = 'pending'`
  const isIncluded = sql`l.external_id is not null or s.product_id is not null`
  const order = sql`p.is_listed and s.product_id is not null and p.stock > 0, s.place, p.id`
  return listOutgoing(db, { accountId, connectionId, mine, isIncluded, order, limit })
}

/** Returns products as they would be pushed to one shop: these keys, or all selected or listed. Keys are internal. */
export async function listOutgoingByKeys(
  db: Queryable,
  query: Readonly<{ accountId: number; connectionId: number; productKeys: readonly number[] | null }>,
): Promise<PendingProduct[]> {
  const { productKeys, ...target } = query
  const { accountId, connectionId } = target
  const mine = productKeys
    ? sql`select distinct unnest(${sql.param([...productKeys])}::bigint[]) as product_id`
    : sql`
        select product_id from store_selections where account_id = ${accountId}
        union select product_id from store_listings where connection_id = ${connectionId}`
  return listOutgoing(db, {
    ...target,
    mine,
    isIncluded: sql`l.product_id is not null or s.product_id is not null`,
    order: sql`s.place desc nulls last, p.id`,
    limit: 2 * MAX_SELECTED,
  })
}

/** Lists an account's products for one shop: those of `mine` that match a condition on `l` and `s`. */
async function listOutgoing(
  db: Queryable,
  query: Readonly<{
    accountId: number
    connectionId: number
    mine: SQL
    isIncluded: SQL
    order: SQL
    limit: number
  }>,
): Promise<PendingProduct[]> {
  const { accountId, connectionId, mine, isIncluded, order, limit } = query
  const found = await queryRows<PendingRow>(
    db,
    sql`
      select p.id, p.public_id, l.external_id, p.name, p.description_html, p.summary, p.is_listed, p.sell_amount,
        s.retail_amount, s.retail_currency, s.quantity, l.has_pictures, s.is_price_locked, s.product_id is not null as is_selected,
        coalesce(l.is_unpublished, false) or (s.product_id is null and o.when_removed = 'unpublish') as is_unpublished, coalesce(l.is_hidden, false) as is_hidden,
        exists (select from vendor_suspensions x where x.account_id = o.account_id) as is_suspended,
        coalesce(l.is_automatic, false) as is_automatic, coalesce(l.failures, 0) > 0 as has_failed,
        coalesce(l.uncertain_count, 0) as uncertain_count, l.sent, l.cost_alert, u.public_id as supplier_public_id, c.name as category,
        l.plan_id, i.fingerprint, i.ownership, coalesce(l.supplier_fields, '{}') as supplier_fields, l.price_source, l.restore,
        (select json_agg(r.external_variant_id) from store_removed_variants r
          where r.connection_id = l.connection_id and r.external_product_id = l.external_id and not exists (
            select from store_listing_variants k where k.connection_id = r.connection_id
              and k.external_product_id = r.external_product_id and k.external_variant_id = r.external_variant_id)) as removed_ids,
        (select json_agg(picture ->> 'image_url') from jsonb_array_elements(p.pictures) picture) as pictures,
        (select json_agg(json_build_object(
            'publicId', v.public_id, 'sku', v.sku, 'title', v.title, 'size', v.size, 'color', v.color,
            'material', v.material, 'sellAmount', v.sell_amount, 'stock', v.stock,
            'weightGrams', coalesce(v.weight_grams, p.weight_grams),
            'knownIds', (select json_agg(k.external_variant_id) from store_listing_variants k
              where k.connection_id = ${connectionId} and k.external_product_id = l.external_id and k.variant_id = v.id),
            'choices', (select json_agg(json_build_object('options', x.options_key, 'reference', w.public_id))
              from store_option_choices x join product_variants w on w.id = x.variant_id
              where x.connection_id = ${connectionId} and x.linked_variant_id = v.id)
          ) order by v.position, v.id)
          from product_variants v where v.product_id = p.id) as variants
      from (${mine}) mine
      join products p on p.id = mine.product_id
      join suppliers u on u.id = p.supplier_id
      join categories c on c.id = p.category_id
      join store_connections o on o.id = ${connectionId}
      left join store_listings l on l.product_id = p.id and l.connection_id = ${connectionId}
      left join store_selections s on s.product_id = p.id and s.account_id = ${accountId}
      left join publish_plan_items i on i.plan_id = l.plan_id and i.product_id = l.product_id
      where ${isIncluded}
      order by ${order} limit ${limit}`,
  )
  return found.map(toPendingProduct)
}

function toPendingProduct(row: PendingRow): PendingProduct {
  const isSelected = row.is_selected
  // The state after the product's plan is applied.
  const { supplierFields, priceSource } = row.ownership ?? {
    supplierFields: row.supplier_fields,
    priceSource: row.price_source,
  }
  return {
    isSelected,
    supplierFields,
    priceSource,
    restore: row.restore,
    removedIds: row.removed_ids ?? [],
    productKey: Number(row.id),
    publicId: row.public_id,
    externalId: row.external_id,
    name: row.name,
    descriptionHtml: row.description_html,
    summary: row.summary,
    isOffered: row.is_listed && isSelected && !row.is_suspended,
    sellAmount: Number(row.sell_amount),
    quantity: row.quantity,
    pictures: row.pictures ?? [],
    hasPictures: row.has_pictures,
    variants: row.variants ?? [],
    supplierId: row.supplier_public_id,
    category: row.category,
    ...applyPriceSource(priceSource, {
      isSelected,
      retailAmount: row.retail_amount === null ? null : Number(row.retail_amount),
      retailCurrency: row.retail_currency,
      isPriceLocked: row.is_price_locked ?? false,
    }),
    visibility: toVisibility(row),
    isAutomatic: row.is_automatic,
    sent: row.sent,
    hasFailed: row.has_failed,
    uncertainCount: row.uncertain_count,
    costAlert: row.cost_alert,
    planId: row.plan_id === null ? null : Number(row.plan_id),
    fingerprint: row.fingerprint,
  }
}

type PriceSettings = Pick<SelectedProduct, 'retailAmount' | 'retailCurrency' | 'isPriceLocked'>

/** Returns the price settings of a listing, whose own choice precedes that for its product. */
export function applyPriceSource(
  priceSource: ListingOwnership['priceSource'],
  { isSelected, ...settings }: PriceSettings & Readonly<{ isSelected: boolean }>,
): PriceSettings {
  // A deselected product is sold out, so its price no longer matters.
  if (!isSelected || priceSource === 'store') return { ...settings, isPriceLocked: true }
  return priceSource === 'rule'
    ? { retailAmount: null, retailCurrency: null, isPriceLocked: false }
    : settings
}

function toVisibility({ is_unpublished, is_hidden, external_id }: PendingRow): 'hide' | 'show' | null {
  if (external_id === null || is_unpublished === is_hidden) return null
  return is_unpublished ? 'hide' : 'show'
}
