import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import type { VariantRecord } from './variant-queries.ts'

/** Locks these products in the order of their keys, so that only this transaction changes their stock until it ends. */
export async function lockProducts(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    select id from products where id = any(${sql.param(ids)}::bigint[]) order by id for no key update`)
}

/**
 * The products that a stock count has changed: those with new stock, and those with more units ordered than there are.
 */
export type StockCountResult = Readonly<{ changed: ReadonlySet<number>; oversold: ReadonlySet<number> }>

/**
 * Sets variants' available stock by a count of `asOf`. Orders not handed over by then are deducted, later returns are
 * added. A variant that was counted later is unchanged. The caller has locked the products in an earlier statement, so
 * that this one sees all their orders.
 */
export async function applyStockCount(
  db: Queryable,
  countedAt: Date,
  countedVariants: readonly VariantRecord[],
): Promise<StockCountResult> {
  if (countedVariants.length === 0) return { changed: new Set(), oversold: new Set() }
  const records = JSON.stringify(
    countedVariants.map(({ product_id, external_key, stock }) => ({ product_id, external_key, stock })),
  )
  const counted = await queryRows<{ productId: number; isChanged: boolean; isOversold: boolean }>(
    db,
    sql`
    with counted as materialized (
      select v.id, v.stock - v.oversold as before, x.stock as shelf
      from json_to_recordset(${records}::json) as x(product_id bigint, external_key text, stock int)
      join product_variants v on v.product_id = x.product_id and v.external_key = x.external_key
      where v.counted_at is null or v.counted_at <= ${countedAt}::timestamptz),
    unknown as materialized (
      select variant_id, sum(quantity)::int as quantity from (
        select variant_id, -quantity as quantity from stock_commitments where variant_id in (select id from counted)
        union all
        select variant_id, quantity from stock_movements
        where variant_id in (select id from counted) and moved_at > ${countedAt}::timestamptz
        union all
        -- What the supplier's connected store has not made yet; of what it may have made, only what it has fewer.
        select variant_id, quantity from store_stock_changes
        where variant_id in (select id from counted) and requested_at <= ${countedAt}::timestamptz and closed_at is null
          and (applied_at is null or applied_at > ${countedAt}::timestamptz) and (quantity < 0 or attempted_at is null)) u
      group by variant_id),
    -- A file that is older than the last one may bring a variant back: what it does not know of is stored for that long.
    forgotten as (
      delete from stock_movements where variant_id in (select id from counted)
        and moved_at < ${countedAt}::timestamptz - interval '90 days'),
    balances as materialized (
      select c.id, c.before, c.shelf + coalesce(u.quantity, 0) as balance
      from counted c left join unknown u on u.variant_id = c.id)
    update product_variants v set stock = greatest(b.balance, 0), oversold = greatest(-b.balance, 0),
      counted_at = ${countedAt}::timestamptz, updated_at = now()
    from balances b
    where v.id = b.id and (v.stock - v.oversold <> b.balance or v.counted_at is distinct from ${countedAt}::timestamptz)
    returning v.product_id as "productId", b.balance <> b.before as "isChanged", b.balance < 0 as "isOversold"`,
  )
  const listIds = (flag: 'isChanged' | 'isOversold') =>
    new Set(counted.filter((row) => row[flag]).map(({ productId }) => productId))
  return { changed: listIds('isChanged'), oversold: listIds('isOversold') }
}
