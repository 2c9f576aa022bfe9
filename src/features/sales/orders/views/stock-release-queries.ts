import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { ChangePage, OrderStockChange } from '#features/catalogue/catalog/service.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'

/** Why units of an order went back on sale. */
export type ReleaseKind = 'expired' | 'cancelled' | 'rejected'

/** Records units of order lines that went back on sale, in the transaction that releases them. */
export async function insertReleases(
  tx: Queryable,
  { kind, units, at }: Readonly<{ kind: ReleaseKind; units: readonly LineUnits[]; at: Date }>,
): Promise<void> {
  if (units.length > 0) await queryPrepared(tx, INSERT_RELEASES, [JSON.stringify(units), kind, at])
}

const INSERT_RELEASES = {
  name: 'orders_insert_releases',
  text: `
    insert into stock_releases (supplier_order_line_id, product_id, kind, quantity, released_at)
    select l.id, l.product_id, $2, x.quantity, $3::timestamptz
    from json_to_recordset($1) as x("lineId" bigint, quantity int) join supplier_order_lines l on l.id = x."lineId"
    order by l.id`,
}

/** Returns the units that orders reserved of a product; paid ones sold them. Practice orders change no stock. */
export async function selectReservations(db: Queryable, page: ChangePage): Promise<OrderStockChange[]> {
  return queryPrepared(db, SELECT_RESERVATIONS, [
    page.productId,
    page.before ?? null,
    page.limit,
    PRACTICE_CURRENCY,
  ])
}

const SELECT_RESERVATIONS = {
  name: 'orders_select_reservations',
  text: `
    select l.id, o.created_at as at, case when p.paid_at is null then 'reserved' else 'sold' end as event,
      -l.quantity as units, o.public_id as "orderId", p.number, l.variant_title as variant, l.sku
    from supplier_order_lines l
    join supplier_orders o on o.id = l.supplier_order_id
    join purchases p on p.id = o.purchase_id
    where l.product_id = $1 and ($2::bigint is null or l.id < $2) and o.currency <> $4 order by l.id desc limit $3`,
}

/** Returns the units that orders released of a product. */
export async function selectReleases(db: Queryable, page: ChangePage): Promise<OrderStockChange[]> {
  return queryPrepared(db, SELECT_RELEASES, [page.productId, page.before ?? null, page.limit])
}

const SELECT_RELEASES = {
  name: 'orders_select_releases',
  text: `
    select r.id, r.released_at as at, r.kind as event, r.quantity as units, o.public_id as "orderId", p.number,
      l.variant_title as variant, l.sku
    from stock_releases r
    join supplier_order_lines l on l.id = r.supplier_order_line_id
    join supplier_orders o on o.id = l.supplier_order_id
    join purchases p on p.id = o.purchase_id
    where r.product_id = $1 and ($2::bigint is null or r.id < $2) order by r.id desc limit $3`,
}
