import { type Queryable, queryPrepared } from '#database/database.ts'

// Committed units, which a supplier's count may not include, by the rule of decision 44. `stock-queries.ts` takes units
// out of stock.

/** A quantity of a variant, by its internal key. */
export type StockLine = Readonly<{ variantId: number; quantity: number }>

const toColumns = (lines: readonly StockLine[]) => [
  lines.map((line) => line.variantId),
  lines.map((line) => line.quantity),
]

/**
 * Restocks ordered units: they are no longer committed or, if sent to the supplier, returned at `returnedAt`. Units of
 * a deleted variant stay recorded, in case the variant is imported again.
 */
export async function restoreStock(
  db: Queryable,
  lines: readonly StockLine[],
  returnedAt: Date | null,
): Promise<void> {
  await queryPrepared(db, RESTORE_STOCK, [...toColumns(lines), returnedAt])
}

// Locks products, then variants, each in the order of their keys, like every statement that takes units out of stock.
const RESTORE_STOCK = {
  name: 'catalog_put_back_stock',
  text: `
    with requested as materialized (
      select id, sum(quantity)::int as quantity from unnest($1::bigint[], $2::int[]) a(id, quantity) group by id),
    homes as materialized (
      select id from products where id in (select product_id from product_variants where id in (select id from requested))
      order by id for no key update),
    held as materialized (
      select v.id, v.stock, v.stock - v.oversold + a.quantity as balance from product_variants v join requested a on a.id = v.id
      where v.product_id in (select id from homes) order by v.id for no key update of v),
    put as (
      update product_variants v set stock = greatest(h.balance, 0), oversold = greatest(-h.balance, 0), updated_at = now()
      from held h where v.id = h.id returning v.product_id, v.stock - h.stock as quantity),
    uncommitted as (
      update stock_commitments c set quantity = greatest(c.quantity - a.quantity, 0)
      from requested a where c.variant_id = a.id and $3::timestamptz is null),
    returned as (
      insert into stock_movements (variant_id, quantity, moved_at)
      select id, quantity, $3 from requested where $3::timestamptz is not null)
    update products p set stock = p.stock + t.quantity, updated_at = now()
    from (select product_id, sum(quantity)::int as quantity from put group by product_id having sum(quantity) > 0) t
    where p.id = t.product_id`,
}

/** Records that a supplier received an order of these units at `at`: later stock counts include it. */
export async function moveCommitments(db: Queryable, lines: readonly StockLine[], at: Date): Promise<void> {
  await queryPrepared(db, MOVE_COMMITMENTS, [...toColumns(lines), at])
}

const MOVE_COMMITMENTS = {
  name: 'catalog_hand_over_committed',
  text: `
    with requested as materialized (
      select id, sum(quantity)::int as quantity from unnest($1::bigint[], $2::int[]) a(id, quantity) group by id),
    held as materialized (
      select c.variant_id, a.quantity from stock_commitments c join requested a on a.id = c.variant_id
      order by c.variant_id for update of c),
    uncommitted as (
      update stock_commitments c set quantity = greatest(c.quantity - h.quantity, 0)
      from held h where c.variant_id = h.variant_id)
    insert into stock_movements (variant_id, quantity, moved_at) select id, -quantity, $3 from requested order by id`,
}

/** Records that a supplier changed quantities at `at`, as differences, which are not 0. */
export async function saveStockAdjustments(
  db: Queryable,
  differences: readonly StockLine[],
  at: Date,
): Promise<void> {
  if (differences.length > 0) await queryPrepared(db, SAVE_STOCK_ADJUSTMENTS, [...toColumns(differences), at])
}

const SAVE_STOCK_ADJUSTMENTS = {
  name: 'catalog_note_typed_quantities',
  text: `
    with known as (
      insert into stock_commitments (variant_id, supplier_id, sku, quantity)
      select id, supplier_id, sku, 0 from product_variants where id = any($1::bigint[]) order by id
      on conflict (variant_id) do nothing)
    insert into stock_movements (variant_id, quantity, moved_at)
    select id, quantity, $3 from unnest($1::bigint[], $2::int[]) a(id, quantity)`,
}
