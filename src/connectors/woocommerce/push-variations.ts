import { z } from 'zod'
import type { OutgoingProduct, OutgoingVariant, Pushed } from '#features/stores/port.ts'
import { askSite, type Site, type Woo } from './ask-site.ts'

/** WooCommerce takes a hundred at once, and lists as many. */
const MOST_VARIATIONS = 100

const Existing = z.array(z.object({ id: z.number(), sku: z.string().catch('') }))

const Outcome = z.object({ id: z.number(), error: z.object({ message: z.string() }).optional() })
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })

/**
 * Brings the variations of a piece in step, known by our own number as their SKU: what is new is made, what is there gets price and
 * stock, of what the piece has no more there is none. Variations that are not ours stay as they are.
 */
export async function pushVariations(
  { woo, site }: Readonly<{ woo: Woo; site: Site }>,
  id: number,
  { reference, options, variants }: OutgoingProduct,
): Promise<Pushed> {
  const done = { reference, externalId: String(id) }
  if (options.length === 0) return done
  if (variants.length > MOST_VARIATIONS)
    return {
      reference,
      problem: `A piece with more than ${MOST_VARIATIONS} variants cannot be brought there.`,
    }
  const path = `/wc/v3/products/${id}/variations`
  const { data: existing } = await askSite(woo, site, {
    path: `${path}?per_page=${MOST_VARIATIONS}&_fields=id,sku`,
    data: Existing,
  })
  const bySku = new Map(existing.map((one) => [one.sku, one.id]))
  const ours = new Set(variants.map((variant) => variant.reference))
  const body = {
    create: variants
      .filter((variant) => !bySku.has(variant.reference))
      .map((variant) => newVariation(variant, options)),
    update: [
      ...variants.flatMap((variant) => {
        const there = bySku.get(variant.reference)
        return there === undefined ? [] : [{ id: there, ...offerOf(variant) }]
      }),
      ...existing
        .filter(({ sku }) => OURS.test(sku) && !ours.has(sku))
        .map((gone) => ({ id: gone.id, manage_stock: true, stock_quantity: 0 })),
    ],
  }
  const { data } = await askSite(woo, site, { path: `${path}/batch`, body, data: Outcomes })
  const [failed] = [...data.create, ...data.update].flatMap(({ error }) => error ?? [])
  return failed ? { reference, problem: `WooCommerce says: ${failed.message}` } : done
}

/** The form of our own numbers of variants. */
const OURS = /^var_[0-9a-f]{32}$/

function newVariation(variant: OutgoingVariant, options: readonly string[]): object {
  const attributes = options.map((name, index) => ({ name, option: variant.values[index] ?? '' }))
  return { sku: variant.reference, attributes, ...offerOf(variant) }
}

function offerOf({ price, quantity }: OutgoingVariant): object {
  return { regular_price: price, manage_stock: true, stock_quantity: quantity }
}
