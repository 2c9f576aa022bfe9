import { sql } from 'drizzle-orm'
import { type Transaction, queryRows } from '#database/database.ts'
import type { VariantOptions } from './product-rules.ts'

/**
 * A variant of a locked product; `id` is the internal key. `oversold` is the number of units ordered beyond the stock.
 */
export type LockedVariant = Readonly<{
  id: number
  publicId: string
  stock: number
  oversold: number
  priceCents: number
  wholesaleCents: number | null
  minimumRetailCents: number | null
  gtin: string | null
  sku: string
}>

/** Returns a locked product's variants, locked until the transaction ends. */
export async function lockVariants(tx: Transaction, productId: number): Promise<LockedVariant[]> {
  return queryRows(
    tx,
    sql`
      select id, public_id as "publicId", stock, oversold, price_amount as "priceCents", wholesale_amount as "wholesaleCents",
        minimum_retail_amount as "minimumRetailCents", gtin, sku
      from product_variants where product_id = ${productId} order by id for update`,
  )
}

/** A variant to save; `stock` is its new stock. */
export type VariantChange = VariantOptions &
  Readonly<{
    publicId: string
    sku: string
    position: number
    priceCents: number
    wholesaleCents: number | null
    minimumRetailCents: number | null
    gtin: string | null
    stock: number
  }>

/** The product and store of variants, and the time of the change. */
type VariantOwner = Readonly<{ productId: number; supplierId: number; now: Date }>

/**
 * Sets the variants of a product to exactly these: existing ones are updated, new ones inserted, all others deleted. An
 * offer price stays if it is still below the list price.
 */
export async function writeVariants(
  tx: Transaction,
  { productId, supplierId, now }: VariantOwner,
  variants: readonly VariantChange[],
): Promise<void> {
  const records = sql`json_to_recordset(${JSON.stringify(variants)}::json) as x("publicId" text, sku text, position int,
    "priceCents" bigint, "wholesaleCents" bigint, "minimumRetailCents" bigint, gtin text, stock int, size text, color text, material text, title text)`
  await tx.execute(sql`
    delete from product_variants v where v.product_id = ${productId}
      and not exists (select from ${records} where x."publicId" = v.public_id)`)
  // Frees the SKUs first, so that a variant can take the former SKU of another.
  await tx.execute(sql`
    update product_variants v set sku = v.public_id from ${records}
    where v.product_id = ${productId} and v.public_id = x."publicId" and v.sku <> x.sku`)
  await tx.execute(sql`
    update product_variants v set position = x.position, sku = x.sku, title = x.title, size = x.size, color = x.color,
      material = x.material, price_amount = x."priceCents", wholesale_amount = x."wholesaleCents",
      minimum_retail_amount = x."minimumRetailCents", gtin = x.gtin, stock = x.stock,
      oversold = case when x.stock = v.stock then v.oversold else 0 end, updated_at = ${now}::timestamptz,
      offer_amount = case when v.offer_amount < x."priceCents" then v.offer_amount end
    from ${records} where v.product_id = ${productId} and v.public_id = x."publicId"`)
  await tx.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, external_key, position, sku, title, size, color, material,
      price_amount, wholesale_amount, minimum_retail_amount, gtin, stock, created_at, updated_at)
    select x."publicId", ${productId}::bigint, ${supplierId}::bigint, x."publicId", x.position, x.sku, x.title, x.size, x.color,
      x.material, x."priceCents", x."wholesaleCents", x."minimumRetailCents", x.gtin, x.stock, ${now}::timestamptz, ${now}::timestamptz
    from ${records}
    where not exists (select from product_variants v where v.product_id = ${productId} and v.public_id = x."publicId")
    order by x.position`)
}

/** Returns another product of the store that has one of these SKUs, with the SKU; undefined when there is none. */
export async function findSkuOwner(
  tx: Transaction,
  {
    supplierId,
    productId,
    skus,
  }: Readonly<{ supplierId: number; productId: number; skus: readonly string[] }>,
): Promise<{ sku: string; name: string } | undefined> {
  const [found] = await queryRows<{ sku: string; name: string }>(
    tx,
    sql`
      select v.sku, p.name from product_variants v join products p on p.id = v.product_id
      where v.supplier_id = ${supplierId} and v.sku = any(${sql.param([...skus])}::text[]) and v.product_id <> ${productId}
      limit 1`,
  )
  return found
}
