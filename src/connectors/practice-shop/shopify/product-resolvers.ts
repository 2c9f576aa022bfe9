import { listProducts, listVariations, type PracticeProduct } from '../products/product-queries.ts'
import { orderWebhooks, type PracticeTopic } from '../webhooks/webhooks.ts'
import {
  fromGid,
  type PageArgs,
  type ProductWithVariants,
  readCursor,
  toConnection,
  toInventoryItem,
  toPage,
  toProductNode,
  toVariantNode,
} from './product-nodes.ts'
import type { Resolvers, ShopifyContext } from './schema.ts'

/** The limit of a query for all products. */
const ALL = 2_000

/** Answers queries about products and their stock. */
export const PRODUCT_QUERIES: Resolvers = {
  products: async ({ first = 50, after, query }: PageArgs & { query?: string | null }, context) => {
    const from = readCursor(after)
    const modifiedAfter = readUpdatedAt(query)
    const { products, total } = await listProducts(context.tx, context.shop.id, {
      modifiedAfter,
      limit: Math.min(first, 250),
      offset: from,
    })
    const nodes = (await withVariations(context, products)).map(toProductNode)
    return toPage(nodes, { from, total })
  },
  product: async ({ id }: { id: string }, context) =>
    (await findProducts(context, [fromGid('Product', id) ?? 0])).map(toProductNode)[0] ?? null,
  productByIdentifier: async (
    { identifier: { id, handle } }: { identifier: { id?: string; handle?: string } },
    context,
  ) => {
    const filter = id === undefined ? { handle } : { ids: [fromGid('Product', id) ?? 0] }
    const { products } = await listProducts(context.tx, context.shop.id, { ...filter, limit: 1, offset: 0 })
    return (await withVariations(context, products)).map(toProductNode)[0] ?? null
  },
  nodes: ({ ids }: { ids: readonly string[] }, context) => findNodes(context, ids),
  productVariants: async (args: PageArgs, context) => {
    const { products } = await listProducts(context.tx, context.shop.id, { limit: ALL, offset: 0 })
    const variants = (await withVariations(context, products)).flatMap((one) => {
      const node = toProductNode(one)
      return listSold(one).map((variant) => ({ id: variant.id, node: toVariantNode(variant, node) }))
    })
    const sorted = variants.toSorted((one, other) => one.id - other.id).map(({ node }) => node)
    return toConnection(sorted, args)
  },
  inventoryItem: async ({ id }: { id: string }, context) => {
    const found = await findVariant(context, fromGid('InventoryItem', id) ?? 0)
    return found ? toInventoryItem(found.variant, toProductNode(found)) : null
  },
}

/** Returns the sellable variants of a product: its variations, or the product itself. */
export function listSold({ product, variations }: ProductWithVariants): readonly PracticeProduct[] {
  return variations.length > 0 ? variations : [product]
}

/** Parses `updated_at:>='2026-01-01T00:00:00Z'`; undefined for other searches, which match all. */
function readUpdatedAt(query: string | null | undefined): Date | undefined {
  const text = /^updated_at:>='?([\dT:.Z-]+)'?$/.exec(query ?? '')?.[1]
  const date = new Date(text ?? Number.NaN)
  // The shop searches for later changes; here changes at the time itself count, too.
  return Number.isNaN(date.getTime()) ? undefined : new Date(date.getTime() - 1)
}

async function findNodes(context: ShopifyContext, ids: readonly string[]): Promise<(object | null)[]> {
  const productIds = ids.flatMap((id) => fromGid('Product', id) ?? [])
  const products = new Map((await findProducts(context, productIds)).map((one) => [one.product.id, one]))
  return Promise.all(
    ids.map(async (id) => {
      const product = products.get(fromGid('Product', id) ?? 0)
      if (product) return toProductNode(product)
      const variant = await findVariant(context, fromGid('InventoryItem', id) ?? 0)
      return variant ? toInventoryItem(variant.variant, toProductNode(variant)) : null
    }),
  )
}

/** Returns products of the shop by their numbers, with their variations. */
export async function findProducts(
  context: ShopifyContext,
  ids: readonly number[],
): Promise<ProductWithVariants[]> {
  if (ids.length === 0) return []
  const { products } = await listProducts(context.tx, context.shop.id, { ids, limit: ALL, offset: 0 })
  return withVariations(context, products)
}

/** Returns a variant by its number, with its product. */
export async function findVariant(
  context: ShopifyContext,
  id: number,
): Promise<(ProductWithVariants & Readonly<{ variant: PracticeProduct }>) | undefined> {
  const [own] = await findProducts(context, [id])
  if (own) return { ...own, variant: own.product }
  const { products } = await listProducts(context.tx, context.shop.id, { limit: ALL, offset: 0 })
  for (const one of await withVariations(context, products)) {
    const variant = one.variations.find((variation) => variation.id === id)
    if (variant) return { ...one, variant }
  }
  return undefined
}

async function withVariations(
  { tx, shop }: ShopifyContext,
  products: readonly PracticeProduct[],
): Promise<ProductWithVariants[]> {
  const variations = await listVariations(
    tx,
    shop.id,
    products.map(({ id }) => id),
  )
  return products.map((product) => ({
    product,
    variations: variations.filter(({ parentId }) => parentId === product.id),
  }))
}

/** Sends the webhooks of a changed product or its stock. */
export async function sendProductWebhooks(
  { tx, shop, enqueue, now }: ShopifyContext,
  topic: PracticeTopic,
  productId: number,
): Promise<void> {
  await orderWebhooks(tx, enqueue, { shop, event: { topic, productId, now } })
}
