import { z } from 'zod'
import type { OutgoingProduct, OutgoingVariant } from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyStore, type ShopifyClient } from './call-shopify.ts'
import { FIND_PRODUCT } from './operations.ts'

const ExistingProduct = z.object({
  id: z.string(),
  variants: z.object({
    nodes: z.array(
      z
        .object({
          id: z.string(),
          sku: z.string().nullable(),
          inventoryQuantity: z.number().nullish(),
          selectedOptions: z.array(z.object({ value: z.string() })),
          inventoryItem: z.object({ id: z.string() }),
        })
        .transform(({ id, sku, inventoryQuantity: quantity = null, selectedOptions, inventoryItem }) => {
          const values = selectedOptions.map(({ value }) => value)
          return { id, sku: sku ?? '', quantity, values, inventoryId: inventoryItem.id }
        }),
    ),
  }),
})

/** A product of ours in a store, with its variants. */
export type ExistingProduct = z.output<typeof ExistingProduct>
/** A variant of a product in a store; `inventoryId` identifies its stock. */
export type ExistingVariant = ExistingProduct['variants']['nodes'][number]

const ProductLookup = z.object({ productByIdentifier: ExistingProduct.nullable() })

/** Returns a shop's product by the shop's ID, or else by our handle; null when missing. */
export async function findExisting(
  client: ShopifyClient,
  store: ShopifyStore,
  { externalId, reference }: OutgoingProduct,
): Promise<ExistingProduct | null> {
  const identifiers = [...(externalId ? [{ id: externalId }] : []), { handle: toHandle(reference) }]
  for (const identifier of identifiers) {
    const found = await findByIdentifier(client, store, identifier)
    if (found) return found
  }
  return null
}

/** Returns a shop's product by the shop's ID or by a handle; null when missing. */
export async function findByIdentifier(
  client: ShopifyClient,
  store: ShopifyStore,
  identifier: Readonly<{ id: string } | { handle: string }>,
): Promise<ExistingProduct | null> {
  const question = { document: FIND_PRODUCT, variables: { identifier }, data: ProductLookup }
  const { productByIdentifier } = await callShopify(client, store, question)
  return productByIdentifier
}

/** Returns the handle of a product: letters, digits and hyphens. */
export function toHandle(reference: string): string {
  return `piece-${reference.replaceAll('_', '-')}`
}

/**
 * Returns the variants of a product for matching them in a store. The only variant of a product without options is
 * known there, whatever SKU its owner has given it.
 */
export function toTargetVariants(
  { options, variants }: OutgoingProduct,
  existing: ExistingProduct,
): readonly OutgoingVariant[] {
  const [only, ...others] = existing.variants.nodes
  if (options.length > 0 || !only || others.length > 0) return variants
  return variants.map((variant) => ({ ...variant, knownIds: [only.id] }))
}
