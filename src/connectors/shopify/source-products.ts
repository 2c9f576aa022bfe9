import { z } from 'zod'
import { parseCents } from '#core/money.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import type {
  SourceProduct,
  SourceProductFilter,
  SourceProductPage,
  SourceVariant,
  StockLevelPage,
  StoreProductKind,
} from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { STATUSES } from './listed-product.ts'
import {
  FIND_SOURCE_PRODUCTS,
  SOURCE_PAGE,
  SOURCE_PRODUCTS,
  SOURCE_VARIANTS,
  STOCK_LEVELS,
  STOCK_PRODUCTS,
  VARIANTS_PER_PAGE,
} from './source-operations.ts'

const MAX_VARIANTS = 2_048
const LEVELS_PER_PAGE = 200

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const Picture = z.object({
  status: z.string().optional(),
  alt: z.string().nullish(),
  image: z.object({ url: z.string() }).nullish(),
})

const Variant = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullish(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  inventoryQuantity: z.number().nullable(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  media: z.object({ nodes: z.array(Picture) }),
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    requiresShipping: z.boolean(),
    harmonizedSystemCode: z.string().nullable(),
    countryCodeOfOrigin: z.string().nullable(),
    measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullable() }),
  }),
})
type Variant = z.output<typeof Variant>
const Variants = z.object({ nodes: z.array(Variant), pageInfo: PageInfo })

const Product = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  status: z.string(),
  isGiftCard: z.boolean(),
  requiresSellingPlan: z.boolean(),
  productType: z.string(),
  category: z.object({ fullName: z.string() }).nullable(),
  tags: z.array(z.string()),
  updatedAt: z.string(),
  options: z.array(z.object({ name: z.string() })),
  media: z.object({ nodes: z.array(Picture) }),
  variants: Variants,
})
type Product = z.output<typeof Product>

/** Returns a page of a store's products with all their variants. */
export async function listSourceProducts(
  client: ShopifyClient,
  store: ShopifyStore,
  { cursor, modifiedSince }: SourceProductFilter,
): Promise<SourceProductPage> {
  const query = modifiedSince ? `updated_at:>='${modifiedSince.toISOString()}'` : null
  const { products } = await callShopify(client, store, {
    document: SOURCE_PRODUCTS,
    variables: { first: SOURCE_PAGE, after: cursor, query },
    data: z.object({ products: z.object({ nodes: z.array(Product), pageInfo: PageInfo }) }),
  })
  const { hasNextPage, endCursor } = products.pageInfo
  return {
    products: await completeProducts(client, store, products.nodes),
    next: hasNextPage ? endCursor : null,
  }
}

/** Returns the products with these ids that still exist. */
export async function findSourceProducts(
  client: ShopifyClient,
  store: ShopifyStore,
  externalIds: readonly string[],
): Promise<SourceProduct[]> {
  const found: SourceProduct[] = []
  for (let at = 0; at < externalIds.length; at += SOURCE_PAGE) {
    const { nodes } = await callShopify(client, store, {
      document: FIND_SOURCE_PRODUCTS,
      variables: { ids: externalIds.slice(at, at + SOURCE_PAGE).map(toProductId) },
      // A deleted product is null or an empty object.
      data: z.object({ nodes: z.array(z.union([Product, z.unknown().transform(() => undefined)])) }),
    })
    found.push(
      ...(await completeProducts(
        client,
        store,
        nodes.filter((node) => node !== undefined),
      )),
    )
  }
  return found
}

/** Returns the GraphQL id of a product: webhooks have numbers, GraphQL whole ids. */
function toProductId(id: string): string {
  return /^\d+$/.test(id) ? `gid://shopify/Product/${id}` : id
}

/** Returns the products of these inventory items. */
export async function findStockProducts(
  client: ShopifyClient,
  store: ShopifyStore,
  stockIds: readonly string[],
): Promise<string[]> {
  const ids = stockIds.map((id) => (/^\d+$/.test(id) ? `gid://shopify/InventoryItem/${id}` : id))
  const Item = z.object({ variant: z.object({ product: z.object({ id: z.string() }) }) })
  const { nodes } = await callShopify(client, store, {
    document: STOCK_PRODUCTS,
    variables: { ids },
    data: z.object({ nodes: z.array(z.union([Item, z.unknown().transform(() => undefined)])) }),
  })
  return [...new Set(nodes.flatMap((node) => node?.variant.product.id ?? []))]
}

/** Returns a page of the stock levels of all variants. */
export async function listStockLevels(
  client: ShopifyClient,
  store: ShopifyStore,
  cursor: string | null,
): Promise<StockLevelPage> {
  const Level = z.object({
    id: z.string(),
    inventoryQuantity: z.number().nullable(),
    inventoryItem: z.object({ tracked: z.boolean() }),
    product: z.object({ id: z.string() }),
  })
  const { productVariants } = await callShopify(client, store, {
    document: STOCK_LEVELS,
    variables: { first: LEVELS_PER_PAGE, after: cursor },
    data: z.object({ productVariants: z.object({ nodes: z.array(Level), pageInfo: PageInfo }) }),
  })
  const { hasNextPage, endCursor } = productVariants.pageInfo
  return {
    levels: productVariants.nodes.map(({ id, inventoryQuantity, inventoryItem, product }) => ({
      productId: product.id,
      variantId: id,
      quantity: inventoryItem.tracked ? Math.max(0, inventoryQuantity ?? 0) : null,
    })),
    next: hasNextPage ? endCursor : null,
  }
}

async function completeProducts(
  client: ShopifyClient,
  store: ShopifyStore,
  products: readonly Product[],
): Promise<SourceProduct[]> {
  const completed: SourceProduct[] = []
  for (const product of products) {
    const variants = [...product.variants.nodes]
    for (let { hasNextPage, endCursor } = product.variants.pageInfo; hasNextPage;) {
      const page = await readVariants(client, store, { id: product.id, after: endCursor })
      variants.push(...page.nodes)
      ;({ hasNextPage, endCursor } = page.pageInfo)
      if (page.nodes.length === 0 || variants.length >= MAX_VARIANTS) break
    }
    completed.push(toSourceProduct(product, variants))
  }
  return completed
}

async function readVariants(
  client: ShopifyClient,
  store: ShopifyStore,
  { id, after }: Readonly<{ id: string; after: string | null }>,
): Promise<z.output<typeof Variants>> {
  const { product } = await callShopify(client, store, {
    document: SOURCE_VARIANTS,
    variables: { id, first: VARIANTS_PER_PAGE, after },
    data: z.object({ product: z.object({ variants: Variants }).nullable() }),
  })
  return product?.variants ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
}

/** Shopify's option of a product without options. */
const NO_OPTION = 'Title'

function toSourceProduct(product: Product, variants: readonly Variant[]): SourceProduct {
  const { id, title, descriptionHtml, status, productType, category, tags, updatedAt, media } = product
  const shipped = variants.filter(({ inventoryItem }) => inventoryItem.requiresShipping)
  const [first] = shipped
  const hasOptions =
    variants.length > 1 || product.options.length > 1 || product.options[0]?.name !== NO_OPTION
  return {
    externalId: id,
    name: toPlainText(title),
    descriptionHtml,
    shortDescriptionHtml: '',
    kind: getKind(product, shipped),
    status: STATUSES[status] ?? 'draft',
    categories: [category?.fullName ?? '', productType].filter((name) => name !== ''),
    tags,
    options: hasOptions ? product.options.map(({ name }) => name) : [],
    variants: shipped.map((variant) => toSourceVariant(variant, hasOptions ? product.options : [])),
    pictures: media.nodes.flatMap(({ image, alt }) => (image ? [{ url: image.url, alt: alt ?? '' }] : [])),
    lengthMm: null,
    widthMm: null,
    heightMm: null,
    originCountry: first?.inventoryItem.countryCodeOfOrigin ?? null,
    tariffNumber: first?.inventoryItem.harmonizedSystemCode ?? null,
    modifiedAt: new Date(updatedAt),
  }
}

function getKind(
  { isGiftCard, requiresSellingPlan }: Product,
  shipped: readonly Variant[],
): StoreProductKind {
  if (isGiftCard || shipped.length === 0) return 'digital'
  if (requiresSellingPlan) return 'other'
  return shipped.length > 1 ? 'variable' : 'simple'
}

const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1_000,
  OUNCES: 28.349_523_125,
  POUNDS: 453.592_37,
}

function toSourceVariant(variant: Variant, options: readonly { name: string }[]): SourceVariant {
  const { id, sku, price, compareAtPrice, inventoryQuantity, inventoryItem, media } = variant
  const priceAmount = parseCents(price) ?? null
  const listAmount = (compareAtPrice === null ? undefined : parseCents(compareAtPrice)) ?? null
  const { weight } = inventoryItem.measurement
  const grams = weight ? Math.round(weight.value * (GRAMS[weight.unit] ?? 1) * 1_000) / 1_000 : 0
  return {
    externalId: id,
    stockId: inventoryItem.id,
    sku: sku ?? '',
    barcode: variant.barcode ?? '',
    values: options.map(
      ({ name }) => variant.selectedOptions.find((selected) => selected.name === name)?.value ?? '',
    ),
    priceAmount,
    listAmount: listAmount !== null && priceAmount !== null && listAmount > priceAmount ? listAmount : null,
    wholesaleAmount: null,
    quantity: inventoryItem.tracked ? Math.max(0, inventoryQuantity ?? 0) : null,
    weightGrams: grams > 0 ? grams : null,
    picture: media.nodes[0]?.image?.url ?? null,
  }
}
