import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { RemoteOrder, StoreConnection } from '#features/stores/connections/service.ts'
import { newId } from '#core/ids.ts'
import { type ClassifiedLine, type KnownVariant, type ListingIndex, toVariantKey } from '../rules.ts'
import type { Reason, ShopOrderState } from '../shapes.ts'

type IndexRow = {
  external_product_id: string
  external_variant_id: string | null
  product_id: string
  variant_id: string | null
  stock: number | null
  is_listed: boolean
  wholesale_amount: string | null
}

/** What our listings among these products of a shop are called there. */
export async function readListingIndex(
  db: Queryable,
  connectionId: number,
  productIds: readonly string[],
): Promise<ListingIndex> {
  const found = await queryRows<IndexRow>(
    db,
    sql`
      select k.external_product_id, k.external_variant_id, k.product_id, k.variant_id, v.stock, p.is_listed,
        v.wholesale_amount
      from (
        select external_product_id, external_variant_id, product_id, variant_id from store_listing_variants
          where connection_id = ${connectionId}
        union all
        select external_id, null, product_id, null from store_listings
          where connection_id = ${connectionId} and external_id is not null
      ) k
      join products p on p.id = k.product_id
      left join product_variants v on v.id = k.variant_id
      where k.external_product_id = any(${sql.param([...productIds])}::text[])`,
  )
  const products = new Map(found.map((row) => [row.external_product_id, Number(row.product_id)]))
  const variants = new Map<string, KnownVariant>()
  for (const row of found)
    if (row.external_variant_id !== null && row.variant_id !== null)
      variants.set(toVariantKey(row.external_product_id, row.external_variant_id), {
        productKey: Number(row.product_id),
        variantKey: Number(row.variant_id),
        stock: row.stock ?? 0,
        isOffered: row.is_listed,
        wholesaleAmount: row.wholesale_amount === null ? null : Number(row.wholesale_amount),
      })
  return { products, variants }
}

/** An order to be stored, as it stands in the shop now. */
export type JudgedOrder = Readonly<{
  connection: StoreConnection
  order: RemoteOrder
  lines: readonly ClassifiedLine[]
  state: ShopOrderState
  reasons: readonly Reason[]
  isRecovered: boolean
  now: Date
}>

/** Keeps an order with its lines, once for each order of a shop; what is known newer stays. Gives whether it was stored. */
export async function upsertOrder(tx: Transaction, judged: JudgedOrder): Promise<boolean> {
  const { connection, order, lines, state, reasons, isRecovered, now } = judged
  const [stored] = await queryRows<{ id: string }>(
    tx,
    sql`
      insert into shop_orders (public_id, account_id, connection_id, store_name, platform, external_id, number, currency,
        total_amount, shop_state, address, state, reasons, is_recovered, placed_at, modified_at, received_at)
      values (${newId('shopOrder', now.getTime())}, ${connection.accountId}, ${connection.id}, ${connection.name},
        ${connection.platform}, ${order.externalId}, ${order.number}, ${order.currency}, ${order.totalAmount},
        ${order.state}, ${order.address && JSON.stringify(order.address)}::jsonb, ${state},
        ${sql.param([...reasons])}::text[], ${isRecovered}, ${order.placedAt}, ${order.modifiedAt}, ${now})
      on conflict (connection_id, external_id) do update set
        number = excluded.number, currency = excluded.currency, total_amount = excluded.total_amount,
        shop_state = excluded.shop_state, address = excluded.address, state = excluded.state,
        reasons = excluded.reasons, modified_at = excluded.modified_at
      where shop_orders.modified_at <= excluded.modified_at
      returning id`,
  )
  if (!stored) return false
  await replaceLines(tx, stored.id, lines)
  return true
}

async function replaceLines(
  tx: Transaction,
  orderId: string,
  lines: readonly ClassifiedLine[],
): Promise<void> {
  const rows = lines.map((line, place) => ({ ...line, place, variantKey: line.variant?.variantKey ?? null }))
  await tx.execute(sql`delete from shop_order_lines where order_id = ${orderId}`)
  await tx.execute(sql`
    insert into shop_order_lines
      (order_id, external_id, place, title, sku, quantity, removed, line_amount, kind, product_id, variant_id)
    select ${orderId}, "externalId", place, title, sku, quantity, removed, "lineAmount", kind, "productKey", "variantKey"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as l("externalId" text, place int, title text, sku text, quantity int, removed int, "lineAmount" bigint, kind text,
        "productKey" bigint, "variantKey" bigint)`)
}

/** When an order was last changed in its shop, as far as is known here. */
export async function findModifiedAt(
  db: Queryable,
  connectionId: number,
  externalId: string,
): Promise<Date | undefined> {
  const [found] = await queryRows<{ modified_at: Date }>(
    db,
    sql`
      select modified_at from shop_orders where connection_id = ${connectionId} and external_id = ${externalId}`,
  )
  return found && new Date(found.modified_at)
}

/** The newest orders of a shop that something keeps from being forwarded, by their ids there. */
export async function listBlockedOrders(
  db: Queryable,
  connectionId: number,
  limit: number,
): Promise<string[]> {
  const found = await queryRows<{ external_id: string }>(
    db,
    sql`
      select external_id from shop_orders where connection_id = ${connectionId} and state = 'blocked'
      order by placed_at desc limit ${limit}`,
  )
  return found.map(({ external_id }) => external_id)
}

/** Deletes the orders of somebody's shops. */
export async function deleteOrders(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`delete from shop_orders where account_id = ${accountId}`)
}
