import { z } from 'zod'
import type { OutgoingProduct, OutgoingVariant } from '#features/stores/connections/port.ts'
import { askSite, type Site, type Woo } from './ask-site.ts'
import { type Called, Choice, choicesFor } from './attributes.ts'
import { offerOf } from './offer.ts'

/** WooCommerce takes a hundred at once, and lists as many. */
const MOST_VARIATIONS = 100

const Existing = z.array(
  z.object({
    id: z.number(),
    sku: z.string().catch(''),
    regular_price: z.string().catch(''),
    attributes: z.array(Choice).catch([]),
  }),
)
type Existing = z.output<typeof Existing>
const Outcome = z.object({ id: z.number(), error: z.object({ message: z.string() }).optional() })
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })

/** The product there by its number, and how our options are called there. */
export type Parent = Readonly<{ id: number; called: readonly Called[] }>

/**
 * Brings the variations of a product in step, known by our own number as their SKU: what is new is made, what is there gets price,
 * stock and choices, of what the product has no more there is none. Variations that are not ours stay as they are. Gives what went
 * wrong, in words.
 */
export async function pushVariations(
  { woo, site }: Readonly<{ woo: Woo; site: Site }>,
  { id, called }: Parent,
  { options, variants }: OutgoingProduct,
): Promise<string | undefined> {
  if (options.length === 0) return undefined
  if (variants.length > MOST_VARIATIONS)
    return `A product with more than ${MOST_VARIATIONS} variants cannot be brought there.`
  const path = `/wc/v3/products/${id}/variations`
  const { data: existing } = await askSite(woo, site, {
    path: `${path}?per_page=${MOST_VARIATIONS}&_fields=id,sku,regular_price,attributes`,
    data: Existing,
  })
  const body = changesOf(existing, called, variants)
  const { data } = await askSite(woo, site, { path: `${path}/batch`, body, data: Outcomes })
  const [failed] = [...data.create, ...data.update].flatMap(({ error }) => error ?? [])
  return failed && `WooCommerce says: ${failed.message}`
}

function changesOf(existing: Existing, called: readonly Called[], variants: readonly OutgoingVariant[]) {
  const bySku = new Map(existing.map((one) => [one.sku, one]))
  const ours = new Set(variants.map((variant) => variant.reference))
  return {
    create: variants
      .filter((variant) => !bySku.has(variant.reference))
      .map((variant) => ({
        sku: variant.reference,
        attributes: choicesFor(called, variant.values, []),
        ...offerOf(variant),
      })),
    update: [
      ...variants.flatMap((variant) => {
        const there = bySku.get(variant.reference)
        if (!there) return []
        const attributes = choicesFor(called, variant.values, there.attributes)
        const choices = attributes ? { attributes } : {}
        return [{ id: there.id, ...choices, ...offerOf(variant, there.regular_price) }]
      }),
      ...existing
        .filter(({ sku }) => OURS.test(sku) && !ours.has(sku))
        .map((gone) => ({ id: gone.id, manage_stock: true, stock_quantity: 0 })),
    ],
  }
}

/** The form of our own numbers of variants. */
const OURS = /^var_[0-9a-f]{32}$/
