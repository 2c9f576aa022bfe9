import { z } from 'zod'
import { parseCents } from '#core/money.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import type {
  SourceProduct,
  SourceProductFilter,
  SourceProductPage,
  SourceVariant,
} from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooClient, type WooSite } from '../call-woocommerce.ts'
import { getKind, getStatus } from './listed-product.ts'
import { readUnits, type WooUnits } from '../units.ts'

/** The products per page; those with variations need a request each. */
const PER_PAGE = 20
const VARIATIONS_PER_PAGE = 100
const MAX_VARIATIONS = 500

const Text = z.string().catch('')
const Measures = { weight: Text, price: Text, regular_price: Text, sku: Text, global_unique_id: Text }
const Meta = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([])
/** The stock of an item: counted by itself, together with its product's (`parent`), or not at all. */
const Stock = {
  manage_stock: z.union([z.boolean(), z.literal('parent')]).catch(false),
  stock_quantity: z.number().nullable().catch(null),
  stock_status: z.string().catch('instock'),
}

const Product = z.object({
  id: z.number(),
  name: z.string(),
  description: Text,
  short_description: Text,
  ...Measures,
  ...Stock,
  dimensions: z
    .object({ length: Text, width: Text, height: Text })
    .catch({ length: '', width: '', height: '' }),
  images: z.array(z.object({ src: z.string(), alt: Text })).catch([]),
  categories: z.array(z.object({ name: z.string() })).catch([]),
  tags: z.array(z.object({ name: z.string() })).catch([]),
  attributes: z
    .array(z.object({ id: z.number().catch(0), name: z.string(), variation: z.boolean().catch(false) }))
    .catch([]),
  meta_data: Meta,
  type: z.string().catch('simple'),
  virtual: z.boolean().catch(false),
  downloadable: z.boolean().catch(false),
  status: z.string().catch('publish'),
  catalog_visibility: z.string().catch('visible'),
  date_modified_gmt: z.string().nullable().catch(null),
})
type Product = z.output<typeof Product>
const Products = z.array(Product)
const FIELDS = Object.keys(Product.shape).join(',')

const Variation = z.object({
  id: z.number(),
  ...Measures,
  ...Stock,
  attributes: z.array(z.object({ id: z.number().catch(0), name: z.string(), option: Text })).catch([]),
  image: z.object({ src: z.string() }).nullable().catch(null),
  meta_data: Meta,
  menu_order: z.number().catch(0),
  status: z.string().catch('publish'),
  virtual: z.boolean().catch(false),
  downloadable: z.boolean().catch(false),
})
type Variation = z.output<typeof Variation>
const VARIATION_FIELDS = Object.keys(Variation.shape).join(',')

/** Returns a page of a site's products with all their variations. */
export async function listSourceProducts(
  client: WooClient,
  site: WooSite,
  { cursor, modifiedSince }: SourceProductFilter,
): Promise<SourceProductPage> {
  const page = Number(cursor ?? 1)
  const since = modifiedSince
    ? `&dates_are_gmt=true&modified_after=${modifiedSince.toISOString().slice(0, 19)}`
    : ''
  const { data, pages } = await callWooCommerce(client, site, {
    path: `/wc/v3/products?page=${page}&per_page=${PER_PAGE}&orderby=id&order=asc${since}&_fields=${FIELDS}`,
    data: Products,
  })
  return {
    products: await completeProducts(client, site, data),
    next: page < pages ? String(page + 1) : null,
  }
}

/** Returns those of a site's products that still exist, with all their variations. */
export async function findSourceProducts(
  client: WooClient,
  site: WooSite,
  externalIds: readonly string[],
): Promise<SourceProduct[]> {
  const ids = externalIds.filter((id) => /^\d{1,15}$/.test(id))
  if (ids.length === 0) return []
  const { data } = await callWooCommerce(client, site, {
    path: `/wc/v3/products?include=${ids.join(',')}&per_page=${Math.min(ids.length, 100)}&_fields=${FIELDS}`,
    data: Products,
  })
  return completeProducts(client, site, data)
}

async function completeProducts(
  client: WooClient,
  site: WooSite,
  products: readonly Product[],
): Promise<SourceProduct[]> {
  const units = await readUnits(client, site)
  const completed: SourceProduct[] = []
  // One after the other, because hosts of stores are small.
  for (const product of products) {
    const variations = product.type === 'variable' ? await readVariations(client, site, product.id) : []
    completed.push(toSourceProduct(product, variations, units))
  }
  return completed
}

async function readVariations(client: WooClient, site: WooSite, productId: number): Promise<Variation[]> {
  const found: Variation[] = []
  for (let page = 1; found.length < MAX_VARIATIONS; page += 1) {
    const { data, pages } = await callWooCommerce(client, site, {
      path: `/wc/v3/products/${productId}/variations?page=${page}&per_page=${VARIATIONS_PER_PAGE}&orderby=id&order=asc&_fields=${VARIATION_FIELDS}`,
      data: z.array(Variation),
    })
    found.push(...data)
    if (page >= pages || data.length === 0) break
  }
  // Variations that are disabled in the store, or not shipped, are excluded.
  const offered = found.filter(
    ({ status, virtual, downloadable }) => status === 'publish' && !virtual && !downloadable,
  )
  return offered.toSorted((one, other) => one.menu_order - other.menu_order || one.id - other.id)
}

function toSourceProduct(product: Product, variations: readonly Variation[], units: WooUnits): SourceProduct {
  const { id, name, description, short_description, dimensions, images, date_modified_gmt } = product
  const options = product.type === 'variable' ? product.attributes.filter(({ variation }) => variation) : []
  return {
    externalId: String(id),
    name: toPlainText(name),
    descriptionHtml: description,
    shortDescriptionHtml: short_description,
    kind: getKind(product),
    status: getStatus(product),
    categories: product.categories.map((category) => toPlainText(category.name)),
    tags: product.tags.map((tag) => toPlainText(tag.name)),
    options: options.map((option) => toPlainText(option.name)),
    variants:
      product.type === 'variable'
        ? toVariants(product, { variations, options, units })
        : [toSimpleVariant(product, units)],
    pictures: images.map(({ src, alt }) => ({ url: src, alt: toPlainText(alt) })),
    lengthMm: units.toMillimetres(dimensions.length),
    widthMm: units.toMillimetres(dimensions.width),
    heightMm: units.toMillimetres(dimensions.height),
    originCountry: null,
    tariffNumber: null,
    modifiedAt: date_modified_gmt ? new Date(`${date_modified_gmt}Z`) : null,
  }
}

function toSimpleVariant(product: Product, units: WooUnits): SourceVariant {
  return {
    externalId: '',
    stockId: String(product.id),
    sku: product.sku,
    barcode: product.global_unique_id,
    values: [],
    ...toPrices(product),
    quantity: countStock(product),
    weightGrams: units.toGrams(product.weight),
    picture: null,
  }
}

/** The value of an attribute that a variation leaves open, because it is sold with any value. */
const ANY = 'Any'

function toVariants(
  product: Product,
  {
    variations,
    options,
    units,
  }: Readonly<{ variations: readonly Variation[]; options: Product['attributes']; units: WooUnits }>,
): SourceVariant[] {
  const shared = variations.filter(({ manage_stock }) => manage_stock === 'parent')
  return variations.map((variation) => ({
    externalId: String(variation.id),
    stockId: String(variation.manage_stock === 'parent' ? product.id : variation.id),
    sku: variation.sku,
    barcode: variation.global_unique_id,
    values: options.map((option) => toPlainText(findOption(variation, option)) || ANY),
    ...toPrices(variation),
    quantity:
      variation.manage_stock === 'parent'
        ? takeShare(countStock(product), shared.indexOf(variation), shared.length)
        : countStock(variation),
    weightGrams: units.toGrams(variation.weight) ?? units.toGrams(product.weight),
    picture: variation.image?.src ?? null,
  }))
}

/** Returns the option of an attribute: global attributes match by number, the product's own by name. */
function findOption({ attributes }: Variation, option: Product['attributes'][number]): string {
  const found = attributes.find(({ id, name }) =>
    option.id === 0 ? id === 0 && name.toLowerCase() === option.name.toLowerCase() : id === option.id,
  )
  return found?.option ?? ''
}

/** Divides stock that is counted for all variations together among them; otherwise it would be sold several times. */
function takeShare(quantity: number | null, place: number, count: number): number | null {
  if (quantity === null) return null
  return Math.floor(quantity / count) + (place < quantity % count ? 1 : 0)
}

/**
 * Returns the stock. WooCommerce does not count stock by default; then only its stock status tells whether there is
 * any.
 */
function countStock({
  manage_stock,
  stock_quantity,
  stock_status,
}: Pick<Product, 'manage_stock' | 'stock_quantity' | 'stock_status'>): number | null {
  if (manage_stock !== false) return Math.max(0, Math.floor(stock_quantity ?? 0))
  return stock_status === 'outofstock' ? 0 : null
}

/** The metadata keys of wholesale plug-ins for a variant's price. */
const WHOLESALE_KEYS = ['wholesale_price', '_wholesale_price', 'wholesale_customer_wholesale_price']

function toPrices({ price, regular_price, meta_data }: Product | Variation) {
  const priceAmount = parseCents(price) ?? null
  const regular = parseCents(regular_price) ?? null
  const wholesale = meta_data.find(({ key, value }) => WHOLESALE_KEYS.includes(key) && value !== '')?.value
  return {
    priceAmount,
    listAmount: regular !== null && priceAmount !== null && regular > priceAmount ? regular : null,
    wholesaleAmount: (typeof wholesale === 'string' ? parseCents(wholesale) : undefined) ?? null,
  }
}
