import { sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { storeEffects } from '#platform/effects/request-effects.ts'
import type { StockLine } from './commitment-queries.ts'

/**
 * The kind of the effects that change stock in suppliers' connected stores. Their subject is the number of the change.
 */
export const ADJUST_STOCK_EFFECT = 'stores.adjust_stock'

/** The order that changes stock, by its public id, and the time. */
export type StockCause = Readonly<{ orderId: string; at: Date }>

/** A quantity of a variant in an order, by the order's public id. */
export type OrderedLine = StockLine & Readonly<{ orderId: string }>

/**
 * Requests that the suppliers' connected stores lower their stock for sales at `at`. It applies to products whose stock
 * is followed.
 */
export async function lowerStoreStock(tx: Queryable, lines: readonly OrderedLine[], at: Date): Promise<void> {
  const orderIds = lines.map(({ orderId }) => orderId)
  await storeChanges(tx, await queryPrepared(tx, INSERT_SALES, [...toColumns(lines), orderIds, at]), at)
}

/** Requests that the supplier's connected store raises its stock, for variants whose stock the order had lowered. */
export async function raiseStoreStock(
  tx: Queryable,
  lines: readonly StockLine[],
  { orderId, at }: StockCause,
): Promise<void> {
  await storeChanges(tx, await queryPrepared(tx, INSERT_RETURNS, [...toColumns(lines), orderId, at]), at)
}

function toColumns(lines: readonly StockLine[]): [number[], number[]] {
  return [lines.map(({ variantId }) => variantId), lines.map(({ quantity }) => quantity)]
}

async function storeChanges(
  tx: Queryable,
  inserted: readonly Readonly<{ id: string; connectionId: string }>[],
  at: Date,
): Promise<void> {
  const effects = inserted.map(({ id, connectionId }) => ({
    kind: ADJUST_STOCK_EFFECT,
    subject: String(id),
    lane: `store ${connectionId}`,
  }))
  await storeEffects(tx, effects, at)
}

const INSERT_SALES = {
  name: 'catalog_lower_store_stock',
  text: `
    insert into store_stock_changes (connection_id, supplier_id, variant_id, product_key, variant_key, sku, order_id, quantity,
      requested_at)
    select s.connection_id, p.supplier_id, v.id, substr(p.external_key, length(s.key_prefix) + 1), v.external_key, v.sku,
      a.order_id, -a.quantity, $4
    from (
      select id, order_id, sum(quantity)::int as quantity
      from unnest($1::bigint[], $2::int[], $3::text[]) a(id, quantity, order_id) group by 1, 2) a
    join product_variants v on v.id = a.id join products p on p.id = v.product_id
    join synced_stores s on s.supplier_id = p.supplier_id and starts_with(p.external_key, s.key_prefix)
    left join written_fields w on w.product_id = p.id
    where not s.is_paused and 'stock' = any(s.followed) and not 'stock' = any(coalesce(w.fields, '{}')) and a.quantity > 0
    order by v.id, a.order_id returning id, connection_id as "connectionId"`,
}

const INSERT_RETURNS = {
  name: 'catalog_raise_store_stock',
  text: `
    insert into store_stock_changes (connection_id, supplier_id, variant_id, product_key, variant_key, sku, order_id, quantity,
      requested_at)
    select c.connection_id, c.supplier_id, c.variant_id, c.product_key, c.variant_key, c.sku, c.order_id, a.quantity, $4
    from (select id, sum(quantity)::int as quantity from unnest($1::bigint[], $2::int[]) a(id, quantity) group by id) a
    join store_stock_changes c on c.variant_id = a.id and c.order_id = $3 and c.quantity < 0
    where c.connection_id is not null and c.closed_at is null and a.quantity > 0
    order by c.variant_id returning id, connection_id as "connectionId"`,
}

/** A change of the stock of a connected store. */
export type StoreChange = Readonly<{
  id: number
  connectionId: number | null
  productKey: string
  variantKey: string
  sku: string
  stockKey: string | null
  orderId: string
  quantity: number
  attemptedAt: Date | null
  /** For returned units, the state of the sale that reserved them; null for a sale. */
  sale: 'open' | 'applied' | 'closed' | null
}>

/** Returns a change of the stock of a connected store. */
export async function findStoreChange(db: Queryable, id: number): Promise<StoreChange | undefined> {
  const [found] = await queryRows<StoreChange>(
    db,
    sql`
    select c.id::int as id, c.connection_id::int as "connectionId", c.product_key as "productKey", c.variant_key as "variantKey",
      c.sku, c.stock_key as "stockKey", c.order_id as "orderId", c.quantity, c.attempted_at as "attemptedAt",
      (select case when s.applied_at is not null then 'applied' when s.closed_at is not null then 'closed' else 'open' end
        from store_stock_changes s
        where c.quantity > 0 and s.order_id = c.order_id and s.variant_id = c.variant_id and s.quantity < 0 limit 1) as sale
    from store_stock_changes c where c.id = ${id}`,
  )
  return found
}

/** Records the time of the first attempt to make a change in the store. */
export async function saveStoreAttempt(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update store_stock_changes set attempted_at = coalesce(attempted_at, ${now}::timestamptz) where id = ${id}`)
}

/** Records the store's id of the changed stock, so that every attempt uses the same. */
export async function saveStockKey(db: Queryable, id: number, stockKey: string): Promise<void> {
  await db.execute(sql`
    update store_stock_changes set stock_key = coalesce(stock_key, ${stockKey}) where id = ${id}`)
}

/** Records that the store has made a change, or that there is nothing to change. */
export async function completeStoreChange(
  tx: Transaction,
  id: number,
  { isApplied, now }: Readonly<{ isApplied: boolean; now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    update store_stock_changes set applied_at = coalesce(applied_at, ${isApplied ? now : null}::timestamptz),
      closed_at = coalesce(closed_at, ${isApplied ? null : now}::timestamptz)
    where id = ${id}`)
}
