import { z } from 'zod'
import type { PlayedAnswer, PlayedCall, PlayedShop, StandingProduct, StoreFault } from './server.ts'

/** A WooCommerce site, played; `refusePictures` makes it fail at pictures, as one behind a firewall does. */
export type FakeWoo = PlayedShop &
  Readonly<{
    refusePictures(isRefused?: boolean): void
    moveToBin(id: string): void
    /** What is done whenever the site is asked, such as letting time pass. */
    whenAsked(happens: () => void): void
    /** A product of the owner's with whatever fields a real site would answer for it. */
    addFields(name: string, fields: object): void
    /** What its owner does to a product or a variation in the admin. */
    setFields(id: string, fields: OwnerFields): void
    /** All products and variations as a real site would answer them. */
    listed(): readonly ReturnType<typeof shown>[]
  }>

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
  attributes: z.array(z.looseObject({ name: z.string() })).optional(),
})
type Write = z.output<typeof Write>

const Batch = z.strictObject({
  create: z.array(Write).optional(),
  update: z.array(Write).optional(),
  delete: z.array(z.never()).optional(),
})

/** What its owner may change of a product. */
type OwnerFields = { attributes?: object[]; salePrice?: string; images?: string[] }

type Product = {
  id: number
  parent: number | undefined
  name: string
  type: string
  sku: string
  price: string
  quantity: number
  images: string[]
  attributes: object[]
  salePrice: string
  isInBin: boolean
  /** What its owner has set besides. */
  fields: object
}

type Books = { products: Product[]; made: number; takesPictures: boolean }

/**
 * What a site is, where it matters: it sells in dollars, and its key may write. One that `stripsHeaders` stands behind a server that
 * keeps the Authorization header to itself.
 */
export type WooGiven = Readonly<{
  currency?: string
  mayWrite?: boolean
  name?: string
  stripsHeaders?: boolean
}>

/**
 * Plays a site as the recorded WooCommerce 8.4 answers: keys by Basic authentication or in the query, no SKU twice, batches that fail
 * one by one.
 */
export function fakeWoo(
  host: string,
  { currency = 'USD', mayWrite = true, name: siteName = `The site ${host}`, stripsHeaders }: WooGiven = {},
): FakeWoo {
  const faults: StoreFault[] = []
  const asked: string[] = []
  const books: Books = { products: [], made: 10, takesPictures: true }
  const [key, secret] = [`ck_${'a'.repeat(40)}`, `cs_${'b'.repeat(40)}`]
  const pass = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  let isLocked = false
  let happens = (): void => undefined

  function answer(call: PlayedCall): PlayedAnswer {
    const { method, path, headers, query } = call
    asked.push(`${method} ${path}`)
    happens()
    if (path === '/wp-json/') return { status: 200, body: { name: siteName, namespaces: ['wp/v2', 'wc/v3'] } }
    const isInQuery = query.get('consumer_key') === key && query.get('consumer_secret') === secret
    const isUnseen = !query.has('consumer_key') && (stripsHeaders || headers.authorization === undefined)
    if (isUnseen) return error(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    if (isLocked || (headers.authorization !== pass && !isInQuery))
      return error(401, NO_AUTH, 'Consumer key is invalid.')
    if (method === 'POST' && !mayWrite)
      return error(401, NO_AUTH, 'The API key provided does not have write permissions.')
    if (path === '/wp-json/wc/v3/settings/general/woocommerce_currency')
      return { status: 200, body: { value: currency } }
    return answerProducts(books, call)
  }

  const byId = (id: string) => books.products.filter((product) => String(product.id) === id)
  return {
    typed: { platform: 'woocommerce', shop: `https://${host}/`, key, secret },
    faults,
    asked,
    refusePictures: (isRefused = true) => void (books.takesPictures = !isRefused),
    setFields(id, fields) {
      for (const product of byId(id)) Object.assign(product, fields)
    },
    listed: () => books.products.map(shown),
    whenAsked: (wanted) => void (happens = wanted),
    lockOut: () => void (isLocked = true),
    moveToBin(id) {
      for (const product of byId(id)) product.isInBin = true
    },
    standing: () =>
      books.products
        .filter(({ parent }) => parent === undefined)
        .map((product) => standingOf(product, books.products)),
    rename(id, name) {
      for (const product of byId(id)) product.name = name
    },
    addOwn: (name, price) => void create(books, ownProduct(name, price, books.made)),
    addFields(name, fields) {
      create(books, ownProduct(name, '45.50', books.made))
      const made = books.products.at(-1)
      if (made) made.fields = fields
    },
    answer,
  }
}

const NO_AUTH = 'woocommerce_rest_authentication_error'

function ownProduct(name: string, price: string, number: number): Write {
  return {
    name,
    sku: `OWN-${number}`,
    regular_price: price,
    manage_stock: true,
    stock_quantity: 4,
    images: [{ src: 'https://cdn.shop.example/own.jpg', alt: '' }],
  }
}

function answerProducts(books: Books, { path, query, body }: PlayedCall): PlayedAnswer {
  const found = /^\/wp-json\/wc\/v3\/products(?:\/(\d+)\/variations)?(\/batch)?$/.exec(path)
  if (!found) return error(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  const parent = found[1] === undefined ? undefined : Number(found[1])
  return found[2] ? { status: 200, body: batch(books, body, parent) } : list(books, query, parent)
}

const IMAGE_ERROR = 'woocommerce_product_image_upload_error'

function create(books: Books, write: Write, parent?: number): object {
  const taken = books.products.find(({ sku }) => write.sku && sku === write.sku)
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
  return change(product, write)
}

function change(product: Product, write: Write): object {
  product.name = write.name ?? product.name
  // Recorded: whoever writes the regular price ends a sale, and attributes are taken as a whole.
  if (write.regular_price !== undefined) product.salePrice = ''
  product.price = write.regular_price ?? product.price
  product.attributes = write.attributes ?? product.attributes
  if (write.manage_stock) product.quantity = write.stock_quantity ?? product.quantity
  product.images = write.images?.map(({ src }) => src) ?? product.images
  return shown(product)
}

function batch(books: Books, body: unknown, parent?: number): object {
  const { create: fresh = [], update = [] } = Batch.parse(body)
  return {
    create: fresh.map((write) => create(books, write, parent)),
    update: update.map((write) => {
      const product = books.products.find(({ id }) => id === write.id)
      if (product && !books.takesPictures && write.images?.length)
        return { ...refusal(IMAGE_ERROR, 'Error getting remote image.'), id: write.id }
      if (product) return change(product, write)
      return { ...refusal('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id: write.id }
    }),
  }
}

function list(books: Books, query: URLSearchParams, parent?: number): PlayedAnswer {
  const perPage = Number(query.get('per_page') ?? 10)
  if (perPage > 100) return error(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  const [skus, ids] = [query.get('sku')?.split(','), query.get('include')?.split(',')]
  const found = books.products
    .filter((product) => product.parent === parent && !product.isInBin)
    .filter(({ sku, id }) => (!skus || skus.includes(sku)) && (!ids || ids.includes(String(id))))
  const from = (Number(query.get('page') ?? 1) - 1) * perPage
  const pages = String(Math.ceil(found.length / perPage))
  return {
    status: 200,
    body: found.slice(from, from + perPage).map((product) => fieldsOf(shown(product), query)),
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

function error(status: number, code: string, message: string): PlayedAnswer {
  return { status, body: { code, message, data: { status } } }
}

function shown(product: Product) {
  const { id, parent, name, type, sku, price, salePrice, quantity, images, attributes, fields } = product
  return {
    id,
    name,
    parent_id: parent ?? 0,
    type,
    sku,
    price: salePrice || price,
    regular_price: price,
    sale_price: salePrice,
    attributes,
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

function standingOf(product: Product, all: readonly Product[]): StandingProduct {
  const { id, name, images, type } = product
  const sold = type === 'variable' ? all.filter(({ parent }) => parent === id) : [product]
  const offers = sold.map(({ sku, price, quantity }) => ({ sku, price, quantity }))
  return { id: String(id), name, pictures: images, offers }
}
