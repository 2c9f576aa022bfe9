import { z } from 'zod'
import type { OutgoingProduct, PushOutcome } from '#features/stores/connections/port.ts'
import { AppError } from '#core/errors.ts'
import { callWooCommerce, type WooSite, type WooClient } from '../call-woocommerce.ts'
import { Attribute, mapAttributes, toNewAttributes, withStoredValues } from './attributes.ts'
import { type SiteTerms, toWooOffer, toWooWeight } from './offer.ts'
import { pushVariations } from './push-variations.ts'
import { readSiteTerms } from './site-terms.ts'

/** The products per batch: the site copies every picture while we wait. */
const PRODUCTS_PER_BATCH = 5
const MAX_PICTURES = 5
const WRITE_TIMEOUT_MS = 60_000

const ExistingProduct = z.array(
  z.object({
    id: z.number(),
    sku: z.string().catch(''),
    type: z.string().catch('simple'),
    regular_price: z.string().catch(''),
    attributes: z.array(Attribute).catch([]),
    images: z.array(z.unknown()).catch([]),
  }),
)
const EXISTING_FIELDS = Object.keys(ExistingProduct.element.shape).join(',')
type ExistingProduct = z.output<typeof ExistingProduct>[number]

const Outcome = z.object({
  id: z.number(),
  images: z.array(z.unknown()).catch([]),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const Outcomes = z.object({ create: z.array(Outcome).default([]), update: z.array(Outcome).default([]) })
type Outcome = z.output<typeof Outcome>

/** The site that products are pushed to, with its client. */
type PushTarget = Readonly<{ woo: WooClient; site: WooSite }>
type Destination = PushTarget & Readonly<{ terms: SiteTerms }>

/**
 * Creates or updates products in a site, a few at a time. An existing product, found by the site's number or by our
 * id as its SKU, gets price, stock, variations, and the texts that follow its supplier; other texts and its pictures
 * stay, but pictures that it never had are added. WooCommerce refuses repeated SKUs, which prevents duplicates.
 */
export async function pushAll(
  client: WooClient,
  site: WooSite,
  products: readonly OutgoingProduct[],
): Promise<readonly PushOutcome[]> {
  const done: PushOutcome[] = []
  for (let from = 0; from < products.length; from += PRODUCTS_PER_BATCH) {
    try {
      done.push(
        ...(await pushBatch(
          { woo: client, site },
          products.slice(from, from + PRODUCTS_PER_BATCH).map(withStoredValues),
        )),
      )
    } catch (error) {
      // The site's rate limit is reached; completed products are returned.
      if (done.length > 0 && error instanceof AppError) return done
      throw error
    }
  }
  return done
}

async function pushBatch(target: PushTarget, products: readonly OutgoingProduct[]): Promise<PushOutcome[]> {
  const existing = await findExisting(target, products)
  const terms = await readSiteTerms(target.woo, target.site, {
    newProducts: products.filter((_, index) => !existing[index]),
    categories: products.flatMap(({ texts }, index) => (existing[index] ? toNames(texts?.category) : [])),
  })
  const destination = { ...target, terms }
  const outcomes = await writeProducts(destination, products, existing)
  const pushed: PushOutcome[] = []
  for (const [index, product] of products.entries()) {
    const [outcome, { reference }] = [outcomes[index], product]
    if (!outcome) pushed.push({ reference, problem: 'WooCommerce didn’t respond about this product.' })
    else if (outcome.error) pushed.push({ reference, problem: toMessage(outcome.error, reference) })
    else {
      const { id, images } = outcome
      const { sku = '', attributes = [], type } = existing[index] ?? {}
      const isVariable = product.options.length > 0 || type === 'variable'
      const { called } = mapAttributes(product, attributes)
      const pushedVariations = await pushVariations(destination, { id, sku, called, isVariable }, product)
      const { problem, variants, isAboutVariants } = pushedVariations
      const done = { reference, externalId: String(id), variants }
      pushed.push(
        problem === null
          ? { ...done, hasPictures: images.length > 0 }
          : { ...done, problem, isAboutVariants },
      )
    }
  }
  return pushed
}

/** Returns the existing product of each product, in order. */
async function findExisting(
  { woo, site }: PushTarget,
  products: readonly OutgoingProduct[],
): Promise<(ExistingProduct | undefined)[]> {
  const ids = products.flatMap(({ externalId }) => externalId ?? [])
  const byId = ids.length > 0 ? await listProducts(woo, site, `include=${ids.join(',')}`) : []
  const findById = (product: OutgoingProduct) => byId.find(({ id }) => String(id) === product.externalId)
  const unknownReferences = products.filter((product) => !findById(product)).map(({ reference }) => reference)
  const bySku =
    unknownReferences.length > 0 ? await listProducts(woo, site, `sku=${unknownReferences.join(',')}`) : []
  return products.map((product) => findById(product) ?? bySku.find(({ sku }) => sku === product.reference))
}

async function listProducts(client: WooClient, site: WooSite, by: string): Promise<ExistingProduct[]> {
  const { data } = await callWooCommerce(client, site, {
    path: `/wc/v3/products?${by}&per_page=100&_fields=${EXISTING_FIELDS}`,
    data: ExistingProduct,
  })
  return data
}

/** Writes each product without its variations, and returns the results in order. */
async function writeProducts(
  target: Destination,
  products: readonly OutgoingProduct[],
  existing: readonly (ExistingProduct | undefined)[],
): Promise<(Outcome | undefined)[]> {
  const writes = products.map((product, index) => toWrite(product, existing[index], target.terms))
  const outcomes = await writeBatch(target, writes)
  // A picture that the site cannot fetch makes it refuse the whole write, which is repeated without pictures.
  const retryWrites = writes.map((write, index) => {
    const failedOnPictures = outcomes[index]?.error?.code === 'woocommerce_product_image_upload_error'
    return failedOnPictures && write ? { ...write, body: { ...write.body, images: undefined } } : undefined
  })
  const retryOutcomes = retryWrites.some((write) => write) ? await writeBatch(target, retryWrites) : []
  return products.map((_, index) => {
    const existingProduct = existing[index]
    if (!writes[index]) return existingProduct ? typeMismatchOutcome(existingProduct) : goneOutcome()
    return retryOutcomes[index] ?? outcomes[index]
  })
}

/** The write of a product: a creation, or a change of the one with this number. */
type ProductWrite = Readonly<{ isNew: boolean; body: Readonly<{ id?: number; [field: string]: unknown }> }>

/** Returns the write of a product; undefined when the existing one cannot become this one. */
function toWrite(
  product: OutgoingProduct,
  existingProduct: ExistingProduct | undefined,
  terms: SiteTerms,
): ProductWrite | undefined {
  if (!existingProduct)
    return product.mustExist ? undefined : { isNew: true, body: toNewProduct(product, terms) }
  if (!isSameType(existingProduct, product)) return undefined
  const { restored } = mapAttributes(product, existingProduct.attributes)
  const lacksPictures =
    product.mayAddPictures && existingProduct.images.length === 0 && product.pictures.length > 0
  const body = {
    id: existingProduct.id,
    ...(restored ? { attributes: restored } : {}),
    ...(product.visibility ? { status: product.visibility === 'hide' ? 'draft' : 'publish' } : {}),
    ...(lacksPictures ? { images: toImages(product) } : {}),
    ...toTexts(product, terms),
    ...(existingProduct.type === 'variable' ? {} : toSimpleOffer(product, existingProduct.regular_price)),
  }
  return { isNew: false, body }
}

/** Returns the replaced texts of a listed product. */
function toTexts({ texts = {} }: OutgoingProduct, { categoryIds }: SiteTerms): object {
  const { title, description, shortDescription, category } = texts
  const categories = toNames(category).flatMap((name) => {
    const id = categoryIds.get(name)
    return id === undefined ? [] : [{ id }]
  })
  return {
    ...(title === undefined ? {} : { name: escapeHtml(title) }),
    ...(description === undefined ? {} : { description }),
    ...(shortDescription === undefined ? {} : { short_description: toShortDescription(shortDescription) }),
    ...(category === undefined ? {} : { categories }),
  }
}

function toNames(category = ''): string[] {
  return category.split('\n').filter((name) => name !== '')
}

function toShortDescription(text: string): string {
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`
}

/** Writes a batch in one request; returns the results in order. */
async function writeBatch(
  target: PushTarget,
  writes: readonly (ProductWrite | undefined)[],
): Promise<(Outcome | undefined)[]> {
  const creations = writes.filter((write) => write?.isNew)
  const update = writes.filter((write) => write && !write.isNew)
  const getBody = (write: ProductWrite | undefined) => write?.body ?? {}
  const outcomes = await sendBatch(target, { create: creations.map(getBody), update: update.map(getBody) })
  return writes.map((write) =>
    write?.isNew
      ? outcomes.create[creations.indexOf(write)]
      : outcomes.update.find(({ id }) => write && id === write.body.id),
  )
}

/**
 * Returns whether the types match. A product with options is a variable product in WooCommerce, one without a simple
 * one, and they cannot be converted. A product with a single size left stays variable.
 */
function isSameType({ type }: ExistingProduct, { options, variants }: OutgoingProduct): boolean {
  const hasKnownVariation = variants.some(({ knownIds = [] }) => knownIds.some((id) => id !== ''))
  return type === 'variable' ? options.length > 0 || hasKnownVariation : options.length === 0
}

/** The code of our own error messages, unknown to WooCommerce. */
const OWN_MESSAGE_CODE = 'cabochon_own_message'

function typeMismatchOutcome({ id, type }: ExistingProduct): Outcome {
  const message = `This is a ${type} product in your store, and has changed here. Delete it there, then sync again.`
  return { id, images: [], error: { code: OWN_MESSAGE_CODE, message } }
}

function goneOutcome(): Outcome {
  const message =
    'This product is no longer in your store. Plan publishing to add it again, or remove it from your selection.'
  return { id: 0, images: [], error: { code: OWN_MESSAGE_CODE, message } }
}

async function sendBatch(
  { woo, site }: PushTarget,
  body: Readonly<{ create: readonly object[]; update: readonly object[] }>,
): Promise<z.output<typeof Outcomes>> {
  if (body.create.length + body.update.length === 0) return { create: [], update: [] }
  const { data } = await callWooCommerce(woo, site, {
    path: '/wc/v3/products/batch',
    body,
    data: Outcomes,
    timeoutMs: WRITE_TIMEOUT_MS,
  })
  return data
}

function toNewProduct(product: OutgoingProduct, terms: SiteTerms): ProductWrite['body'] {
  const { reference, name, descriptionHtml, shortDescription = '', category = '', options } = product
  const [only] = product.variants
  const categoryId = terms.categoryIds.get(category)
  return {
    name: escapeHtml(name),
    type: options.length > 0 ? 'variable' : 'simple',
    status: 'publish',
    sku: reference,
    description: descriptionHtml,
    ...(shortDescription === '' ? {} : { short_description: toShortDescription(shortDescription) }),
    ...(categoryId === undefined ? {} : { categories: [{ id: categoryId }] }),
    // Variations without their own weight inherit that of their product.
    ...(only ? toWooWeight(only, terms) : {}),
    images: toImages(product),
    attributes: toNewAttributes(product),
    ...toSimpleOffer(product),
  }
}

/** Escapes a name, which WooCommerce shows as HTML; ours are plain text. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toImages({ pictures, name }: OutgoingProduct): object[] {
  return pictures.slice(0, MAX_PICTURES).map((src) => ({ src, alt: name }))
}

/** Returns price and stock for a product without variations, which has them itself. */
function toSimpleOffer(
  { options, variants: [only], keepsPrice }: OutgoingProduct,
  existingPrice?: string,
): object {
  return options.length > 0 || !only ? {} : toWooOffer(only, existingPrice, keepsPrice)
}

function toMessage({ code, message }: Readonly<{ code: string; message: string }>, sku: string): string {
  if (code === OWN_MESSAGE_CODE) return message
  if (code === 'product_invalid_sku')
    return `Another product in your store has the SKU ${sku}. Change its SKU, then sync again.`
  return `WooCommerce says: ${message}`
}
