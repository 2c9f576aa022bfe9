import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'

/** An attribute of a product, or what a variation is chosen by. */
const Attribute = z.object({
  name: z.string().max(200).default(''),
  option: z.string().max(500).optional(),
  options: z.array(z.string().max(500)).max(200).optional(),
  variation: z.boolean().optional(),
  visible: z.boolean().optional(),
})

/** A product or a variation as it is written. */
export const ProductInput = z.object({
  id: z.number().optional(),
  name: z.string().max(500).optional(),
  type: z.enum(['simple', 'variable']).optional(),
  status: z.enum(['publish', 'draft']).optional(),
  sku: z.string().max(100).optional(),
  description: z.string().max(200_000).optional(),
  regular_price: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .optional(),
  stock_quantity: z.int().min(-1_000_000).max(1_000_000).optional(),
  images: z
    .array(z.object({ src: z.url({ protocol: /^https$/ }) }))
    .max(20)
    .optional(),
  attributes: z.array(Attribute).max(50).optional(),
})
export type ProductInput = z.output<typeof ProductInput>

/** A product or a variation of a practice shop. */
export type PracticeProduct = Readonly<{
  id: number
  parentId: number | null
  name: string
  type: 'simple' | 'variable'
  status: 'publish' | 'draft'
  sku: string
  description: string
  regularPrice: string
  quantity: number
  images: readonly Readonly<{ src: string }>[]
  attributes: readonly z.output<typeof Attribute>[]
}>

const COLUMNS = sql.raw(
  `id::int as id, parent_id::int as "parentId", name, type, status, sku, description, regular_price as "regularPrice", quantity, images, attributes`,
)

/** Which products of a shop are listed: those of a parent, or the products themselves; of these ids, or these SKUs. */
export type ProductFilter = Readonly<{
  parentId?: number | undefined
  ids?: readonly number[] | undefined
  skus?: readonly string[] | undefined
  limit: number
  offset: number
}>

/** A stretch of a shop's products, oldest first, and how many there are in all. */
export async function listProducts(
  db: Queryable,
  shopId: number,
  { parentId, ids, skus, limit, offset }: ProductFilter,
): Promise<{ products: PracticeProduct[]; total: number }> {
  const where = sql`shop_id = ${shopId}
    and parent_id is not distinct from ${parentId ?? null}::bigint
    and (${sql.param(ids ?? null)}::bigint[] is null or id = any(${sql.param(ids ?? null)}::bigint[]))
    and (${sql.param(skus ?? null)}::text[] is null or sku = any(${sql.param(skus ?? null)}::text[]))`
  const products = await queryRows<PracticeProduct>(
    db,
    sql`select ${COLUMNS} from practice_products where ${where} order by id limit ${limit} offset ${offset}`,
  )
  const [counted] = await queryRows<{ total: string }>(
    db,
    sql`select count(*) as total from practice_products where ${where}`,
  )
  return { products, total: Number(counted?.total ?? 0) }
}

/** Everything that can be ordered in a shop: products without variations, and variations with the names of their products. */
export async function listSellable(db: Queryable, shopId: number): Promise<PracticeProduct[]> {
  return queryRows<PracticeProduct>(
    db,
    sql`
      select p.id::int as id, p.parent_id::int as "parentId", coalesce(parent.name, p.name) as name, p.type, p.status, p.sku,
        p.description, p.regular_price as "regularPrice", p.quantity, coalesce(parent.images, p.images) as images,
        p.attributes
      from practice_products p left join practice_products parent on parent.id = p.parent_id
      where p.shop_id = ${shopId} and p.type = 'simple' and coalesce(parent.status, p.status) = 'publish'
      order by coalesce(p.parent_id, p.id), p.id limit 500`,
  )
}

/** What became of a written product: the product, or why not, by WooCommerce's codes. */
export type WriteOutcome =
  | Readonly<{ product: PracticeProduct }>
  | Readonly<{ id: number; code: string; message: string }>

/** How many products and variations a practice shop holds. */
const MAX_PRODUCTS = 2_000

/** Makes a product, or a variation of `parentId`. WooCommerce takes no SKU twice. */
export async function createProduct(
  tx: Transaction,
  { shopId, parentId }: Readonly<{ shopId: number; parentId?: number | undefined }>,
  input: ProductInput,
): Promise<WriteOutcome> {
  const { name = '', type = 'simple', sku = '', description = '', images = [], attributes = [] } = input
  const [made] = await queryRows<PracticeProduct>(
    tx,
    sql`
      insert into practice_products
        (shop_id, parent_id, name, type, sku, description, regular_price, quantity, images, attributes)
      select ${shopId}, ${parentId ?? null}, ${name}, ${type}, ${sku}, ${description}, ${input.regular_price ?? ''},
        ${input.stock_quantity ?? 0}, ${JSON.stringify(images)}::jsonb, ${JSON.stringify(attributes)}::jsonb
      where (select count(*) from practice_products where shop_id = ${shopId}) < ${MAX_PRODUCTS}
      on conflict (shop_id, sku) where sku <> '' do nothing
      returning ${COLUMNS}`,
  )
  return made
    ? { product: made }
    : { id: 0, code: 'product_invalid_sku', message: 'Invalid or duplicated SKU.' }
}

/** Changes what is given of a product or a variation. */
export async function updateProduct(
  tx: Transaction,
  shopId: number,
  input: ProductInput,
): Promise<WriteOutcome> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const [changed] = await queryRows<PracticeProduct>(
    tx,
    sql`
      update practice_products set
        name = coalesce(${input.name ?? null}, name),
        status = coalesce(${input.status ?? null}, status),
        description = coalesce(${input.description ?? null}, description),
        regular_price = coalesce(${input.regular_price ?? null}, regular_price),
        quantity = coalesce(${input.stock_quantity ?? null}, quantity),
        images = coalesce(${json(input.images)}::jsonb, images),
        attributes = coalesce(${json(input.attributes)}::jsonb, attributes)
      where shop_id = ${shopId} and id = ${input.id ?? 0}
      returning ${COLUMNS}`,
  )
  if (changed) return { product: changed }
  return { id: input.id ?? 0, code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.' }
}
