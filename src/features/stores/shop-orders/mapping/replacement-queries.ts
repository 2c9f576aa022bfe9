import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** A line of a store's order for our listing, with the variant to send and the unbought units. */
export type ReplaceableLine = Readonly<{ title: string; variantId: string | null; wanted: number }>

/** Returns a line of ours in an order; no unit is wanted if its store has closed the order. */
export async function findReplaceableLine(
  tx: Transaction,
  { orderKey, lineId }: Readonly<{ orderKey: number; lineId: string }>,
): Promise<ReplaceableLine | undefined> {
  const [found] = await queryPrepared<ReplaceableLine>(tx, FIND_LINE, [orderKey, lineId])
  return found
}

/** The title of a variant beside its product's name. */
const VARIANT_TITLE = `concat_ws(', ', p.name, nullif(coalesce(nullif(v.title, ''), concat_ws(' · ', v.size, v.color, v.material)), ''))`

const FIND_LINE = {
  name: 'shop_orders_find_replaceable_line',
  text: `
    select coalesce(nullif(${VARIANT_TITLE}, ''), l.title) as title, v.public_id as "variantId",
      case when s.shop_state in ('cancelled', 'refunded') then 0 else l.quantity - l.removed - coalesce((
        select sum(x.quantity - x.withdrawn_quantity) from shop_order_units u
        join supplier_order_lines x on x.id = u.supplier_order_line_id
        join supplier_orders o on o.id = x.supplier_order_id
        join purchases b on b.id = o.purchase_id
        where u.order_id = l.order_id and u.external_id = l.external_id and b.paid_at is not null), 0)::int end as wanted
    from shop_order_lines l
    join shop_orders s on s.id = l.order_id
    left join products p on p.id = l.product_id
    left join product_variants v on v.id = l.variant_id
    where l.order_id = $1 and l.external_id = $2 and l.kind <> 'foreign'`,
}

/** A listed variant that can be sent in place of another. */
export type Replacement = Readonly<{ key: number; productKey: number; title: string }>

/** Returns a variant of a listed product by its public id. */
export async function findReplacement(db: Queryable, variantId: string): Promise<Replacement | undefined> {
  const [found] = await queryPrepared<Replacement>(db, FIND_VARIANT, [variantId])
  return found
}

const FIND_VARIANT = {
  name: 'shop_orders_find_replacement',
  text: `
    select v.id as key, v.product_id as "productKey", ${VARIANT_TITLE} as title
    from product_variants v join products p on p.id = v.product_id
    where v.public_id = $1 and p.is_listed`,
}

/** Stores the variant to send for a line. Bought units that were not sent are wanted again. */
export async function saveReplacement(
  tx: Transaction,
  { orderKey, lineId, variant }: Readonly<{ orderKey: number; lineId: string; variant: Replacement }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_REPLACEMENT, [orderKey, lineId, variant.productKey, variant.key])
}

const SAVE_REPLACEMENT = {
  name: 'shop_orders_save_replacement',
  text: `
    update shop_order_lines l set kind = 'ours', product_id = $3, variant_id = $4, is_mapped = true,
      reordered = greatest(l.reordered, coalesce((
        select sum(x.withdrawn_quantity - x.unwanted_quantity) from shop_order_units u
        join supplier_order_lines x on x.id = u.supplier_order_line_id
        join supplier_orders o on o.id = x.supplier_order_id
        join purchases b on b.id = o.purchase_id
        where u.order_id = l.order_id and u.external_id = l.external_id and b.paid_at is not null), 0)::int)
    where l.order_id = $1 and l.external_id = $2`,
}
