import { z } from 'zod'
import type { StoreResponse, StoreRequest, FakeStoreProduct } from './server.ts'

/** An attribute of a product or variation; with an `id` it is an attribute of the site. */
const AttributeInput = z.looseObject({
  id: z.number().optional(),
  name: z.string().optional(),
  option: z.string().optional(),
  options: z.array(z.string()).optional(),
  variation: z.boolean().optional(),
})
type AttributeInput = z.output<typeof AttributeInput>

const ProductInput = z.object({
  id: z.number().optional(),
  name: z.string().optional(),
  type: z.enum(['simple', 'variable']).optional(),
  status: z.enum(['publish', 'draft']).optional(),
  sku: z.string().optional(),
  description: z.string().optional(),
  regular_price: z.string().optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().optional(),
  short_description: z.string().optional(),
  weight: z.string().optional(),
  categories: z.array(z.strictObject({ id: z.number() })).optional(),
  images: z.array(z.strictObject({ src: z.url(), alt: z.string() })).optional(),
  attributes: z.array(AttributeInput).optional(),
})
type ProductInput = z.output<typeof ProductInput>

const Batch = z.strictObject({
  create: z.array(ProductInput).optional(),
  update: z.array(ProductInput).optional(),
  delete: z.array(z.never()).optional(),
})

/** The fields of a product or a variation that its owner may change. */
export type OwnerFields = {
  attributes?: AttributeInput[]
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
  attributes: AttributeInput[]
  salePrice: string
  isInBin: boolean
  /** Further fields that its owner has set. */
  fields: object
}

/** The state of a fake site. */
export type WooState = {
  products: Product[]
  /** Names by id. */
  categories: Map<number, string>
  made: number
  takesPictures: boolean
}

/** Returns a product as its owner enters it. */
export function createOwnProductInput(name: string, price: string, number: number): ProductInput {
  return {
    name,
    sku: `OWN-${number}`,
    regular_price: price,
    manage_stock: true,
    stock_quantity: 4,
    images: [{ src: 'https://cdn.shop.example/own.jpg', alt: '' }],
  }
}

/** Answers requests for products and their variations. */
export function handleProductRequest(state: WooState, { path, query, body }: StoreRequest): StoreResponse {
  if (path.endsWith('/products/categories')) return handleCategoryRequest(state, { query, body })
  const found = /^\/wp-json\/wc\/v3\/products(?:\/(\d+)\/variations)?(\/batch)?$/.exec(path)
  if (!found)
    return errorResponse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  const parent = found[1] === undefined ? undefined : Number(found[1])
  return found[2] ? { status: 200, body: batch(state, body, parent) } : list(state, query, parent)
}

function handleCategoryRequest(
  { categories }: WooState,
  { query, body }: Pick<StoreRequest, 'query' | 'body'>,
): StoreResponse {
  const known = [...categories].map(([id, name]) => ({ id, name }))
  if (body === undefined) {
    const search = query.get('search')?.toLowerCase() ?? ''
    return { status: 200, body: known.filter(({ name }) => name.toLowerCase().includes(search)) }
  }
  const { name } = z.strictObject({ name: z.string().min(1) }).parse(body)
  const plain = name.replaceAll('&', '&amp;')
  if (known.some((one) => one.name.toLowerCase() === plain.toLowerCase()))
    return errorResponse(400, 'term_exists', 'A term with the name provided already exists.')
  categories.set(categories.size + 15, plain)
  return { status: 201, body: { id: categories.size + 14, name: plain } }
}

const IMAGE_ERROR = 'woocommerce_product_image_upload_error'

/** Creates a product, or a variation of `parent`; returns its response. */
export function createProduct(state: WooState, productInput: ProductInput, parent?: number): object {
  // As recorded: a trashed product keeps its SKU, and another one may have the same.
  const taken = state.products.find(
    ({ sku, isInBin }) => productInput.sku && sku === productInput.sku && !isInBin,
  )
  if (taken) return toError('product_invalid_sku', 'Invalid or duplicated SKU.', { resource_id: taken.id })
  if (productInput.name?.includes('Forbidden'))
    return toError('rest_invalid_param', 'Invalid parameter(s): name')
  if (!state.takesPictures && productInput.images?.length)
    return toError(IMAGE_ERROR, 'Error getting remote image.')
  state.made += 1
  const { name = '', type = 'simple', sku = '' } = productInput
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
  const product: Product = { ...shape, id: state.made, parent }
  state.products.push(product)
  return change(state, product, productInput)
}

function change(state: WooState, product: Product, productInput: ProductInput): object {
  product.name = productInput.name ?? product.name
  // As recorded: setting the regular price ends a sale, and attributes are replaced as a whole.
  if (productInput.regular_price !== undefined) product.salePrice = ''
  product.price = productInput.regular_price ?? product.price
  if (productInput.status) product.fields = { ...product.fields, status: productInput.status }
  const { description, short_description, weight, categories } = productInput
  product.fields = {
    ...product.fields,
    ...(description === undefined ? {} : { description }),
    ...(short_description === undefined ? {} : { short_description }),
    ...(weight === undefined ? {} : { weight }),
    ...(categories === undefined
      ? {}
      : { categories: categories.map(({ id }) => ({ id, name: state.categories.get(id) })) }),
  }
  product.attributes = productInput.attributes
    ? getVariationAttributes({ ...product, attributes: productInput.attributes }, state)
    : product.attributes
  if (productInput.manage_stock) product.quantity = productInput.stock_quantity ?? product.quantity
  product.images = productInput.images?.map(({ src }) => src) ?? product.images
  return toWooProduct(product, state)
}

/**
 * The attributes of a product as they are written; of a variation those that its product has for variations, one of the whole site's
 * by its number, one of the product's own by its name. Recorded: all others are left out without a word, and so is what stood there
 * when the product's attribute is renamed.
 */
function getVariationAttributes({ parent, attributes }: Product, { products }: WooState): AttributeInput[] {
  if (parent === undefined) return attributes.map(toListAttribute)
  const offered =
    products.find(({ id }) => id === parent)?.attributes.filter(({ variation }) => variation) ?? []
  return attributes.flatMap((wanted) => {
    const known = offered.find((one) =>
      (one.id ?? 0) === 0
        ? !wanted.id && one.name?.toLowerCase() === wanted.name?.toLowerCase()
        : one.id === wanted.id,
    )
    return known ? [{ id: known.id ?? 0, name: known.name, option: toVariationAttribute(wanted.option) }] : []
  })
}

/** As recorded: options are stored as one text with bars between them. */
function toListAttribute({ options, ...attribute }: AttributeInput): AttributeInput {
  return options
    ? { ...attribute, options: options.flatMap((option) => option.split('|')).map((one) => one.trim()) }
    : attribute
}

/** As recorded: the selected value is cleaned like a text field, but the options are not. */
function toVariationAttribute(option = ''): string {
  const plain = option
    .replaceAll('\\', '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('<', '&lt;')
  return plain
    .replace(/%[0-9a-f]{2}/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function batch(state: WooState, body: unknown, parent?: number): object {
  const { create: fresh = [], update = [] } = Batch.parse(body)
  // Recorded: PHP writes a map without anything in it as a list.
  if (fresh.length + update.length === 0) return []
  return {
    ...(fresh.length > 0
      ? { create: fresh.map((productInput) => createProduct(state, productInput, parent)) }
      : {}),
    ...(update.length > 0 ? { update: updateProducts(state, update) } : {}),
  }
}

function updateProducts(state: WooState, update: readonly ProductInput[]): object[] {
  return update.map((productInput) => {
    const product = state.products.find(({ id }) => id === productInput.id)
    if (product && !state.takesPictures && productInput.images?.length)
      return { ...toError(IMAGE_ERROR, 'Error getting remote image.'), id: productInput.id }
    if (product) return change(state, product, productInput)
    return { ...toError('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id: productInput.id }
  })
}

function list(state: WooState, query: URLSearchParams, parent?: number): StoreResponse {
  const perPage = Number(query.get('per_page') ?? 10)
  if (perPage > 100) return errorResponse(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  const [skus, ids] = [query.get('sku')?.split(','), query.get('include')?.split(',')]
  const found = state.products
    .filter((product) => product.parent === parent && !product.isInBin)
    .filter(({ sku, id }) => (!skus || skus.includes(sku)) && (!ids || ids.includes(String(id))))
  const from = (Number(query.get('page') ?? 1) - 1) * perPage
  const pages = String(Math.ceil(found.length / perPage))
  return {
    status: 200,
    body: found
      .slice(from, from + perPage)
      .map((product) => selectFields(toWooProduct(product, state), query)),
    headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': pages },
  }
}

/** `_fields` removes fields that were not requested. */
function selectFields(product: object, query: URLSearchParams): object {
  const wanted = query.get('_fields')?.split(',')
  return wanted
    ? Object.fromEntries(Object.entries(product).filter(([name]) => wanted.includes(name)))
    : product
}

function toError(code: string, message: string, data: object = {}): object {
  return { id: 0, error: { code, message, data: { status: 400, ...data } } }
}

/** Returns an error response in the form of WordPress. */
export function errorResponse(status: number, code: string, message: string): StoreResponse {
  return { status, body: { code, message, data: { status } } }
}

/** Returns a product or a variation as a site does. */
export function toWooProduct(product: Product, state: WooState) {
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
    attributes: getVariationAttributes(product, state),
    description: `<p>${name}</p>`,
    manage_stock: true,
    stock_quantity: quantity,
    stock_status: quantity > 0 ? 'instock' : 'outofstock',
    images: images.map((src) => ({ src })),
    virtual: false,
    downloadable: false,
    status: 'publish',
    catalog_visibility: 'visible',
    variations: state.products.filter((one) => one.parent === id && !one.isInBin).map((one) => one.id),
    ...fields,
  }
}

/** Converts a product to the form that both kinds of fake stores share. */
export function toFakeWooProduct(product: Product, all: readonly Product[]): FakeStoreProduct {
  const { id, name, images, type } = product
  const sold = type === 'variable' ? all.filter(({ parent }) => parent === id) : [product]
  const offers = sold.map(({ sku, price, quantity }) => ({ sku, price, quantity }))
  return { id: String(id), name, pictures: images, offers }
}
