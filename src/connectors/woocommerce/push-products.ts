import { z } from 'zod'
import type { OutgoingProduct, Pushed } from '#features/stores/connections/port.ts'
import { AppError } from '#core/errors.ts'
import { askSite, type Site, type Woo } from './ask-site.ts'
import { Attribute, namingOf, newAttributes, withKeptValues } from './attributes.ts'
import { offerOf } from './offer.ts'
import { pushVariations } from './push-variations.ts'

/** A site copies every picture while we wait. */
const AT_ONCE = 5
const MOST_PICTURES = 5
const WRITING_MS = 60_000

const Existing = z.array(
  z.object({
    id: z.number(),
    sku: z.string().catch(''),
    type: z.string().catch('simple'),
    regular_price: z.string().catch(''),
    attributes: z.array(Attribute).catch([]),
    images: z.array(z.unknown()).catch([]),
  }),
)
const EXISTING_FIELDS = Object.keys(Existing.element.shape).join(',')
type Existing = z.output<typeof Existing>[number]

const Outcome = z.object({
  id: z.number(),
  images: z.array(z.unknown()).catch([]),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })
type Outcome = z.output<typeof Outcome>

/** Where pieces go. */
type Place = Readonly<{ woo: Woo; site: Site }>

/**
 * Brings products into a site, a few at a time. One that is there, known by the site's number of it or by ours as its SKU, gets price,
 * stock and variations; its texts and pictures stay, but for pictures that it never had. WooCommerce takes no SKU twice, so that none
 * is doubled.
 */
export async function pushAll(
  woo: Woo,
  site: Site,
  products: readonly OutgoingProduct[],
): Promise<readonly Pushed[]> {
  const done: Pushed[] = []
  for (let from = 0; from < products.length; from += AT_ONCE) {
    try {
      done.push(...(await pushSome({ woo, site }, products.slice(from, from + AT_ONCE).map(withKeptValues))))
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
    if (!outcome) pushed.push({ reference, problem: 'WooCommerce gave no answer about this product.' })
    else if (outcome.error) pushed.push({ reference, problem: wordsOf(outcome.error, reference) })
    else {
      const { id, images } = outcome
      const { called } = namingOf(product, existing[index]?.attributes ?? [])
      const problem = await pushVariations(place, { id, called }, product)
      const done = { reference, externalId: String(id), hasPictures: images.length > 0 }
      pushed.push(problem === undefined ? done : { reference, problem })
    }
  }
  return pushed
}

/** What is there of each product, in its place. */
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
    path: `/wc/v3/products?${by}&per_page=100&_fields=${EXISTING_FIELDS}`,
    data: Existing,
  })
  return data
}

/** What became of each product itself, without its variations, in its place. */
async function writeProducts(
  place: Place,
  products: readonly OutgoingProduct[],
  existing: readonly (Existing | undefined)[],
): Promise<(Outcome | undefined)[]> {
  const writes = products.map((product, index) => writeOf(product, existing[index]))
  const outcomes = await batchInPlace(place, writes)
  // A picture that the site cannot fetch keeps a product out, or its price: those go without.
  const again = writes.map((write, index) => {
    const isBare = outcomes[index]?.error?.code === 'woocommerce_product_image_upload_error'
    return isBare && write ? { ...write, body: { ...write.body, images: undefined } } : undefined
  })
  const bare = again.some((write) => write) ? await batchInPlace(place, again) : []
  return products.map((_, index) => {
    const there = existing[index]
    if (!writes[index] && there) return otherType(there)
    return bare[index] ?? outcomes[index]
  })
}

/** What is written of a product: it is made, or the one with this number is changed. */
type Write = Readonly<{ isNew: boolean; body: Readonly<{ id?: number; [field: string]: unknown }> }>

/** Undefined where the one that is there cannot become this one. */
function writeOf(product: OutgoingProduct, there: Existing | undefined): Write | undefined {
  if (!there) return { isNew: true, body: newProduct(product) }
  if (!isAlike(there, product)) return undefined
  const { restored } = namingOf(product, there.attributes)
  const lacksPictures = product.mayAddPictures && there.images.length === 0 && product.pictures.length > 0
  const body = {
    id: there.id,
    ...(restored ? { attributes: restored } : {}),
    ...(lacksPictures ? { images: imagesOf(product) } : {}),
    ...ownOffer(product, there.regular_price),
  }
  return { isNew: false, body }
}

/** Writes these in one go; the outcome of each in its place. */
async function batchInPlace(
  place: Place,
  writes: readonly (Write | undefined)[],
): Promise<(Outcome | undefined)[]> {
  const fresh = writes.filter((write) => write?.isNew)
  const update = writes.filter((write) => write && !write.isNew)
  const bodyOf = (write: Write | undefined) => write?.body ?? {}
  const written = await batch(place, { create: fresh.map(bodyOf), update: update.map(bodyOf) })
  return writes.map((write) =>
    write?.isNew
      ? written.create[fresh.indexOf(write)]
      : written.update.find(({ id }) => write && id === write.body.id),
  )
}

/** A product with sizes is a variable product there, one without a simple one; neither becomes the other. */
function isAlike({ type }: Existing, { options }: OutgoingProduct): boolean {
  return (type === 'variable') === options.length > 0
}

/** No code of WooCommerce's: the words are ours. */
const OTHER_TYPE = 'cabochon_other_type'

function otherType({ id, type }: Existing): Outcome {
  const message = `This is a ${type} product in your store, and has changed here. Delete it there, then sync again.`
  return { id, images: [], error: { code: OTHER_TYPE, message } }
}

async function batch(
  { woo, site }: Place,
  body: Readonly<{ create: readonly object[]; update: readonly object[] }>,
): Promise<z.output<typeof Outcomes>> {
  if (body.create.length + body.update.length === 0) return { create: [], update: [] }
  const { data } = await askSite(woo, site, {
    path: '/wc/v3/products/batch',
    body,
    data: Outcomes,
    timeoutMs: WRITING_MS,
  })
  return data
}

function newProduct(product: OutgoingProduct): Write['body'] {
  const { reference, name, descriptionHtml, options } = product
  return {
    name: htmlOf(name),
    type: options.length > 0 ? 'variable' : 'simple',
    status: 'publish',
    sku: reference,
    description: descriptionHtml,
    images: imagesOf(product),
    attributes: newAttributes(product),
    ...ownOffer(product),
  }
}

/** WooCommerce shows names as HTML; ours are plain text. */
function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function imagesOf({ pictures, name }: OutgoingProduct): object[] {
  return pictures.slice(0, MOST_PICTURES).map((src) => ({ src, alt: name }))
}

/** Price and stock stand at the product itself where it has no variations. */
function ownOffer({ options, variants: [only] }: OutgoingProduct, there?: string): object {
  return options.length > 0 || !only ? {} : offerOf(only, there)
}

function wordsOf({ code, message }: Readonly<{ code: string; message: string }>, sku: string): string {
  if (code === OTHER_TYPE) return message
  if (code === 'product_invalid_sku')
    return `Another product of your store has the SKU ${sku}. Give that one another SKU, then sync again.`
  return `WooCommerce says: ${message}`
}
