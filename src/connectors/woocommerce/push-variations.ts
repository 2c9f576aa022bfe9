import { z } from 'zod'
import type { OutgoingProduct, PushedVariant } from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooSite, type WooClient } from './call-woocommerce.ts'
import { type AttributeRef, VariationAttribute, getVariationAttributes } from './attributes.ts'
import { type SiteTerms, toWooOffer, toWooWeight } from './offer.ts'

/** WooCommerce takes a hundred at once, and lists as many. */
const MAX_VARIATIONS = 100

const ExistingVariations = z.array(
  z.object({
    id: z.number(),
    sku: z.string().catch(''),
    regular_price: z.string().catch(''),
    attributes: z.array(VariationAttribute).catch([]),
  }),
)
type ExistingVariations = z.output<typeof ExistingVariations>
const Outcome = z.object({ id: z.number(), error: z.object({ message: z.string() }).optional() })
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })

/** The product there by its number, and how our options are called there. */
export type ParentProduct = Readonly<{ id: number; called: readonly AttributeRef[] }>

/**
 * Brings the variations of a product in step, known by our own number as their SKU: what is new is made, what is there gets price,
 * stock and choices, of what the product has no more there is none. Variations that are not ours stay as they are. Gives what
 * ours are called there, or what went wrong, as a message.
 */
export async function pushVariations(
  { woo, site, terms }: Readonly<{ woo: WooClient; site: WooSite; terms: SiteTerms }>,
  { id, called }: ParentProduct,
  product: OutgoingProduct,
): Promise<string | readonly PushedVariant[]> {
  const { options, variants } = product
  if (options.length === 0) return variants.map(({ reference }) => ({ reference, externalId: '' }))
  if (variants.length > MAX_VARIATIONS)
    return `WooCommerce takes products with at most ${MAX_VARIATIONS} variants.`
  const path = `/wc/v3/products/${id}/variations`
  const { data: existing } = await callWooCommerce(woo, site, {
    path: `${path}?per_page=${MAX_VARIATIONS}&_fields=id,sku,regular_price,attributes`,
    data: ExistingVariations,
  })
  const body = toChanges(existing, { called, terms }, product)
  const { data } = await callWooCommerce(woo, site, { path: `${path}/batch`, body, data: Outcomes })
  const [variationError] = [...data.create, ...data.update].flatMap(({ error }) => error ?? [])
  if (variationError) return `WooCommerce says: ${variationError.message}`
  const createdIds = new Map(body.create.map(({ sku }, index) => [sku, data.create[index]?.id]))
  const existingIds = new Map(existing.map(({ sku, id: existingId }) => [sku, existingId]))
  return variants.flatMap(({ reference }) => {
    const externalId = existingIds.get(reference) ?? createdIds.get(reference)
    return externalId === undefined ? [] : [{ reference, externalId: String(externalId) }]
  })
}

function toChanges(
  existing: ExistingVariations,
  { called: attributeRefs, terms }: Readonly<{ called: readonly AttributeRef[]; terms: SiteTerms }>,
  { variants, keepsPrice }: OutgoingProduct,
) {
  const bySku = new Map(existing.map((one) => [one.sku, one]))
  const ours = new Set(variants.map((variant) => variant.reference))
  return {
    create: variants
      .filter((variant) => !bySku.has(variant.reference))
      .map((variant) => ({
        sku: variant.reference,
        attributes: getVariationAttributes(attributeRefs, variant.values, []),
        ...toWooOffer(variant),
        ...toWooWeight(variant, terms),
      })),
    update: [
      ...variants.flatMap((variant) => {
        const existingVariation = bySku.get(variant.reference)
        if (!existingVariation) return []
        const attributes = getVariationAttributes(attributeRefs, variant.values, existingVariation.attributes)
        const choices = attributes ? { attributes } : {}
        return [
          {
            id: existingVariation.id,
            ...choices,
            ...toWooOffer(variant, existingVariation.regular_price, keepsPrice),
          },
        ]
      }),
      ...existing
        .filter(({ sku }) => VARIANT_ID.test(sku) && !ours.has(sku))
        .map((gone) => ({ id: gone.id, manage_stock: true, stock_quantity: 0 })),
    ],
  }
}

/** The form of our own numbers of variants. */
const VARIANT_ID = /^var_[0-9a-f]{32}$/
