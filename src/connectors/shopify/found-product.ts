import { z } from 'zod'
import type { FoundKind, FoundProduct, FoundStatus } from '#features/stores/connections/port.ts'
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

/** A product as a shop lists it; of its variants the first two. */
export const Listed = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  totalInventory: z.number(),
  tracksInventory: z.boolean(),
  status: z.string(),
  isGiftCard: z.boolean(),
  requiresSellingPlan: z.boolean(),
  variants: z.object({ nodes: z.array(Variant) }),
  // What is no picture comes as an empty object.
  media: z.object({ nodes: z.array(Media) }),
})
type Listed = z.output<typeof Listed>

/** Whether a picture of it has no address yet, but will have one: Shopify fetches and draws them after the product is there. */
export function hasLatePictures({ media }: Listed): boolean {
  return media.nodes.some(({ image, status }) => !image && (status === 'UPLOADED' || status === 'PROCESSING'))
}

/** A listed product in the marketplace's words. */
export function asFound(product: Listed): FoundProduct {
  const { id, title, descriptionHtml, tracksInventory, totalInventory, status, media } = product
  const [variant] = product.variants.nodes
  return {
    externalId: id,
    name: title,
    descriptionHtml,
    sku: variant?.sku ?? '',
    priceAmount: (variant && parseCents(variant.price)) ?? null,
    quantity: tracksInventory ? Math.max(0, totalInventory) : null,
    pictures: media.nodes.flatMap(({ image }) => image?.url ?? []),
    kind: kindOf(product),
    status: STATUSES[status] ?? 'draft',
  }
}

function kindOf({ isGiftCard, requiresSellingPlan, variants: { nodes } }: Listed): FoundKind {
  if (isGiftCard || nodes[0]?.inventoryItem.requiresShipping === false) return 'digital'
  if (requiresSellingPlan) return 'other'
  return nodes.length > 1 ? 'variable' : 'simple'
}

/** Any other is taken for a draft: only what is active is seen by everybody. */
const STATUSES: Readonly<Record<string, FoundStatus>> = {
  ACTIVE: 'public',
  UNLISTED: 'hidden',
  ARCHIVED: 'archived',
}
