import { z } from 'zod'
import type { OutgoingProduct, Pushed } from '#features/stores/port.ts'
import { AppError } from '#ground/errors.ts'
import { askSite, type Site, type Woo } from './ask-site.ts'
import { pushVariations } from './push-variations.ts'

/** A site copies every picture while we wait. */
const AT_ONCE = 5
const MOST_PICTURES = 5
const WRITING_MS = 60_000

const Existing = z.array(
  z.object({ id: z.number(), sku: z.string().catch(''), type: z.string().catch('simple') }),
)
type Existing = z.output<typeof Existing>[number]

const Outcome = z.object({
  id: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })
type Outcome = z.output<typeof Outcome>

/** Where pieces go. */
type Place = Readonly<{ woo: Woo; site: Site }>

/**
 * Brings pieces into a site, a few at a time. One that is there, known by the site's number of it or by ours as its SKU, gets price,
 * stock and variations; its texts and pictures stay. WooCommerce takes no SKU twice, so that none is doubled.
 */
export async function pushAll(
  woo: Woo,
  site: Site,
  products: readonly OutgoingProduct[],
): Promise<readonly Pushed[]> {
  const done: Pushed[] = []
  for (let from = 0; from < products.length; from += AT_ONCE) {
    try {
      done.push(...(await pushSome({ woo, site }, products.slice(from, from + AT_ONCE))))
    } catch (error) {
      // The site has enough for now; what was done is not lost.
      if (done.length > 0 && error instanceof AppError) return done
      throw error
    }
  }
  return done
}

async function pushSome(place: Place, products: readonly OutgoingProduct[]): Promise<Pushed[]> {
  const existing = await findExisting(place, products)
  const outcomes = await writeProducts(place, products, existing)
  const pushed: Pushed[] = []
  for (const [index, product] of products.entries()) {
    const [outcome, { reference }] = [outcomes[index], product]
    if (!outcome) pushed.push({ reference, problem: 'WooCommerce gave no answer about this piece.' })
    else if (outcome.error) pushed.push({ reference, problem: wordsOf(outcome.error) })
    else pushed.push(await pushVariations(place, outcome.id, product))
  }
  return pushed
}

/** What is there of each piece, in its place. */
async function findExisting(
  { woo, site }: Place,
  products: readonly OutgoingProduct[],
): Promise<(Existing | undefined)[]> {
  const ids = products.flatMap(({ externalId }) => externalId ?? [])
  const byId = ids.length > 0 ? await find(woo, site, `include=${ids.join(',')}`) : []
  const known = (product: OutgoingProduct) => byId.find(({ id }) => String(id) === product.externalId)
  const others = products.filter((product) => !known(product)).map(({ reference }) => reference)
  const bySku = others.length > 0 ? await find(woo, site, `sku=${others.join(',')}`) : []
  return products.map((product) => known(product) ?? bySku.find(({ sku }) => sku === product.reference))
}

async function find(woo: Woo, site: Site, by: string): Promise<Existing[]> {
  const { data } = await askSite(woo, site, {
    path: `/wc/v3/products?${by}&per_page=100&_fields=id,sku,type`,
    data: Existing,
  })
  return data
}

/** What became of each piece itself, without its variations, in its place. */
async function writeProducts(
  place: Place,
  products: readonly OutgoingProduct[],
  existing: readonly (Existing | undefined)[],
): Promise<(Outcome | undefined)[]> {
  const fresh = products.filter((_, index) => !existing[index])
  const update = products.flatMap((product, index) => {
    const there = existing[index]
    return there && isAlike(there, product) ? [{ id: there.id, ...offerOf(product) }] : []
  })
  const written = await batch(place, { create: fresh.map((product) => newProduct(product)), update })
  const created = await withoutPictures(place, fresh, written.create)
  return products.map((product, index) => {
    const there = existing[index]
    if (!there) return created[fresh.indexOf(product)]
    return isAlike(there, product)
      ? written.update.find(({ id }) => id === there.id)
      : { id: there.id, error: { code: OTHER_TYPE, message: otherType(there) } }
  })
}

/** A piece with sizes is a variable product there, one without a simple one; neither becomes the other. */
function isAlike({ type }: Existing, { options }: OutgoingProduct): boolean {
  return (type === 'variable') === options.length > 0
}

/** No code of WooCommerce's: the words are ours. */
const OTHER_TYPE = 'cabochon_other_type'

function otherType({ type }: Existing): string {
  return `This is a ${type} product in your store, and has changed here. Delete it there, then sync again.`
}

/** A picture that the site cannot fetch keeps a piece out: those go without. */
async function withoutPictures(
  place: Place,
  fresh: readonly OutgoingProduct[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const isBare = outcomes.map(({ error }) => error?.code === 'woocommerce_product_image_upload_error')
  const again = fresh.filter((_, index) => isBare[index])
  if (again.length === 0) return [...outcomes]
  const { create } = await batch(place, {
    create: again.map((product) => newProduct({ ...product, pictures: [] })),
    update: [],
  })
  return outcomes.map((outcome, index) => {
    const product = fresh[index]
    return isBare[index] && product ? (create[again.indexOf(product)] ?? outcome) : outcome
  })
}

async function batch(
  { woo, site }: Place,
  body: Readonly<{ create: readonly object[]; update: readonly object[] }>,
): Promise<z.output<typeof Outcomes>> {
  const { data } = await askSite(woo, site, {
    path: '/wc/v3/products/batch',
    body,
    data: Outcomes,
    timeoutMs: WRITING_MS,
  })
  return data
}

function newProduct(product: OutgoingProduct): object {
  const { reference, name, descriptionHtml, pictures, options, variants } = product
  return {
    name,
    type: options.length > 0 ? 'variable' : 'simple',
    status: 'publish',
    sku: reference,
    description: descriptionHtml,
    images: pictures.slice(0, MOST_PICTURES).map((src) => ({ src, alt: name })),
    attributes: options.map((option, index) => ({
      name: option,
      visible: true,
      variation: true,
      options: [...new Set(variants.map(({ values }) => values[index] ?? ''))],
    })),
    ...offerOf(product),
  }
}

/** Price and stock stand at the piece itself where it has no variations. */
function offerOf({ options, variants: [only] }: OutgoingProduct): object {
  if (options.length > 0 || !only) return {}
  return { regular_price: only.price, manage_stock: true, stock_quantity: only.quantity }
}

function wordsOf({ code, message }: Readonly<{ code: string; message: string }>): string {
  if (code === OTHER_TYPE) return message
  if (code === 'product_invalid_sku')
    return 'Your store has this piece already, perhaps in its bin. Please restore it or delete it there for good.'
  return `WooCommerce says: ${message}`
}
