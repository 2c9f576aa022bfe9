import { sql } from 'drizzle-orm'
import { rows, type Queryable } from '#database/database.ts'

/** A product as an import writes it; names are those of the columns. */
export type ProductRecord = Readonly<Record<string, string | number | null | readonly string[]>> &
  Readonly<{ external_key: string }>

/** A product that is there. */
export type KnownProduct = Readonly<{ id: number; publicId: string }>

/** A picture of a product as an import writes it. */
export type ImageRecord = Readonly<{ product_id: number; url: string; alt: string; position: number }>

/** A variant of a product as an import writes it; names are those of the columns, `image_url` one of the product's pictures. */
export type VariantRecord = Readonly<Record<string, string | number | null>> &
  Readonly<{ product_id: number; external_key: string }>

/**
 * Makes this transaction's commit not wait for the disk (after a power cut the last batches are missing as a whole and the
 * import is run again), and leaves the search indexes' pending entries to the vacuum at the end.
 */
export async function writeFast(db: Queryable): Promise<void> {
  await db.execute(sql`
    select set_config('synchronous_commit', 'off', true), set_config('gin_pending_list_limit', '65536', true)`)
}

/** What the shop has of these pieces, by their keys in the feed. */
export async function findKnownProducts(
  db: Queryable,
  supplierId: number,
  keys: readonly string[],
): Promise<Map<string, KnownProduct & { hash: string | null }>> {
  const found = await rows<{
    id: number
    public_id: string
    external_key: string
    content_hash: string | null
  }>(
    db,
    sql`
    select id, public_id, external_key, content_hash from products
    where supplier_id = ${supplierId}
      and external_key = any(${sql.param(keys)}::text[])`,
  )
  return new Map(
    found.map((row) => [row.external_key, { id: row.id, publicId: row.public_id, hash: row.content_hash }]),
  )
}

/** Which pieces of the supplier have these SKUs now. */
export async function findSkuOwners(
  db: Queryable,
  supplierId: number,
  skus: readonly string[],
): Promise<{ sku: string; key: string | null; name: string }[]> {
  return rows(
    db,
    sql`
    select v.sku, p.external_key as key, p.name from product_variants v join products p on p.id = v.product_id
    where v.supplier_id = ${supplierId} and v.sku = any(${sql.param(skus)}::text[])`,
  )
}

const PRODUCT_COLUMNS = sql`external_key text, public_id text, category_id smallint, status text, name text, summary text,
  price_amount bigint, offer_amount bigint, stock int, variant_count int, sku text, weight_grams real, length_mm real,
  width_mm real, height_mm real, metal text, purity text, plating text, stones text, size_standard text, content_hash text,
  description_html text, sizes text[], colors text[], materials text[]`

/** Adds products in their order, so that their ids ascend; gives them by their keys in the feed. */
export async function insertProducts(
  db: Queryable,
  owner: { supplierId: number; warehouseId: number; now: Date },
  products: readonly ProductRecord[],
): Promise<Map<string, KnownProduct>> {
  if (products.length === 0) return new Map()
  const added = await rows<{ id: number; public_id: string; external_key: string }>(
    db,
    sql`
    insert into products (supplier_id, warehouse_id, created_at, updated_at, external_key, public_id, category_id, status, name,
      summary, price_amount, offer_amount, stock, variant_count, sku, weight_grams, length_mm, width_mm, height_mm, metal,
      purity, plating, stones, size_standard, content_hash, description_html, option_bits)
    select ${owner.supplierId}::bigint, ${owner.warehouseId}::bigint, ${owner.now}::timestamptz, ${owner.now}::timestamptz, external_key, public_id, category_id, status,
      name, summary, price_amount, offer_amount, stock, variant_count, sku, weight_grams, length_mm, width_mm, height_mm, metal,
      purity, plating, stones, size_standard, content_hash, description_html,
      f_option_bits(category_id, purity, size_standard, sizes, colors, materials)
    from json_to_recordset(${JSON.stringify(products)}::json) as x(${PRODUCT_COLUMNS})
    returning id, public_id, external_key`,
  )
  return new Map(added.map((row) => [row.external_key, { id: row.id, publicId: row.public_id }]))
}

/** Changes products that are there; stock follows the variants and is not touched here. */
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
      plating = x.plating, stones = x.stones, size_standard = x.size_standard, content_hash = x.content_hash,
      description_html = x.description_html, updated_at = ${owner.now}::timestamptz
    from json_to_recordset(${JSON.stringify(products)}::json) as x(${PRODUCT_COLUMNS})
    where p.supplier_id = ${owner.supplierId} and p.external_key = x.external_key`)
}

/** Sets the pictures of these products to exactly `images`; gives how many are new and wait to be fetched. */
export async function replaceImages(
  db: Queryable,
  known: readonly number[],
  images: readonly ImageRecord[],
): Promise<number> {
  const given = JSON.stringify(images)
  const columns = sql`product_id bigint, url text, alt text, position int`
  if (known.length > 0) {
    await db.execute(sql`
      delete from product_images i
      where i.product_id = any(${sql.param(known)}::bigint[])
        and not exists (select from json_to_recordset(${given}::json) as x(${columns})
                        where x.product_id = i.product_id and x.url = i.source_url)`)
    await db.execute(sql`
      update product_images i set position = x.position, alt = x.alt
      from json_to_recordset(${given}::json) as x(${columns})
      where i.product_id = x.product_id and i.source_url = x.url and (i.position, i.alt) is distinct from (x.position, x.alt)`)
  }
  if (images.length === 0) return 0
  const added = await rows(
    db,
    sql`
    insert into product_images (product_id, source_url, alt, position)
    select product_id, url, alt, position from json_to_recordset(${given}::json) as x(${columns})
    on conflict (product_id, source_url) do nothing returning 1`,
  )
  return added.length
}

const VARIANT_COLUMNS = sql`product_id bigint, public_id text, external_key text, position int, sku text, title text, size text,
  color text, material text, price_amount bigint, offer_amount bigint, wholesale_amount bigint, stock int, weight_grams real,
  image_url text`

/** Takes away the variants of these products that are not among `variants`. */
export async function removeVariants(
  db: Queryable,
  known: readonly number[],
  variants: readonly VariantRecord[],
): Promise<void> {
  if (known.length === 0) return
  await db.execute(sql`
    delete from product_variants v
    where v.product_id = any(${sql.param(known)}::bigint[])
      and not exists (select from json_to_recordset(${JSON.stringify(variants)}::json) as x(product_id bigint, external_key text)
                      where x.product_id = v.product_id and x.external_key = v.external_key)`)
}

/** Changes those variants that are there and differ. */
export async function updateVariants(
  db: Queryable,
  now: Date,
  variants: readonly VariantRecord[],
): Promise<void> {
  if (variants.length === 0) return
  await db.execute(sql`
    update product_variants v set position = x.position, sku = x.sku, title = x.title, size = x.size, color = x.color,
      material = x.material, price_amount = x.price_amount, offer_amount = x.offer_amount,
      wholesale_amount = x.wholesale_amount, stock = x.stock, weight_grams = x.weight_grams, image_id = i.id,
      updated_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(variants)}::json) as x(${VARIANT_COLUMNS})
    left join product_images i on i.product_id = x.product_id and i.source_url = x.image_url
    where v.product_id = x.product_id and v.external_key = x.external_key
      and (v.position, v.sku, v.title, v.size, v.color, v.material, v.price_amount, v.offer_amount, v.wholesale_amount, v.stock,
           v.weight_grams, v.image_id)
        is distinct from (x.position, x.sku, x.title, x.size, x.color, x.material, x.price_amount, x.offer_amount,
           x.wholesale_amount, x.stock, x.weight_grams, i.id)`)
}

/** Adds those variants that are not there yet. */
export async function insertVariants(
  db: Queryable,
  owner: { supplierId: number; now: Date },
  variants: readonly VariantRecord[],
): Promise<void> {
  if (variants.length === 0) return
  await db.execute(sql`
    insert into product_variants (supplier_id, created_at, updated_at, product_id, public_id, external_key, position, sku, title,
      size, color, material, price_amount, offer_amount, wholesale_amount, stock, weight_grams, image_id)
    select ${owner.supplierId}::bigint, ${owner.now}::timestamptz, ${owner.now}::timestamptz, x.product_id, x.public_id, x.external_key, x.position, x.sku, x.title,
      x.size, x.color, x.material, x.price_amount, x.offer_amount, x.wholesale_amount, x.stock, x.weight_grams, i.id
    from json_to_recordset(${JSON.stringify(variants)}::json) as x(${VARIANT_COLUMNS})
    left join product_images i on i.product_id = x.product_id and i.source_url = x.image_url
    where not exists (select from product_variants v where v.product_id = x.product_id and v.external_key = x.external_key)
    order by x.product_id, x.position`)
}
