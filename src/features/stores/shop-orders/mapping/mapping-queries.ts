import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { toOptionsKey } from '#core/products/store-variants.ts'

/** A candidate variant of an unmatched line of a store's order. */
export type VariantOption = Readonly<{
  lineId: string
  lineTitle: string
  lineSku: string
  id: string
  key: number
  productKey: number
  title: string
  sku: string
  stock: number
}>

/**
 * Returns the candidate variants of an order's unmatched lines: the variants of the line's listing, or those with its
 * SKU.
 */
export async function listVariantOptions(db: Queryable, orderKey: number | string): Promise<VariantOption[]> {
  return queryPrepared(db, LIST_OPTIONS, [orderKey])
}

const LIST_OPTIONS = {
  name: 'shop_orders_list_variant_options',
  text: `
    select l.external_id as "lineId", l.title as "lineTitle", l.sku as "lineSku", v.public_id as id, v.id as key,
      v.product_id as "productKey", v.sku, v.stock,
      coalesce(nullif(v.title, ''), nullif(concat_ws(' · ', v.size, v.color, v.material), ''), p.name) as title
    from shop_order_lines l
    cross join lateral (
      select l.product_id as id where l.product_id is not null
      union
      select x.product_id from product_variants x where l.product_id is null and x.public_id = l.sku
      union
      select q.id from products q where l.product_id is null and q.public_id = l.sku) c
    join products p on p.id = c.id
    join product_variants v on v.product_id = p.id
    where l.order_id = $1 and l.kind = 'unmapped'
    order by l.place, v.position limit 500`,
}

/** Returns the key and the number of an order of an account, locked until the transaction ends. */
export async function lockOrder(
  tx: Transaction,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<{ key: number; number: string } | undefined> {
  const [found] = await queryPrepared<{ key: number; number: string }>(tx, LOCK_KEY, [accountId, id])
  return found
}

const LOCK_KEY = {
  name: 'shop_orders_lock_key',
  text: 'select id as key, number from shop_orders where account_id = $1 and public_id = $2 for update',
}

/**
 * Stores the variant that a vendor matched a line to. If the customer chose other options than those of the linked
 * variant, it is stored for them, too, so that later orders are matched by themselves. Then returns the listing.
 */
export async function saveMapping(
  tx: Transaction,
  { orderKey, option }: Readonly<{ orderKey: number; option: VariantOption }>,
): Promise<{ connectionId: number; productKey: number } | undefined> {
  const { lineId, productKey, key } = option
  const mapping = [orderKey, lineId, productKey, key]
  const [line] = await queryPrepared<{ options: string | null }>(tx, SAVE_MAPPING, mapping)
  if (!line || line.options === null) return undefined
  const choice = [orderKey, lineId, toOptionsKey(line.options), key]
  const [saved] = await queryPrepared<{ connectionId: number }>(tx, SAVE_CHOICE, choice)
  return saved && { connectionId: saved.connectionId, productKey }
}

const SAVE_CHOICE = {
  name: 'shop_orders_save_option_choice',
  text: `
    insert into store_option_choices (connection_id, linked_variant_id, options_key, variant_id)
    select o.connection_id, v.id, $3, $4
    from shop_order_lines l join shop_orders o on o.id = l.order_id join product_variants v on v.id = l.linked_variant_id
    where l.order_id = $1 and l.external_id = $2 and o.connection_id is not null
    on conflict (connection_id, linked_variant_id, options_key) do update set variant_id = excluded.variant_id
    returning connection_id as "connectionId"`,
}

const SAVE_MAPPING = {
  name: 'shop_orders_save_mapping',
  text: `
    update shop_order_lines set kind = 'ours', product_id = $3, variant_id = $4, is_mapped = true
    where order_id = $1 and external_id = $2 and kind = 'unmapped'
    returning other_options as options`,
}
