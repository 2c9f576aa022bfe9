import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Transaction } from '#database/database.ts'
import { PRODUCT_COLUMNS, type PracticeMeta, type PracticeProduct, toProduct } from './product-queries.ts'

const Attribute = z.object({
  name: z.string().max(200).default(''),
  option: z.string().max(500).optional(),
  options: z.array(z.string().max(500)).max(200).optional(),
  variation: z.boolean().optional(),
  visible: z.boolean().optional(),
})

const Price = z.string().regex(/^(\d{1,9}(\.\d{1,2})?)?$/)
const Measure = z.string().regex(/^(\d{1,6}(\.\d{1,4})?)?$/)

/**
 * A change of a product or a variation; missing fields stay unchanged. `meta` adds metadata, and deletes those whose
 * value is null.
 */
export const ProductChange = z.object({
  id: z.number().optional(),
  name: z.string().max(500).optional(),
  handle: z.string().max(255).optional(),
  type: z.enum(['simple', 'variable']).optional(),
  status: z.enum(['publish', 'draft', 'trash']).optional(),
  sku: z.string().max(100).optional(),
  description: z.string().max(200_000).optional(),
  shortDescription: z.string().max(20_000).optional(),
  regularPrice: Price.optional(),
  salePrice: Price.optional(),
  managesStock: z.boolean().optional(),
  quantity: z.int().min(-1_000_000).max(1_000_000_000).optional(),
  /** The change of the stock, in units. */
  delta: z.int().min(-1_000_000).max(1_000_000).optional(),
  weight: Measure.optional(),
  dimensions: z
    .object({ length: Measure.optional(), width: Measure.optional(), height: Measure.optional() })
    .optional(),
  categories: z.array(z.string().max(200)).max(50).optional(),
  tags: z.array(z.string().max(200)).max(100).optional(),
  meta: z
    .array(z.object({ id: z.number().optional(), key: z.string().max(200), value: z.unknown() }))
    .max(100)
    .optional(),
  images: z
    .array(z.object({ src: z.url({ protocol: /^https?$/ }), alt: z.string().max(500).optional() }))
    .max(50)
    .optional(),
  attributes: z.array(Attribute).max(50).optional(),
})
export type ProductChange = z.output<typeof ProductChange>

/** The result of writing a product: the product, or an error with WooCommerce's code. */
export type WriteOutcome =
  | Readonly<{ product: PracticeProduct }>
  | Readonly<{ id: number; code: string; message: string }>

/** The most products and variations of a practice shop. */
const MAX_PRODUCTS = 2_000

/** The shop and the time of a product's change. */
export type WriteContext = Readonly<{ shopId: number; parentId?: number | undefined; now: Date }>

/** Creates a product, or a variation of `parentId`. SKUs are unique. */
export async function createProduct(
  tx: Transaction,
  { shopId, parentId, now }: WriteContext,
  input: ProductChange,
): Promise<WriteOutcome> {
  const { name = '', handle = '', type = 'simple', status = 'publish', sku = '', description = '' } = input
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const [made] = await queryRows<PracticeProduct>(
    tx,
    sql`
      insert into practice_products
        (shop_id, parent_id, name, handle, type, status, sku, description, short_description, regular_price, sale_price,
         manages_stock, quantity, weight, dimensions, categories, tags, meta, images, attributes, modified_at)
      select ${shopId}, ${parentId ?? null}, ${name}, ${handle}, ${type}, ${status}, ${sku}, ${description},
        ${input.shortDescription ?? ''}, ${input.regularPrice ?? ''}, ${input.salePrice ?? ''}, ${input.managesStock ?? true},
        ${input.quantity ?? 0}, ${input.weight ?? ''}, ${json(input.dimensions ?? {})}, ${json(input.categories ?? [])},
        ${json(input.tags ?? [])}, ${json(mergeMeta([], input.meta))}, ${json(input.images ?? [])},
        ${json(input.attributes ?? [])}, ${now}
      where (select count(*) from practice_products where shop_id = ${shopId}) < ${MAX_PRODUCTS}
      on conflict do nothing
      returning ${PRODUCT_COLUMNS}`,
  )
  if (!made) return { id: 0, code: 'product_invalid_sku', message: 'Invalid or duplicated SKU.' }
  if (parentId !== undefined) await touchParent(tx, parentId, now)
  return { product: toProduct(made) }
}

/** Changes the given fields of a product or a variation; stock that is not counted stays unchanged. */
export async function updateProduct(
  tx: Transaction,
  { shopId, now }: WriteContext,
  input: ProductChange,
): Promise<WriteOutcome> {
  const id = input.id ?? 0
  const [known] = await queryRows<{ meta: readonly PracticeMeta[] }>(
    tx,
    sql`select meta from practice_products where shop_id = ${shopId} and id = ${id} for update`,
  )
  if (!known) return { id, code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.' }
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const meta = input.meta === undefined ? undefined : mergeMeta(known.meta, input.meta)
  const [changed] = await queryRows<PracticeProduct>(
    tx,
    sql`
      update practice_products set
        name = coalesce(${input.name ?? null}, name),
        status = coalesce(${input.status ?? null}, status),
        sku = coalesce(${input.sku ?? null}, sku),
        type = coalesce(${input.type ?? null}, type),
        description = coalesce(${input.description ?? null}, description),
        short_description = coalesce(${input.shortDescription ?? null}, short_description),
        regular_price = coalesce(${input.regularPrice ?? null}, regular_price),
        sale_price = coalesce(${input.salePrice ?? (input.regularPrice === undefined ? null : '')}, sale_price),
        manages_stock = coalesce(${input.managesStock ?? null}, manages_stock),
        quantity = case when coalesce(${input.managesStock ?? null}, manages_stock)
          then coalesce(${input.quantity ?? null}, quantity + ${input.delta ?? 0}) else quantity end,
        weight = coalesce(${input.weight ?? null}, weight),
        dimensions = coalesce(${json(input.dimensions)}::jsonb, dimensions),
        categories = coalesce(${json(input.categories)}::jsonb, categories),
        tags = coalesce(${json(input.tags)}::jsonb, tags),
        meta = coalesce(${json(meta)}::jsonb, meta),
        images = coalesce(${json(input.images)}::jsonb, images),
        attributes = coalesce(${json(input.attributes)}::jsonb, attributes),
        modified_at = ${now}
      where shop_id = ${shopId} and id = ${id}
      returning ${PRODUCT_COLUMNS}`,
  )
  if (!changed) throw new Error('a locked product is gone')
  if (changed.parentId !== null) await touchParent(tx, changed.parentId, now)
  return { product: toProduct(changed) }
}

/** Marks a product as changed together with its variations (observed in WooCommerce 8.4). */
async function touchParent(tx: Transaction, parentId: number, now: Date): Promise<void> {
  await tx.execute(sql`update practice_products set modified_at = ${now} where id = ${parentId}`)
}

/** Deletes a product or a variation permanently. */
export async function deleteProduct(
  tx: Transaction,
  { shopId, now }: WriteContext,
  id: number,
): Promise<void> {
  const [gone] = await queryRows<{ parentId: number | null }>(
    tx,
    sql`delete from practice_products where shop_id = ${shopId} and id = ${id} returning parent_id::int as "parentId"`,
  )
  if (gone?.parentId) await touchParent(tx, gone.parentId, now)
}

function mergeMeta(
  known: readonly PracticeMeta[],
  changes: ProductChange['meta'] = [],
): readonly PracticeMeta[] {
  const merged = new Map(known.map((meta) => [meta.id, meta]))
  for (const { id, key, value } of changes) {
    const existing = known.find((meta) => (id === undefined ? meta.key === key : meta.id === id))
    const metaId = existing?.id ?? Math.max(0, ...merged.keys()) + 1
    if (value === null) merged.delete(metaId)
    else merged.set(metaId, { id: metaId, key, value })
  }
  return [...merged.values()]
}
