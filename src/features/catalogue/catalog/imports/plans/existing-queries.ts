import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { CategoryName } from '../../contract.ts'
import type { FeedFacts, FeedStatus } from '../../import/map/feed-product.ts'
import type { FollowedField } from '../../store-products/field-shapes.ts'

/**
 * A variant in the catalogue; amounts in cents. `shelf` is the supplier's stock on the shelf at the requested moment:
 * units that can be sold, and ordered units that no count includes (decision 44).
 */
export type ExistingVariant = Readonly<{
  key: string
  sku: string
  gtin: string | null
  title: string
  size: string | null
  color: string | null
  material: string | null
  priceCents: number
  offerCents: number | null
  wholesaleCents: number | null
  weightGrams: number | null
  imageUrl: string | null
  countedAt: string | null
  shelf: number
}>

/** A product in the catalogue, in the terms of a feed. */
export type ExistingProduct = Readonly<{
  id: number
  key: string
  revision: number
  status: FeedStatus
  title: string
  descriptionHtml: string
  category: CategoryName
  facts: FeedFacts
  images: readonly Readonly<{ url: string; alt: string }>[]
  variants: readonly ExistingVariant[]
  /** The warehouse of the product. */
  warehouse: Readonly<{ id: number; name: string }>
  /** The fields that are edited here although the product's connected store has them, too. */
  written: readonly FollowedField[]
}>

/** A query of a supplier's products by keys, their stock as of a moment. */
type ExistingRequest = Readonly<{ supplierId: number; asOf: Date }>

/** Returns a supplier's existing products by their keys. */
export async function selectExistingProducts(
  db: Queryable,
  { supplierId, asOf }: ExistingRequest,
  keys: readonly string[],
): Promise<Map<string, ExistingProduct>> {
  if (keys.length === 0) return new Map()
  const found = await queryRows<{ product: ExistingProduct }>(
    db,
    sql`select ${productJson(asOf)} as product from products p join categories c on c.id = p.category_id
      where p.supplier_id = ${supplierId} and p.external_key = any(${sql.param([...keys])}::text[])`,
  )
  return new Map(found.map(({ product }) => [product.key, product]))
}

/** Returns these products of a supplier in the order of their ids. */
export async function selectProductsByIds(
  db: Queryable,
  { supplierId, asOf }: ExistingRequest,
  ids: readonly number[],
): Promise<ExistingProduct[]> {
  const found = await queryRows<{ product: ExistingProduct }>(
    db,
    sql`select ${productJson(asOf)} as product from products p join categories c on c.id = p.category_id
      where p.supplier_id = ${supplierId} and p.id = any(${sql.param([...ids])}::bigint[])
      order by p.id`,
  )
  return found.map(({ product }) => product)
}

/** Locks these products of a supplier in the order of their ids, as orders and other imports do. */
export async function lockProductsByKey(
  db: Queryable,
  supplierId: number,
  keys: readonly string[],
): Promise<void> {
  await db.execute(sql`
    select id from products where supplier_id = ${supplierId} and external_key = any(${sql.param([...keys])}::text[])
    order by id for no key update`)
}

/** Returns the product as JSON, in the shape of `ExistingProduct`. */
function productJson(asOf: Date) {
  return sql`json_build_object(
    'id', p.id, 'key', coalesce(p.external_key, p.public_id), 'revision', p.revision, 'status', p.status, 'title', p.name,
    'descriptionHtml', p.description_html, 'category', c.name,
    'warehouse', (select json_build_object('id', w.id, 'name', w.name) from warehouses w where w.id = p.warehouse_id),
    'written', coalesce((select to_json(w.fields) from written_fields w where w.product_id = p.id), '[]'::json),
    'facts', json_build_object('metal', p.metal, 'purity', p.purity, 'plating', p.plating, 'stones', p.stones,
      'sizeStandard', p.size_standard, 'weightGrams', p.weight_grams, 'lengthMm', p.length_mm, 'widthMm', p.width_mm,
      'heightMm', p.height_mm, 'originCountry', p.origin_country, 'tariffNumber', p.tariff_number),
    'images', (select coalesce(json_agg(json_build_object('url', i.source_url, 'alt', i.alt) order by i.position, i.id), '[]')
      from product_images i where i.product_id = p.id),
    'variants', (select coalesce(json_agg(json_build_object('key', v.external_key, 'sku', v.sku, 'gtin', v.gtin, 'title', v.title,
        'size', v.size, 'color', v.color, 'material', v.material, 'priceCents', v.price_amount, 'offerCents', v.offer_amount,
        'wholesaleCents', v.wholesale_amount, 'weightGrams', v.weight_grams, 'imageUrl', vi.source_url,
        'countedAt', v.counted_at,
        'shelf', v.stock - v.oversold
          + coalesce((select s.quantity from stock_commitments s where s.variant_id = v.id), 0)
          - coalesce((select sum(m.quantity) from stock_movements m
              where m.variant_id = v.id and m.moved_at > ${asOf}::timestamptz), 0)
          - coalesce((select sum(x.quantity) from store_stock_changes x
              where x.variant_id = v.id and x.requested_at <= ${asOf}::timestamptz and x.closed_at is null
                and (x.applied_at is null or x.applied_at > ${asOf}::timestamptz)
                and (x.quantity < 0 or x.attempted_at is null)), 0)) order by v.position, v.id), '[]')
      from product_variants v left join product_images vi on vi.id = v.image_id where v.product_id = p.id))`
}
