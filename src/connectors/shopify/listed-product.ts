import { z } from 'zod'
import type {
  StoreProductKind,
  RemoteProduct,
  StoreProductStatus,
} from '#features/stores/connections/port.ts'
import { parseCents } from '#core/money.ts'

const Variant = z.object({
  sku: z.string().nullable(),
  price: z.string(),
  inventoryItem: z.object({ requiresShipping: z.boolean() }),
})

const Media = z.object({
  status: z.string().optional(),
  image: z.object({ url: z.string() }).nullish(),
})

/** A product in a store's list, with its first two variants. */
export const ShopifyListing = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  productType: z.string().default(''),
  seo: z.object({ description: z.string().nullable() }).nullish(),
  totalInventory: z.number(),
  tracksInventory: z.boolean(),
  status: z.string(),
  isGiftCard: z.boolean(),
  requiresSellingPlan: z.boolean(),
  variants: z.object({ nodes: z.array(Variant) }),
  // Media other than pictures are empty objects.
  media: z.object({ nodes: z.array(Media) }),
})
type ShopifyListing = z.output<typeof ShopifyListing>

/**
 * Returns whether one of its pictures has no URL yet. Shopify fetches and processes pictures after it created the
 * product.
 */
export function hasPendingPictures({ media }: ShopifyListing): boolean {
  return media.nodes.some(({ image, status }) => !image && (status === 'UPLOADED' || status === 'PROCESSING'))
}

/** Converts a listed product to the marketplace's form. */
export function fromShopifyProduct(product: ShopifyListing): RemoteProduct {
  const { id, title, descriptionHtml, productType, seo, tracksInventory, totalInventory, status, media } =
    product
  const [variant] = product.variants.nodes
  return {
    externalId: id,
    name: title,
    descriptionHtml,
    shortDescription: seo?.description ?? '',
    category: productType,
    sku: variant?.sku ?? '',
    priceAmount: (variant && parseCents(variant.price)) ?? null,
    quantity: tracksInventory ? Math.max(0, totalInventory) : null,
    pictures: media.nodes.flatMap(({ image }) => image?.url ?? []),
    kind: getKind(product),
    status: STATUSES[status] ?? 'draft',
  }
}

function getKind({ isGiftCard, requiresSellingPlan, variants: { nodes } }: ShopifyListing): StoreProductKind {
  if (isGiftCard || nodes[0]?.inventoryItem.requiresShipping === false) return 'digital'
  if (requiresSellingPlan) return 'other'
  return nodes.length > 1 ? 'variable' : 'simple'
}

/** Shopify's product statuses, with ours. Others count as drafts, because only active products are public. */
export const STATUSES: Readonly<Record<string, StoreProductStatus>> = {
  ACTIVE: 'public',
  UNLISTED: 'hidden',
  ARCHIVED: 'archived',
}
