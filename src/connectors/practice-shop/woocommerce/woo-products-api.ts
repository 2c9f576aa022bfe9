import { z } from 'zod'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  findProduct,
  listProducts,
  listVariations,
  type PracticeProduct,
} from '../products/product-queries.ts'
import {
  createProduct,
  type ProductChange,
  updateProduct,
  type WriteOutcome,
} from '../products/product-writes.ts'
import { lockShop, type PracticeShop } from '../shop-queries.ts'
import { orderWebhooks, type PracticeTopic } from '../webhooks/webhooks.ts'
import { errorAnswer, parseJson, readPage, selectFields, type WooAnswer } from './woo-answers.ts'
import { answerCategories, listCategories } from './woo-categories-api.ts'
import { toWooProduct } from './woo-views.ts'

const Named = z.object({ id: z.number().optional(), name: z.string().optional() })

/** A product or a variation as input of the REST API. */
const WooProductInput = z.object({
  id: z.number().optional(),
  name: z.string().max(500).optional(),
  type: z.enum(['simple', 'variable']).optional(),
  status: z.enum(['publish', 'draft']).optional(),
  sku: z.string().max(100).optional(),
  description: z.string().max(200_000).optional(),
  short_description: z.string().max(20_000).optional(),
  regular_price: z
    .string()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/)
    .optional(),
  sale_price: z
    .string()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/)
    .optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().min(-1_000_000).max(1_000_000).nullish(),
  inventory_delta: z.int().min(-1_000_000).max(1_000_000).optional(),
  weight: z.string().max(20).optional(),
  dimensions: z
    .object({ length: z.string().max(20), width: z.string().max(20), height: z.string().max(20) })
    .partial()
    .optional(),
  categories: z.array(Named).max(50).optional(),
  tags: z.array(Named).max(100).optional(),
  images: z
    .array(z.object({ src: z.url({ protocol: /^https?$/ }), alt: z.string().max(500).optional() }))
    .max(50)
    .optional(),
  attributes: z
    .array(
      z.object({
        name: z.string().max(200).default(''),
        option: z.string().max(500).optional(),
        options: z.array(z.string().max(500)).max(200).optional(),
        variation: z.boolean().optional(),
        visible: z.boolean().optional(),
      }),
    )
    .max(50)
    .optional(),
  meta_data: z
    .array(z.object({ id: z.number().optional(), key: z.string().max(200), value: z.unknown() }))
    .max(100)
    .optional(),
})
type WooProductInput = z.output<typeof WooProductInput>

const Batch = z.object({
  create: z.array(WooProductInput).default([]),
  update: z.array(WooProductInput).default([]),
})

/** A call about a shop's products. */
export type WooProductCall = Readonly<{
  db: Database
  shop: PracticeShop
  path: string
  query: URLSearchParams
  body: string | undefined
  enqueue: Enqueue
  now: Date
}>

/** Answers requests for products and variations. */
export async function answerProducts(call: WooProductCall): Promise<WooAnswer> {
  const { path, body } = call
  if (path === '/wc/v3/products/categories') return answerCategories(call)
  const batch = /^\/wc\/v3\/products(?:\/(\d{1,15})\/variations)?\/batch$/.exec(path)
  if (batch) return writeBatch(call, batch[1] === undefined ? undefined : Number(batch[1]))
  const list = /^\/wc\/v3\/products(?:\/(\d{1,15})\/variations)?$/.exec(path)
  if (list) return answerList(call, list[1] === undefined ? undefined : Number(list[1]))
  const one = /^\/wc\/v3\/products\/(?:\d{1,15}\/variations\/)?(\d{1,15})$/.exec(path)
  if (!one) return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
  const id = Number(one[1])
  return body === undefined ? answerOne(call, id) : writeOne(call, id)
}

async function answerList(call: WooProductCall, parentId: number | undefined): Promise<WooAnswer> {
  const { db, shop, query } = call
  const { page, perPage } = readPage(query)
  const since = Date.parse(`${(query.get('modified_after') ?? '').replace(/Z$/, '')}Z`)
  const { products, total } = await listProducts(db, shop.id, {
    parentId,
    ids: query.get('include')?.split(',').map(Number).filter(Number.isSafeInteger),
    skus: query.get('sku')?.split(','),
    modifiedAfter: Number.isNaN(since) ? undefined : new Date(since),
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const ids = products.map(({ id }) => id)
  const variations = parentId === undefined ? await listVariations(db, shop.id, ids) : []
  const body = products.map((product) => selectFields(toView(product, variations), query))
  return { status: 200, body, pages: Math.ceil(total / perPage) }
}

function toView(product: PracticeProduct, variations: readonly PracticeProduct[]) {
  return toWooProduct(
    product,
    variations.flatMap(({ id, parentId }) => (parentId === product.id ? [id] : [])),
  )
}

async function answerOne({ db, shop, query }: WooProductCall, id: number): Promise<WooAnswer> {
  const product = await findProduct(db, shop.id, id)
  if (!product) return INVALID_ID
  const view = toView(product, await listVariations(db, shop.id, [id]))
  return { status: 200, body: selectFields(view, query) }
}

const INVALID_ID = errorAnswer(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')

async function writeOne(call: WooProductCall, id: number): Promise<WooAnswer> {
  const { db, shop, now } = call
  const input = WooProductInput.safeParse(parseJson(call.body ?? ''))
  if (!input.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')
  const outcome = await inTransaction(db, async (tx) => {
    await lockShop(tx, shop.id)
    const change = toChange(input.data, await readCategoryNames(tx, shop))
    const written = await updateProduct(tx, { shopId: shop.id, now }, { ...change, id })
    if ('product' in written)
      await tell(tx, call, { topic: 'product.updated', productId: written.product.id })
    return written
  })
  return 'product' in outcome ? { status: 200, body: toWooProduct(outcome.product) } : INVALID_ID
}

async function writeBatch(call: WooProductCall, parentId: number | undefined): Promise<WooAnswer> {
  const { db, shop, now } = call
  const batch = Batch.safeParse(parseJson(call.body ?? ''))
  if (!batch.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')
  const { create, update } = batch.data
  if (create.length + update.length > 100)
    return errorAnswer(
      413,
      'woocommerce_rest_request_entity_too_large',
      'Unable to accept more than 100 items.',
    )
  return inTransaction(db, async (tx) => {
    await lockShop(tx, shop.id)
    if (parentId !== undefined && !(await findProduct(tx, shop.id, parentId))) return INVALID_ID
    const context = { shopId: shop.id, parentId, now }
    const categoryNames = await readCategoryNames(tx, shop)
    const write = async (topic: PracticeTopic, outcome: WriteOutcome) => {
      if ('product' in outcome) await tell(tx, call, { topic, productId: outcome.product.id })
      return toOutcome(outcome)
    }
    const created: object[] = []
    const updated: object[] = []
    for (const input of create)
      created.push(
        await write('product.created', await createProduct(tx, context, toChange(input, categoryNames))),
      )
    for (const input of update)
      updated.push(
        await write(
          'product.updated',
          await updateProduct(tx, context, { ...toChange(input, categoryNames), id: input.id }),
        ),
      )
    return { status: 200, body: { create: created, update: updated } }
  })
}

function tell(
  tx: Transaction,
  { shop, enqueue, now }: WooProductCall,
  { topic, productId }: Readonly<{ topic: PracticeTopic; productId: number }>,
): Promise<void> {
  return orderWebhooks(tx, enqueue, { shop, event: { topic, productId, now } })
}

function toOutcome(outcome: WriteOutcome): object {
  if ('product' in outcome) return toWooProduct(outcome.product)
  const { id, code, message } = outcome
  return { id, error: { code, message, data: { status: 400 } } }
}

type CategoryNames = ReadonlyMap<number, string>

async function readCategoryNames(tx: Transaction, { id }: PracticeShop): Promise<CategoryNames> {
  return new Map((await listCategories(tx, id)).map((category) => [category.id, category.name]))
}

function toChange(input: WooProductInput, categoryNames: CategoryNames): ProductChange {
  const { name, type, status, sku, description, weight, dimensions, images, attributes } = input
  const toNames = (list: WooProductInput['tags']) => list?.flatMap((one) => one.name ?? [])
  return {
    name,
    type,
    status,
    sku,
    description,
    weight,
    dimensions,
    images,
    attributes,
    shortDescription: input.short_description,
    regularPrice: input.regular_price,
    salePrice: input.sale_price,
    managesStock: input.manage_stock,
    quantity: input.stock_quantity ?? undefined,
    delta: input.inventory_delta,
    // Unknown categories are omitted, as WooCommerce does.
    categories: input.categories?.flatMap((one) => one.name ?? categoryNames.get(one.id ?? 0) ?? []),
    tags: toNames(input.tags),
    meta: input.meta_data,
  }
}
