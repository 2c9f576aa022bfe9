import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** A variant row to write. Names are those of the columns; `image_url` is one of the product's pictures. */
export type VariantRecord = Readonly<Record<string, string | number | null>> &
  Readonly<{ product_id: number; external_key: string }>

const VARIANT_COLUMNS = sql`product_id bigint, public_id text, external_key text, position int, sku text, gtin text, title text, size text,
  color text, material text, price_amount bigint, offer_amount bigint, wholesale_amount bigint, stock int, weight_grams real,
  image_url text`

const KEYS = sql`product_id bigint, external_key text, title text`

/**
 * Updates variants' keys that a feed has renamed. The old key has disappeared, a new one has appeared, and both are the
 * only variant with that title. The variant keeps its orders.
 */
export async function renameVariants(
  db: Queryable,
  productIds: readonly number[],
  variants: readonly VariantRecord[],
): Promise<void> {
  if (productIds.length === 0) return
  await db.execute(sql`
    with given as materialized (
      select product_id, external_key, title, count(*) over (partition by product_id, title) as n
      from json_to_recordset(${JSON.stringify(variants)}::json) as x(${KEYS})),
    there as materialized (
      select id, product_id, external_key, title, count(*) over (partition by product_id, title) as n
      from product_variants where product_id = any(${sql.param(productIds)}::bigint[]))
    update product_variants v set external_key = g.external_key
    from there t join given g on g.product_id = t.product_id and g.title = t.title and g.n = 1 and t.n = 1
    where v.id = t.id and g.external_key <> t.external_key
      and not exists (select from given o where o.product_id = t.product_id and o.external_key = t.external_key)
      and not exists (select from there o where o.product_id = g.product_id and o.external_key = g.external_key)`)
}

/**
 * Deletes the variants of these products that are not among `variants`. Their committed units stay recorded under the
 * SKU.
 */
export async function removeVariants(
  db: Queryable,
  productIds: readonly number[],
  variants: readonly VariantRecord[],
): Promise<void> {
  if (productIds.length === 0) return
  await db.execute(sql`
    with gone as (
      delete from product_variants v
      where v.product_id = any(${sql.param(productIds)}::bigint[])
        and not exists (select from json_to_recordset(${JSON.stringify(variants)}::json) as x(${KEYS})
                        where x.product_id = v.product_id and x.external_key = v.external_key)
      returning v.id, v.sku)
    update stock_commitments c set sku = g.sku from gone g where c.variant_id = g.id and c.sku <> g.sku`)
}

/**
 * Updates existing variants that differ, except their stock, which `applyStockCount` sets. A cost or barcode that the
 * feed lacks is unchanged: the supplier may have entered it.
 */
export async function updateVariants(
  db: Queryable,
  now: Date,
  variants: readonly VariantRecord[],
): Promise<void> {
  if (variants.length === 0) return
  await db.execute(sql`
    update product_variants v set position = x.position, sku = x.sku, gtin = coalesce(x.gtin, v.gtin), title = x.title, size = x.size, color = x.color,
      material = x.material, price_amount = x.price_amount, offer_amount = x.offer_amount,
      wholesale_amount = coalesce(x.wholesale_amount, v.wholesale_amount), weight_grams = x.weight_grams, image_id = i.id, updated_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(variants)}::json) as x(${VARIANT_COLUMNS})
    left join product_images i on i.product_id = x.product_id and i.source_url = x.image_url
    where v.product_id = x.product_id and v.external_key = x.external_key
      and (v.position, v.sku, v.gtin, v.title, v.size, v.color, v.material, v.price_amount, v.offer_amount, v.wholesale_amount,
           v.weight_grams, v.image_id)
        is distinct from (x.position, x.sku, coalesce(x.gtin, v.gtin), x.title, x.size, x.color, x.material, x.price_amount, x.offer_amount,
           coalesce(x.wholesale_amount, v.wholesale_amount), x.weight_grams, i.id)`)
}

/**
 * Inserts missing variants with stock counted at `asOf`; returns how many existed before, by SKU. These get their
 * former ids, which their orders refer to, and their stock must then be set by `applyStockCount`.
 */
export async function insertVariants(
  db: Queryable,
  { supplierId, asOf, now }: { supplierId: number; asOf: Date; now: Date },
  variants: readonly VariantRecord[],
): Promise<number> {
  if (variants.length === 0) return 0
  const returned = await queryRows(
    db,
    sql`
    with returning_ones as materialized (
      select distinct on (c.sku) c.sku, c.variant_id from stock_commitments c
      where c.supplier_id = ${supplierId}
        and c.sku = any(${sql.param(variants.map(({ sku }) => sku))}::text[])
        and not exists (select from product_variants v where v.id = c.variant_id)
      order by c.sku, c.variant_id desc),
    added as (
      insert into product_variants (id, supplier_id, created_at, updated_at, counted_at, product_id, public_id, external_key,
        position, sku, gtin, title, size, color, material, price_amount, offer_amount, wholesale_amount, stock, weight_grams, image_id)
      overriding system value
      select coalesce(r.variant_id, nextval('product_variants_id_seq')), ${supplierId}::bigint, ${now}::timestamptz,
        ${now}::timestamptz, ${asOf}::timestamptz, x.product_id, x.public_id, x.external_key, x.position, x.sku, x.gtin, x.title,
        x.size, x.color, x.material, x.price_amount, x.offer_amount, x.wholesale_amount, x.stock, x.weight_grams, i.id
      from json_to_recordset(${JSON.stringify(variants)}::json) as x(${VARIANT_COLUMNS})
      left join product_images i on i.product_id = x.product_id and i.source_url = x.image_url
      left join returning_ones r on r.sku = x.sku
      where not exists (select from product_variants v where v.product_id = x.product_id and v.external_key = x.external_key)
      order by x.product_id, x.position
      returning id)
    select id from added where id in (select variant_id from returning_ones)`,
  )
  return returned.length
}
