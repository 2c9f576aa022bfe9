import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'

/** A product row to write; names are those of the columns. */
export type ProductRecord = Readonly<Record<string, string | number | null | readonly string[]>> &
  Readonly<{ external_key: string }>

/** The keys of an existing product. */
export type ProductKey = Readonly<{ id: number; publicId: string }>

/** A picture row to write. */
export type ImageRecord = Readonly<{ product_id: number; url: string; alt: string; position: number }>

/**
 * Makes this transaction's commit asynchronous and defers the search indexes' pending entries. After a power failure
 * the last batches are missing as a whole, and the import is run again. The vacuum at the end processes the entries.
 */
export async function configureBulkWrite(db: Queryable): Promise<void> {
  await db.execute(sql`
    select set_config('synchronous_commit', 'off', true), set_config('gin_pending_list_limit', '65536', true)`)
}

/** Returns the stored products by their keys in the feed. */
export async function findImportedProducts(
  db: Queryable,
  { supplierId }: Readonly<{ supplierId: number }>,
  keys: readonly string[],
): Promise<Map<string, ProductKey>> {
  const found = await queryRows<ProductKey & { key: string }>(
    db,
    sql`
    select id, public_id as "publicId", external_key as key from products
    where supplier_id = ${supplierId} and external_key = any(${sql.param(keys)}::text[])`,
  )
  return new Map(found.map(({ key, ...product }) => [key, product]))
}

/** Returns the supplier's products that currently have these SKUs. */
export async function findSkuOwners(
  db: Queryable,
  supplierId: number,
  skus: readonly string[],
): Promise<{ sku: string; key: string | null; name: string }[]> {
  return queryRows(
    db,
    sql`
    select v.sku, p.external_key as key, p.name from product_variants v join products p on p.id = v.product_id
    where v.supplier_id = ${supplierId} and v.sku = any(${sql.param(skus)}::text[])`,
  )
}

const PRODUCT_COLUMNS = sql`external_key text, public_id text, category_id smallint, status text, name text, summary text,
  price_amount bigint, offer_amount bigint, stock int, variant_count int, sku text, weight_grams real, length_mm real,
  width_mm real, height_mm real, metal text, purity text, plating text, stones text, size_standard text, origin_country text,
  tariff_number text, warehouse_id bigint,
  description_html text, sizes text[], colors text[], materials text[]`

/**
 * Inserts products in their order, so that their ids ascend; returns them by their keys in the feed. Products without a
 * warehouse get the owner's.
 */
export async function insertProducts(
  db: Queryable,
  owner: { supplierId: number; warehouseId: number; now: Date },
  products: readonly ProductRecord[],
): Promise<Map<string, ProductKey>> {
  if (products.length === 0) return new Map()
  const inserted = await queryRows<{ id: number; public_id: string; external_key: string }>(
    db,
    sql`
    insert into products (supplier_id, warehouse_id, created_at, updated_at, external_key, public_id, category_id, status, name,
      summary, price_amount, offer_amount, stock, variant_count, sku, weight_grams, length_mm, width_mm, height_mm, metal,
      purity, plating, stones, size_standard, origin_country, tariff_number, description_html, option_bits)
    select ${owner.supplierId}::bigint, coalesce(warehouse_id, ${owner.warehouseId}::bigint), ${owner.now}::timestamptz, ${owner.now}::timestamptz, external_key, public_id, category_id, status,
      name, summary, price_amount, offer_amount, stock, variant_count, sku, weight_grams, length_mm, width_mm, height_mm, metal,
      purity, plating, stones, size_standard, origin_country, tariff_number, description_html,
      f_option_bits(category_id, purity, size_standard, sizes, colors, materials)
    from json_to_recordset(${JSON.stringify(products)}::json) as x(${PRODUCT_COLUMNS})
    returning id, public_id, external_key`,
  )
  return new Map(inserted.map((row) => [row.external_key, { id: row.id, publicId: row.public_id }]))
}

/** Updates existing products, except their stock, which follows the variants. */
export async function updateProducts(
  db: Queryable,
  owner: { supplierId: number; now: Date },
  products: readonly ProductRecord[],
): Promise<void> {
  if (products.length === 0) return
  await db.execute(sql`
    update products p set category_id = x.category_id, status = x.status, name = x.name, summary = x.summary,
      price_amount = x.price_amount, offer_amount = x.offer_amount, sku = x.sku, weight_grams = x.weight_grams,
      length_mm = x.length_mm, width_mm = x.width_mm, height_mm = x.height_mm, metal = x.metal, purity = x.purity,
      plating = x.plating, stones = x.stones, size_standard = x.size_standard, origin_country = x.origin_country,
      tariff_number = x.tariff_number, warehouse_id = coalesce(x.warehouse_id, p.warehouse_id), description_html = x.description_html, revision = p.revision + 1, updated_at = ${owner.now}::timestamptz
    from json_to_recordset(${JSON.stringify(products)}::json) as x(${PRODUCT_COLUMNS})
    where p.supplier_id = ${owner.supplierId} and p.external_key = x.external_key`)
}

/** Sets the pictures of these products to exactly `images`; returns the number of new ones, which are to be fetched. */
export async function replaceImages(
  db: Queryable,
  productIds: readonly number[],
  images: readonly ImageRecord[],
): Promise<number> {
  const records = JSON.stringify(images)
  const columns = sql`product_id bigint, url text, alt text, position int`
  if (productIds.length > 0) {
    await db.execute(sql`
      delete from product_images i
      where i.product_id = any(${sql.param(productIds)}::bigint[])
        and not exists (select from json_to_recordset(${records}::json) as x(${columns})
                        where x.product_id = i.product_id and x.url = i.source_url)`)
    await db.execute(sql`
      update product_images i set position = x.position, alt = x.alt
      from json_to_recordset(${records}::json) as x(${columns})
      where i.product_id = x.product_id and i.source_url = x.url and (i.position, i.alt) is distinct from (x.position, x.alt)`)
  }
  if (images.length === 0) return 0
  const inserted = await queryRows(
    db,
    sql`
    insert into product_images (product_id, source_url, alt, position)
    select product_id, url, alt, position from json_to_recordset(${records}::json) as x(${columns})
    on conflict (product_id, source_url) do nothing returning 1`,
  )
  return inserted.length
}
