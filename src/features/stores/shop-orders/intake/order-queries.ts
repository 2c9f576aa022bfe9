import { sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable, type Transaction } from '#database/database.ts'
import {
  type OptionFields,
  type RemoteOrder,
  type StoreConnection,
  toOptions,
} from '#features/stores/connections/service.ts'
import { newId } from '#core/ids.ts'
import { type ClassifiedLine, type KnownVariant, type ListingIndex, toVariantKey } from '../rules.ts'

type IndexRow = {
  external_product_id: string
  external_variant_id: string | null
  product_id: string
  variant_id: string | null
  own_skus: string[]
}

/** Returns the store's ids of our listings among these products. */
export async function readListingIndex(
  db: Queryable,
  connectionId: number,
  productIds: readonly string[],
): Promise<ListingIndex> {
  const found = await queryRows<IndexRow>(
    db,
    sql`
      select k.external_product_id, k.external_variant_id, k.product_id, k.variant_id,
        array[v.public_id, p.public_id] as own_skus
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
  const values = await listOptionValues(db, [...new Set(products.values())])
  const choices = await listOptionChoices(db, connectionId, [...values.keys()])
  for (const row of found)
    if (row.external_variant_id !== null && row.variant_id !== null) {
      const variantKey = Number(row.variant_id)
      variants.set(toVariantKey(row.external_product_id, row.external_variant_id), {
        productKey: Number(row.product_id),
        variantKey,
        ownSkus: row.own_skus,
        values: values.get(variantKey) ?? [],
        choices: choices.get(variantKey) ?? new Map(),
      })
    }
  return { products, variants }
}

/** Returns the options of the variants of these products as they are sent to stores, by the variants' keys. */
async function listOptionValues(
  db: Queryable,
  productKeys: readonly number[],
): Promise<Map<number, readonly string[]>> {
  if (productKeys.length === 0) return new Map()
  const found = await queryPrepared<OptionFields & { key: number; productKey: number }>(db, LIST_VARIANTS, [
    productKeys,
  ])
  return new Map(
    [...Map.groupBy(found, ({ productKey }) => productKey).values()].flatMap((variants) => {
      const { values } = toOptions(variants)
      return variants.map(({ key }, place) => [key, values[place] ?? []] as const)
    }),
  )
}

const LIST_VARIANTS = {
  name: 'shop_orders_list_variants',
  text: `
    select id as key, product_id as "productKey", sku, title, size, color, material from product_variants
    where product_id = any($1::bigint[]) order by product_id, position, id`,
}

/** Returns the variants that vendors chose for other options, by the linked variant and the options. */
async function listOptionChoices(
  db: Queryable,
  connectionId: number,
  variantKeys: readonly number[],
): Promise<Map<number, Map<string, { productKey: number; variantKey: number }>>> {
  if (variantKeys.length === 0) return new Map()
  const found = await queryPrepared<{
    linked: number
    options: string
    productKey: number
    variantKey: number
  }>(db, LIST_CHOICES, [connectionId, variantKeys])
  return new Map(
    [...Map.groupBy(found, ({ linked }) => linked)].map(([linked, choices]) => [
      linked,
      new Map(choices.map(({ options, productKey, variantKey }) => [options, { productKey, variantKey }])),
    ]),
  )
}

const LIST_CHOICES = {
  name: 'shop_orders_list_option_choices',
  text: `
    select c.linked_variant_id as linked, c.options_key as options, v.product_id as "productKey", v.id as "variantKey"
    from store_option_choices c join product_variants v on v.id = c.variant_id
    where c.connection_id = $1 and c.linked_variant_id = any($2::bigint[])`,
}

/** An order received from a store, in its current state. */
export type ReceivedOrder = Readonly<{
  connection: StoreConnection
  order: RemoteOrder
  lines: readonly ClassifiedLine[]
  isRecovered: boolean
  now: Date
}>

/**
 * Inserts or updates a store's order with its lines; newer data stay. Returns its public id, undefined if nothing was
 * stored.
 */
export async function upsertOrder(tx: Transaction, received: ReceivedOrder): Promise<string | undefined> {
  const { connection, order, lines, isRecovered, now } = received
  const [stored] = await queryRows<{ id: string; public_id: string }>(
    tx,
    sql`
      insert into shop_orders (public_id, account_id, connection_id, store_name, platform, external_id, number, currency,
        total_amount, shop_state, address, state, reasons, is_recovered, is_practice, placed_at, modified_at, received_at)
      values (${newId('shopOrder', now.getTime())}, ${connection.accountId}, ${connection.id}, ${connection.name},
        ${connection.platform}, ${order.externalId}, ${order.number}, ${order.currency}, ${order.totalAmount},
        ${order.state}, ${order.address && JSON.stringify(order.address)}::jsonb, 'received', '{}', ${isRecovered},
        ${connection.isPractice}, ${order.placedAt}, ${order.modifiedAt}, ${now})
      on conflict (connection_id, external_id) do update set
        number = excluded.number, currency = excluded.currency, total_amount = excluded.total_amount,
        shop_state = excluded.shop_state,
        address = case when shop_orders.erased_at is null then excluded.address end, modified_at = excluded.modified_at
      where shop_orders.modified_at <= excluded.modified_at
      returning id, public_id`,
  )
  if (!stored) return undefined
  await writeLines(tx, stored.id, lines)
  return stored.public_id
}

/**
 * Replaces the lines by the current ones. A line keeps its variant once units of it are bought, or its vendor has
 * matched it. A missing line is deleted; if units of it were bought, all of it counts as removed.
 */
async function writeLines(tx: Transaction, orderId: string, lines: readonly ClassifiedLine[]): Promise<void> {
  const rows = lines.map((line, place) => ({ ...line, place, variantKey: line.variant?.variantKey ?? null }))
  await tx.execute(sql`
    insert into shop_order_lines as s
      (order_id, external_id, place, title, sku, quantity, removed, line_amount, refunded_amount, kind, product_id, variant_id,
        other_options, linked_variant_id)
    select ${orderId}, "externalId", place, title, sku, quantity, removed, "lineAmount", "refundedAmount", kind, "productKey",
      "variantKey", "otherOptions", "linkedVariantKey"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as l("externalId" text, place int, title text, sku text, quantity int, removed int, "lineAmount" bigint,
        "refundedAmount" bigint, kind text, "productKey" bigint, "variantKey" bigint, "otherOptions" text,
        "linkedVariantKey" bigint)
    on conflict (order_id, external_id) do update set place = excluded.place, title = excluded.title, sku = excluded.sku,
      quantity = excluded.quantity, removed = excluded.removed, line_amount = excluded.line_amount,
      refunded_amount = excluded.refunded_amount,
      kind = case when ${IS_FIXED} then s.kind else excluded.kind end,
      product_id = case when ${IS_FIXED} then s.product_id else excluded.product_id end,
      variant_id = case when ${IS_FIXED} then s.variant_id else excluded.variant_id end,
      other_options = case when ${IS_FIXED} then s.other_options else excluded.other_options end,
      linked_variant_id = case when ${IS_FIXED} then s.linked_variant_id else excluded.linked_variant_id end`)
  const listed = sql.param(lines.map(({ externalId }) => externalId))
  await tx.execute(sql`
    delete from shop_order_lines s
    where s.order_id = ${orderId} and s.external_id <> all(${listed}::text[]) and not ${HAS_UNITS}`)
  await tx.execute(sql`
    update shop_order_lines set removed = quantity where order_id = ${orderId} and external_id <> all(${listed}::text[])`)
}

const HAS_UNITS = sql`exists (
  select from shop_order_units u where u.order_id = s.order_id and u.external_id = s.external_id)`
const IS_FIXED = sql`(s.is_mapped or ${HAS_UNITS})`

/** Returns when an order was last changed in its store, as far as is known. */
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

/** Lists the newest orders of a store that can't be forwarded, by their ids there. */
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

/** Deletes the orders of an account's stores, and the branding of their parcels. */
export async function deleteOrders(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`delete from shop_orders where account_id = ${accountId}`)
  await tx.execute(sql`delete from parcel_brands where account_id = ${accountId}`)
}
