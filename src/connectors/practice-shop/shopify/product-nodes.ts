import type { PracticeProduct } from '../products/product-queries.ts'

/** The arguments of a list in a query. */
export type PageArgs = Readonly<{ first?: number; after?: string | null }>

/** The only stock location of a practice shop. */
export const LOCATION = {
  id: 'gid://shopify/Location/1',
  isActive: true,
  fulfillsOnlineOrders: true,
} as const

const KILOGRAM = 'KILOGRAMS'

/** A product with its variations; one without any is its own only variant. */
export type ProductWithVariants = Readonly<{
  product: PracticeProduct
  variations: readonly PracticeProduct[]
}>

/** Returns the GraphQL ID of an object of the shop. */
export function toGid(kind: string, id: number | string): string {
  return `gid://shopify/${kind}/${id}`
}

/** Returns the number in a GraphQL id of this type; undefined for other types. */
export function fromGid(kind: string, gid: string): number | undefined {
  const number = new RegExp(`^gid://shopify/${kind}/(\\d{1,15})$`).exec(gid)?.[1]
  return number === undefined ? undefined : Number(number)
}

const STATUSES = { publish: 'ACTIVE', draft: 'DRAFT', trash: 'ARCHIVED' } as const

/** Converts a product for the Admin API; nested fields are functions of their arguments. */
export function toProductNode({ product, variations }: ProductWithVariants) {
  const { id, name, description, status, categories, tags, modifiedAt, attributes, images } = product
  const options = attributes.filter(({ variation }) => variation)
  const sold = variations.length > 0 ? variations : [product]
  const node = {
    __typename: 'Product',
    id: toGid('Product', id),
    title: name,
    descriptionHtml: description,
    status: STATUSES[status],
    isGiftCard: false,
    requiresSellingPlan: false,
    productType: categories[0] ?? '',
    seo: { title: null, description: product.shortDescription || null },
    category: null,
    tags,
    updatedAt: modifiedAt.toISOString(),
    totalInventory: sold.reduce((sum, { quantity }) => sum + quantity, 0),
    tracksInventory: sold.some(({ managesStock }) => managesStock),
    options: (options.length > 0 ? options : [{ name: 'Title' }]).map(({ name: option }, place) => ({
      id: toGid('ProductOption', `${id}${place}`),
      name: option,
    })),
    media: (args: PageArgs) => toMedia(id, images, args),
    variants: (args: PageArgs): VariantConnection =>
      toConnection(
        sold.map((variant) => toVariantNode(variant, node)),
        args,
      ),
  }
  return node
}

type ProductNode = Readonly<{ id: string; options: readonly Readonly<{ name: string }>[] }>
type VariantConnection = Connection<ReturnType<typeof toVariantNode>>

/** Converts a variant for the Admin API. */
export function toVariantNode(variant: PracticeProduct, product: ProductNode) {
  const { id, sku, regularPrice, salePrice, quantity, attributes, images, parentId } = variant
  return {
    __typename: 'ProductVariant',
    id: toGid('ProductVariant', id),
    sku: sku || null,
    barcode: null,
    price: toPrice(salePrice || regularPrice),
    compareAtPrice: salePrice ? toPrice(regularPrice) : null,
    inventoryQuantity: quantity,
    selectedOptions: product.options.map(({ name }) => ({
      name,
      value: attributes.find((attribute) => attribute.name === name)?.option ?? 'Default Title',
    })),
    media: (args: PageArgs) => toMedia(id, parentId === null ? [] : images, args),
    inventoryItem: () => toInventoryItem(variant, product),
    product,
  }
}

/** Returns the inventory item of a variant. */
export function toInventoryItem(variant: PracticeProduct, product: ProductNode) {
  const { id, managesStock, weight } = variant
  return {
    __typename: 'InventoryItem',
    id: toGid('InventoryItem', id),
    tracked: managesStock,
    requiresShipping: true,
    harmonizedSystemCode: null,
    countryCodeOfOrigin: null,
    measurement: {
      id: toGid('InventoryItemMeasurement', id),
      weight: { unit: KILOGRAM, value: Number(weight || 0) },
    },
    inventoryLevels: { nodes: [{ id: toGid('InventoryLevel', id), location: LOCATION }] },
    variant: () => toVariantNode(variant, product),
  }
}

function toMedia(id: number, images: PracticeProduct['images'], { first = 50 }: PageArgs) {
  return {
    nodes: images.slice(0, first).map(({ src, alt }, place) => ({
      __typename: 'MediaImage',
      id: toGid('MediaImage', `${id}${place}`),
      status: 'READY',
      alt: alt ?? null,
      image: { id: toGid('Image', `${id}${place}`), url: src },
    })),
  }
}

/** Formats a price with two decimals, as Shopify does. */
function toPrice(decimal: string): string {
  return Number(decimal || 0).toFixed(2)
}

/** A page of a list and where it continues. */
export type Connection<Node> = Readonly<{
  nodes: readonly Node[]
  pageInfo: Readonly<{
    hasNextPage: boolean
    endCursor: string | null
    hasPreviousPage: boolean
    startCursor: string | null
  }>
}>

/** Returns a page of a complete list; cursors are positions in it. */
export function toConnection<Node>(all: readonly Node[], { first = 50, after }: PageArgs): Connection<Node> {
  const from = readCursor(after)
  return toPage(all.slice(from, from + first), { from, total: all.length })
}

/** Returns a page that was read separately, with the total. */
export function toPage<Node>(
  nodes: readonly Node[],
  { from, total }: Readonly<{ from: number; total: number }>,
): Connection<Node> {
  const end = from + nodes.length
  return {
    nodes,
    pageInfo: {
      hasNextPage: end < total,
      endCursor: nodes.length > 0 ? `place-${end}` : null,
      hasPreviousPage: from > 0,
      startCursor: nodes.length > 0 ? `place-${from}` : null,
    },
  }
}

/** Returns the position after which a page begins. */
export function readCursor(after: string | null | undefined): number {
  return Number(/^place-(\d{1,9})$/.exec(after ?? '')?.[1] ?? 0)
}
