import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'

/** An attribute of a product with its options, or an attribute value of a variation. */
export type PracticeAttribute = Readonly<{
  name: string
  option?: string | undefined
  options?: readonly string[] | undefined
  variation?: boolean | undefined
  visible?: boolean | undefined
}>

/** Metadata that an app has stored with a product. */
export type PracticeMeta = Readonly<{ id: number; key: string; value: unknown }>

/** A product or a variation of a practice shop. Prices and measures are decimal texts, as in WooCommerce's protocol. */
export type PracticeProduct = Readonly<{
  id: number
  parentId: number | null
  name: string
  handle: string
  type: 'simple' | 'variable'
  status: 'publish' | 'draft' | 'trash'
  sku: string
  description: string
  shortDescription: string
  regularPrice: string
  salePrice: string
  managesStock: boolean
  quantity: number
  weight: string
  dimensions: Readonly<{ length?: string; width?: string; height?: string }>
  categories: readonly string[]
  tags: readonly string[]
  meta: readonly PracticeMeta[]
  images: readonly Readonly<{ src: string; alt?: string | undefined }>[]
  attributes: readonly PracticeAttribute[]
  modifiedAt: Date
}>

/** The select list of a product, as in its type. */
export const PRODUCT_COLUMNS = sql.raw(
  `id::int as id, parent_id::int as "parentId", name, handle, type, status, sku, description,
    short_description as "shortDescription", regular_price as "regularPrice", sale_price as "salePrice",
    manages_stock as "managesStock", quantity, weight, dimensions, categories, tags, meta, images, attributes,
    modified_at as "modifiedAt"`,
)

/**
 * A filter of a shop's products: the variations of a parent, or the products themselves. Deleted ones are excluded by
 * default.
 */
export type ProductFilter = Readonly<{
  parentId?: number | undefined
  ids?: readonly number[] | undefined
  skus?: readonly string[] | undefined
  handle?: string | undefined
  modifiedAfter?: Date | undefined
  withBin?: boolean
  limit: number
  offset: number
}>

/** Returns a page of a shop's products, oldest first, with the total. */
export async function listProducts(
  db: Queryable,
  shopId: number,
  filter: ProductFilter,
): Promise<{ products: PracticeProduct[]; total: number }> {
  const { parentId, ids, skus, handle, modifiedAfter, withBin = false, limit, offset } = filter
  const where = sql`shop_id = ${shopId}
    and parent_id is not distinct from ${parentId ?? null}::bigint
    and (${withBin} or status <> 'trash')
    and (${handle ?? null}::text is null or handle = ${handle ?? null})
    and (${modifiedAfter ?? null}::timestamptz is null or modified_at > ${modifiedAfter ?? null})
    and (${sql.param(ids ?? null)}::bigint[] is null or id = any(${sql.param(ids ?? null)}::bigint[]))
    and (${sql.param(skus ?? null)}::text[] is null or sku = any(${sql.param(skus ?? null)}::text[]))`
  const products = await queryRows<PracticeProduct>(
    db,
    sql`select ${PRODUCT_COLUMNS} from practice_products where ${where} order by id limit ${limit} offset ${offset}`,
  )
  const [counted] = await queryRows<{ total: string }>(
    db,
    sql`select count(*) as total from practice_products where ${where}`,
  )
  return { products: products.map(toProduct), total: Number(counted?.total ?? 0) }
}

/** Converts a row to a product. Dates of plain queries may be texts. */
export function toProduct(row: PracticeProduct): PracticeProduct {
  return { ...row, modifiedAt: new Date(row.modifiedAt) }
}

/** Returns a product or a variation of a shop by its number, including deleted ones. */
export async function findProduct(
  db: Queryable,
  shopId: number,
  id: number,
): Promise<PracticeProduct | undefined> {
  const [found] = await queryRows<PracticeProduct>(
    db,
    sql`select ${PRODUCT_COLUMNS} from practice_products where shop_id = ${shopId} and id = ${id}`,
  )
  return found && toProduct(found)
}

/** Returns the variations of these products, oldest first. */
export async function listVariations(
  db: Queryable,
  shopId: number,
  parentIds: readonly number[],
): Promise<PracticeProduct[]> {
  if (parentIds.length === 0) return []
  const found = await queryRows<PracticeProduct>(
    db,
    sql`
      select ${PRODUCT_COLUMNS} from practice_products
      where shop_id = ${shopId} and status <> 'trash' and parent_id = any(${sql.param([...parentIds])}::bigint[]) order by id`,
  )
  return found.map(toProduct)
}

/**
 * Returns everything that can be ordered in a shop. These are products without variations, and variations with the
 * names of their products.
 */
export async function listSellable(db: Queryable, shopId: number): Promise<PracticeProduct[]> {
  const found = await queryRows<PracticeProduct>(
    db,
    sql`
      select p.id::int as id, p.parent_id::int as "parentId", coalesce(parent.name, p.name) as name, p.handle, p.type,
        p.status, p.sku, p.description, p.short_description as "shortDescription", p.regular_price as "regularPrice",
        p.sale_price as "salePrice", p.manages_stock as "managesStock", p.quantity, p.weight, p.dimensions, p.categories,
        p.tags, p.meta, coalesce(parent.images, p.images) as images, p.attributes, p.modified_at as "modifiedAt"
      from practice_products p left join practice_products parent on parent.id = p.parent_id
      where p.shop_id = ${shopId} and p.type = 'simple' and p.status = 'publish'
        and coalesce(parent.status, p.status) = 'publish'
      order by coalesce(p.parent_id, p.id), p.id limit 500`,
  )
  return found.map(toProduct)
}
