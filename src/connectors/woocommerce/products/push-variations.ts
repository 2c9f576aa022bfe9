import { z } from 'zod'
import type { OutgoingProduct, OutgoingVariant, PushedVariant } from '#features/stores/connections/port.ts'
import { matchVariants, type VariantMatches } from '#core/products/store-variants.ts'
import { callWooCommerce, type WooSite, type WooClient } from '../call-woocommerce.ts'
import { type AttributeRef, VariationAttribute, getVariationAttributes } from './attributes.ts'
import { type SiteTerms, toWooOffer, toWooWeight } from './offer.ts'

/** The most variations per request and per page. */
const MAX_VARIATIONS = 100

const ExistingVariations = z.array(
  z.object({
    id: z.number(),
    sku: z.string().catch(''),
    regular_price: z.string().catch(''),
    attributes: z.array(VariationAttribute).catch([]),
  }),
)
type ExistingVariation = Readonly<{
  id: string
  sku: string
  values: readonly string[]
  price: string
  attributes: readonly VariationAttribute[]
}>
const Outcome = z.object({ id: z.number(), error: z.object({ message: z.string() }).optional() })
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })

/** The product in the site by its number, with its former SKU, and the site's names of our options. */
export type ParentProduct = Readonly<{
  id: number
  sku: string
  called: readonly AttributeRef[]
  isVariable: boolean
}>

/** The site's ids of our variations, and an error message, or null; `isAboutVariants` when SKUs are the problem. */
export type PushedVariations = Readonly<{
  problem: string | null
  isAboutVariants: boolean
  variants: readonly PushedVariant[]
}>

/**
 * Syncs the variations of a product: creates, updates and deletes them. Existing ones are known by the site's IDs,
 * new ones by our ID as their SKU. Updates set price, stock and attributes. Variations that are not ours stay as
 * they are.
 */
export async function pushVariations(
  { woo, site, terms }: Readonly<{ woo: WooClient; site: WooSite; terms: SiteTerms }>,
  { id, sku, called, isVariable }: ParentProduct,
  product: OutgoingProduct,
): Promise<PushedVariations> {
  const { options, variants } = product
  if (!isVariable) return judgeSimple(product, sku)
  if (variants.length > MAX_VARIATIONS)
    return {
      problem: `WooCommerce supports at most ${MAX_VARIATIONS} variants per product.`,
      isAboutVariants: false,
      variants: [],
    }
  const path = `/wc/v3/products/${id}/variations`
  const { data: existing } = await callWooCommerce(woo, site, {
    path: `${path}?per_page=${MAX_VARIATIONS}&_fields=id,sku,regular_price,attributes`,
    data: ExistingVariations,
  })
  const matches = matchVariants(variants, existing.map(toExistingVariation), product.removedIds)
  if (options.length === 0 && matches.missing.length > 0)
    return { problem: NOT_VARIABLE, isAboutVariants: false, variants: [] }
  const body = toChanges(matches, { called, terms }, product)
  const { data } = await callWooCommerce(woo, site, { path: `${path}/batch`, body, data: Outcomes })
  const [variationError] = [...data.create, ...data.update].flatMap(({ error }) => error ?? [])
  const created = matches.missing.flatMap(({ reference }, index) => {
    const outcome = data.create[index]
    return outcome && !outcome.error ? [{ reference, externalId: String(outcome.id) }] : []
  })
  const known = [...matches.found].map(([reference, variation]) => ({ reference, externalId: variation.id }))
  const problem = variationError ? `WooCommerce says: ${variationError.message}` : matches.problem
  return { problem, isAboutVariants: !variationError && problem !== null, variants: [...known, ...created] }
}

const NOT_VARIABLE =
  'This is a variable product in your store, and has only one variant here. Delete it there, then sync again.'

/** Matches a product without options by the site's id. Its SKU may be ours, its owner's, or that of another product. */
function judgeSimple({ reference, variants: [only] }: OutgoingProduct, sku: string): PushedVariations {
  if (!only) return { problem: null, isAboutVariants: false, variants: [] }
  const stored = { id: '', sku: sku === reference ? only.reference : sku, values: [] }
  const { problem } = matchVariants([{ ...only, knownIds: [''] }], [stored])
  return {
    problem,
    isAboutVariants: problem !== null,
    variants: [{ reference: only.reference, externalId: '' }],
  }
}

function toExistingVariation(one: z.output<typeof ExistingVariations>[number]): ExistingVariation {
  const { id, sku, regular_price: price, attributes } = one
  return { id: String(id), sku, values: attributes.map(({ option }) => option), price, attributes }
}

function toChanges(
  { offers, missing, gone }: VariantMatches<OutgoingVariant, ExistingVariation>,
  { called: attributeRefs, terms }: Readonly<{ called: readonly AttributeRef[]; terms: SiteTerms }>,
  { keepsPrice }: OutgoingProduct,
) {
  return {
    create: missing.map((variant) => ({
      sku: variant.reference,
      attributes: getVariationAttributes(attributeRefs, variant.values, []),
      ...toWooOffer(variant),
      ...toWooWeight(variant, terms),
    })),
    update: [
      ...offers.map(({ stored, linked, meant }) => {
        // Options that mean another variant are its owner's.
        const attributes =
          meant === linked ? getVariationAttributes(attributeRefs, linked.values, stored.attributes) : null
        const choices = attributes ? { attributes } : {}
        return { id: Number(stored.id), ...choices, ...toWooOffer(meant, stored.price, keepsPrice) }
      }),
      ...gone.map(({ id }) => ({ id: Number(id), manage_stock: true, stock_quantity: 0 })),
    ],
  }
}
