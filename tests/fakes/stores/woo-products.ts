import { z } from 'zod'
import type { PlayedAnswer, PlayedCall, StandingProduct } from './server.ts'

/** An attribute of a product, or what a variation is chosen by; with an `id` it is one of the whole site's. */
const WrittenAttribute = z.looseObject({
  id: z.number().optional(),
  name: z.string().optional(),
  option: z.string().optional(),
  options: z.array(z.string()).optional(),
  variation: z.boolean().optional(),
})
type WrittenAttribute = z.output<typeof WrittenAttribute>

const Write = z.object({
  id: z.number().optional(),
  name: z.string().optional(),
  type: z.enum(['simple', 'variable']).optional(),
  status: z.literal('publish').optional(),
  sku: z.string().optional(),
  description: z.string().optional(),
  regular_price: z.string().optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().optional(),
  images: z.array(z.strictObject({ src: z.url(), alt: z.string() })).optional(),
  attributes: z.array(WrittenAttribute).optional(),
})
type Write = z.output<typeof Write>

const Batch = z.strictObject({
  create: z.array(Write).optional(),
  update: z.array(Write).optional(),
  delete: z.array(z.never()).optional(),
})

/** What its owner may change of a product or a variation. */
export type OwnerFields = {
  attributes?: WrittenAttribute[]
  salePrice?: string
  images?: string[]
  sku?: string
  type?: string
}

type Product = {
  id: number
  parent: number | undefined
  name: string
  type: string
  sku: string
  price: string
  quantity: number
  images: string[]
  attributes: WrittenAttribute[]
  salePrice: string
  isInBin: boolean
  /** What its owner has set besides. */
  fields: object
}

/** What a played site knows. */
export type WooBooks = { products: Product[]; made: number; takesPictures: boolean }

/** A product as its owner writes one. */
export function ownProduct(name: string, price: string, number: number): Write {
  return {
    name,
    sku: `OWN-${number}`,
    regular_price: price,
    manage_stock: true,
    stock_quantity: 4,
    images: [{ src: 'https://cdn.shop.example/own.jpg', alt: '' }],
  }
}

/** What is answered about products and their variations. */
export function answerProducts(books: WooBooks, { path, query, body }: PlayedCall): PlayedAnswer {
  const found = /^\/wp-json\/wc\/v3\/products(?:\/(\d+)\/variations)?(\/batch)?$/.exec(path)
  if (!found)
    return errorAnswer(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  const parent = found[1] === undefined ? undefined : Number(found[1])
  return found[2] ? { status: 200, body: batch(books, body, parent) } : list(books, query, parent)
}

const IMAGE_ERROR = 'woocommerce_product_image_upload_error'

/** Makes a product, or a variation of `parent`; gives what is answered of it. */
export function createProduct(books: WooBooks, write: Write, parent?: number): object {
  // Recorded: what lies in the bin keeps its SKU, and another one may have it too.
  const taken = books.products.find(({ sku, isInBin }) => write.sku && sku === write.sku && !isInBin)
  if (taken) return refusal('product_invalid_sku', 'Invalid or duplicated SKU.', { resource_id: taken.id })
  if (write.name?.includes('Forbidden')) return refusal('rest_invalid_param', 'Invalid parameter(s): name')
  if (!books.takesPictures && write.images?.length) return refusal(IMAGE_ERROR, 'Error getting remote image.')
  books.made += 1
  const { name = '', type = 'simple', sku = '' } = write
  const shape = {
    name,
    type,
    sku,
    price: '',
    quantity: 0,
    images: [],
    attributes: [],
    salePrice: '',
    isInBin: false,
    fields: {},
  }
  const product: Product = { ...shape, id: books.made, parent }
  books.products.push(product)
  return change(books, product, write)
}

function change(books: WooBooks, product: Product, write: Write): object {
  product.name = write.name ?? product.name
  // Recorded: whoever writes the regular price ends a sale, and attributes are taken as a whole.
  if (write.regular_price !== undefined) product.salePrice = ''
  product.price = write.regular_price ?? product.price
  product.attributes = write.attributes
    ? choicesOf({ ...product, attributes: write.attributes }, books)
    : product.attributes
  if (write.manage_stock) product.quantity = write.stock_quantity ?? product.quantity
  product.images = write.images?.map(({ src }) => src) ?? product.images
  return shownProduct(product, books)
}

/**
 * The attributes of a product as they are written; of a variation those that its product has for variations, one of the whole site's
 * by its number, one of the product's own by its name. Recorded: all others are left out without a word, and so is what stood there
 * when the product's attribute is renamed.
 */
function choicesOf({ parent, attributes }: Product, { products }: WooBooks): WrittenAttribute[] {
  if (parent === undefined) return attributes.map(asOptions)
  const offered =
    products.find(({ id }) => id === parent)?.attributes.filter(({ variation }) => variation) ?? []
  return attributes.flatMap((wanted) => {
    const known = offered.find((one) =>
      (one.id ?? 0) === 0
        ? !wanted.id && one.name?.toLowerCase() === wanted.name?.toLowerCase()
        : one.id === wanted.id,
    )
    return known ? [{ id: known.id ?? 0, name: known.name, option: asOption(wanted.option) }] : []
  })
}

/** Recorded: options are kept as one text with bars between them. */
function asOptions({ options, ...attribute }: WrittenAttribute): WrittenAttribute {
  return options
    ? { ...attribute, options: options.flatMap((option) => option.split('|')).map((one) => one.trim()) }
    : attribute
}

/** Recorded: what is chosen is cleaned as a typed line is, the options it is chosen from are not. */
function asOption(option = ''): string {
  const plain = option
    .replaceAll('\\', '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('<', '&lt;')
  return plain
    .replace(/%[0-9a-f]{2}/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function batch(books: WooBooks, body: unknown, parent?: number): object {
  const { create: fresh = [], update = [] } = Batch.parse(body)
  // Recorded: PHP writes a map without anything in it as a list.
  if (fresh.length + update.length === 0) return []
  return {
    ...(fresh.length > 0 ? { create: fresh.map((write) => createProduct(books, write, parent)) } : {}),
    ...(update.length > 0 ? { update: updated(books, update) } : {}),
  }
}

function updated(books: WooBooks, update: readonly Write[]): object[] {
  return update.map((write) => {
    const product = books.products.find(({ id }) => id === write.id)
    if (product && !books.takesPictures && write.images?.length)
      return { ...refusal(IMAGE_ERROR, 'Error getting remote image.'), id: write.id }
    if (product) return change(books, product, write)
    return { ...refusal('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id: write.id }
  })
}

function list(books: WooBooks, query: URLSearchParams, parent?: number): PlayedAnswer {
  const perPage = Number(query.get('per_page') ?? 10)
  if (perPage > 100) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  const [skus, ids] = [query.get('sku')?.split(','), query.get('include')?.split(',')]
  const found = books.products
    .filter((product) => product.parent === parent && !product.isInBin)
    .filter(({ sku, id }) => (!skus || skus.includes(sku)) && (!ids || ids.includes(String(id))))
  const from = (Number(query.get('page') ?? 1) - 1) * perPage
  const pages = String(Math.ceil(found.length / perPage))
  return {
    status: 200,
    body: found.slice(from, from + perPage).map((product) => fieldsOf(shownProduct(product, books), query)),
    headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': pages },
  }
}

/** `_fields` leaves out what was not asked for. */
function fieldsOf(product: object, query: URLSearchParams): object {
  const wanted = query.get('_fields')?.split(',')
  return wanted
    ? Object.fromEntries(Object.entries(product).filter(([name]) => wanted.includes(name)))
    : product
}

function refusal(code: string, message: string, data: object = {}): object {
  return { id: 0, error: { code, message, data: { status: 400, ...data } } }
}

/** How WordPress says no. */
export function errorAnswer(status: number, code: string, message: string): PlayedAnswer {
  return { status, body: { code, message, data: { status } } }
}

/** A product or a variation as a site answers it. */
export function shownProduct(product: Product, books: WooBooks) {
  const { id, parent, name, type, sku, price, salePrice, quantity, images, fields } = product
  return {
    id,
    name,
    parent_id: parent ?? 0,
    type,
    sku,
    price: salePrice || price,
    regular_price: price,
    sale_price: salePrice,
    attributes: choicesOf(product, books),
    description: `<p>${name}</p>`,
    manage_stock: true,
    stock_quantity: quantity,
    stock_status: quantity > 0 ? 'instock' : 'outofstock',
    images: images.map((src) => ({ src })),
    virtual: false,
    downloadable: false,
    status: 'publish',
    catalog_visibility: 'visible',
    ...fields,
  }
}

/** A product in the words that both kinds of shops share. */
export function standingOf(product: Product, all: readonly Product[]): StandingProduct {
  const { id, name, images, type } = product
  const sold = type === 'variable' ? all.filter(({ parent }) => parent === id) : [product]
  const offers = sold.map(({ sku, price, quantity }) => ({ sku, price, quantity }))
  return { id: String(id), name, pictures: images, offers }
}
