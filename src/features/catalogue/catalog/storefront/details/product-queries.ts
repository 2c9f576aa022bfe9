import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import type { ReviewData } from '../../contract.ts'
import { products } from '../../tables.ts'

/** Returns the internal key of a listed product. */
export async function findListedProduct(db: Queryable, publicId: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, LISTED_PRODUCT, [publicId])
  return found?.id
}

const LISTED_PRODUCT = {
  name: 'catalog_listed_product',
  text: 'select id from products where public_id = $1 and is_listed',
}

/** Returns a supplier's products by the feed's handles, listed or not: keys, public ids and titles. */
export async function selectProductsByExternalKeys(
  db: Queryable,
  { supplierId, externalKeys }: { supplierId: number; externalKeys: readonly string[] },
): Promise<{ id: number; publicId: string; externalKey: string | null }[]> {
  return db
    .select({ id: products.id, publicId: products.publicId, externalKey: products.externalKey })
    .from(products)
    .where(and(eq(products.supplierId, supplierId), inArray(products.externalKey, [...externalKeys])))
}

/** Returns the stock of each variant of these products, by public ids, in the variants' order. */
export async function selectVariantStock(
  db: Queryable,
  productIds: readonly number[],
): Promise<{ productId: string; variantId: string; stock: number }[]> {
  return queryRows(
    db,
    sql`
      select p.public_id as "productId", v.public_id as "variantId", v.stock
      from product_variants v join products p on p.id = v.product_id
      where p.id = any(${sql.param([...productIds])}::bigint[]) and p.is_listed order by p.id, v.position, v.id`,
  )
}

/**
 * Updates products' stock, number of variants and price from their variants. The price is taken from a variant in stock
 * if there is one.
 */
export async function refreshStockCounts(db: Queryable, productIds: readonly number[]): Promise<void> {
  await queryPrepared(
    db,
    { name: 'catalog_refresh_stock', text: 'select refresh_product_stock($1::bigint[])' },
    [productIds],
  )
}

/** The review totals of a product: the average to one decimal, the number of reviews, and the newest reviews. */
export type ReviewTotals = Readonly<{
  productId: number
  rating: number
  reviewCount: number
  recentReviews: readonly ReviewData[]
}>

/** Updates the review totals of these products. */
export async function updateReviewTotals(db: Queryable, totals: readonly ReviewTotals[]): Promise<void> {
  await queryRows(
    db,
    sql`
      with changed as (
        update products p set rating = f.rating, review_count = f."reviewCount", recent_reviews = f."recentReviews"
        from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
          f("productId" bigint, rating real, "reviewCount" int, "recentReviews" jsonb)
        where p.id = f."productId" returning p.public_id)
      select announce_products(array_agg(public_id)) from changed`,
  )
}

/** Notifies all processes at commit that these products' pages have changed; ids are public. */
export async function notifyProductsChanged(db: Queryable, publicIds: readonly string[]): Promise<void> {
  await queryPrepared(db, { name: 'catalog_announce', text: 'select announce_products($1::text[])' }, [
    publicIds,
  ])
}
