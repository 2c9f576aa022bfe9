import type { StoreResponse, StoreRequest, FakeStore, StoreFault } from './server.ts'
import {
  handleProductRequest,
  createProduct,
  errorResponse,
  type OwnerFields,
  createOwnProductInput,
  toWooProduct,
  toFakeWooProduct,
  type WooState,
} from './woo-products.ts'
import { editWooVariations } from './variant-editor.ts'

/** A fake WooCommerce site; `refusePictures` makes it reject pictures, like a site behind a firewall. */
export type FakeWoo = FakeStore &
  Readonly<{
    refusePictures(isRefused?: boolean): void
    /** Its number stays, its SKU is free. */
    moveToBin(id: string): void
    /** Runs at each request to the site, for example to advance time. */
    onRequest(listener: () => void): void
    /** A product of the owner's with whatever fields a real site would answer for it. */
    addFields(name: string, fields: object): void
    /** Changes a product or variation as its owner does in the admin. */
    setFields(id: string, fields: OwnerFields): void
    /** All products and variations as a real site would answer them. */
    listed(): readonly ReturnType<typeof toWooProduct>[]
  }>

/**
 * The options of a fake site: it sells in dollars, and its key may write. One that `stripsHeaders` stands behind a
 * server that keeps the Authorization header to itself; `refusesOrders` is the status with which it refuses to list
 * orders.
 */
export type FakeWooOptions = Readonly<{
  currency?: string
  mayWrite?: boolean
  name?: string
  stripsHeaders?: boolean
  refusesOrders?: 401 | 403
}>

/**
 * Returns a fake site that answers like a recorded WooCommerce 8.4. Keys come by Basic authentication or in the
 * query, SKUs are unique, and items of a batch fail separately.
 */
export function createFakeWoo(host: string, options: FakeWooOptions = {}): FakeWoo {
  const { currency = 'USD', mayWrite = true, name = `The site ${host}`, stripsHeaders } = options
  const faults: StoreFault[] = []
  const requests: string[] = []
  const state: WooState = { products: [], categories: new Map(), made: 10, takesPictures: true }
  const [key, secret] = [`ck_${'a'.repeat(40)}`, `cs_${'b'.repeat(40)}`]
  let areKeysRevoked = false
  let listener = (): void => undefined

  function answer(call: StoreRequest): StoreResponse {
    const { method, path, headers, query } = call
    requests.push(`${method} ${path}`)
    listener()
    if (path === '/wp-json/') return { status: 200, body: { name, namespaces: ['wp/v2', 'wc/v3'] } }
    const shownKeys = readKeys(query, stripsHeaders ? undefined : headers.authorization)
    // As recorded: an unknown key gets the same answer as no key, and a wrong secret another one.
    if (areKeysRevoked || shownKeys.key !== key)
      return method === 'POST' ? WRITE_UNAUTHORIZED : READ_UNAUTHORIZED
    if (shownKeys.secret !== secret) return errorResponse(401, NO_AUTH, 'Consumer secret is invalid.')
    if (method === 'POST' && !mayWrite)
      return errorResponse(401, NO_AUTH, 'The API key provided does not have write permissions.')
    if (path === '/wp-json/wc/v3/settings/general/woocommerce_currency')
      return { status: 200, body: { value: currency } }
    if (path === '/wp-json/wc/v3/settings/products/woocommerce_weight_unit')
      return { status: 200, body: { value: 'g' } }
    if (path === '/wp-json/wc/v3/orders') return listNoOrders(options)
    return handleProductRequest(state, call)
  }

  const byId = (id: string) => state.products.filter((product) => String(product.id) === id)
  return {
    typed: { platform: 'woocommerce', shop: `https://${host}/`, key, secret },
    faults,
    requests,
    refusePictures: (isRefused = true) => void (state.takesPictures = !isRefused),
    setFields(id, fields) {
      for (const product of byId(id)) Object.assign(product, fields)
    },
    listed: () => state.products.map((product) => toWooProduct(product, state)),
    onRequest: (callback) => void (listener = callback),
    lockOut: () => void (areKeysRevoked = true),
    moveToBin(id) {
      for (const product of state.products)
        if (String(product.id) === id || String(product.parent) === id) product.isInBin = true
    },
    activeProducts: () =>
      state.products.filter(isOnSale).map((product) => toFakeWooProduct(product, state.products)),
    rename(id, title) {
      for (const product of byId(id)) product.name = title
    },
    addOwn: (title, price) => void createProduct(state, createOwnProductInput(title, price, state.made)),
    editVariants: (productId) => editWooVariations(state, productId),
    addFields(title, fields) {
      createProduct(state, createOwnProductInput(title, '45.50', state.made))
      const created = state.products.at(-1)
      if (created) created.fields = fields
    },
    answer,
  }
}

function isOnSale({ parent, isInBin, fields }: WooState['products'][number]): boolean {
  return parent === undefined && !isInBin && Reflect.get(fields, 'status') !== 'draft'
}

const NO_AUTH = 'woocommerce_rest_authentication_error'
const READ_UNAUTHORIZED = errorResponse(
  401,
  'woocommerce_rest_cannot_view',
  'Sorry, you cannot list resources.',
)
const WRITE_UNAUTHORIZED = errorResponse(
  401,
  'woocommerce_rest_cannot_batch',
  'Sorry, you are not allowed to batch manipulate this resource.',
)

/** It has none, or does not let the key see them. */
function listNoOrders({ refusesOrders }: FakeWooOptions): StoreResponse {
  return refusesOrders ? { ...READ_UNAUTHORIZED, status: refusesOrders } : { status: 200, body: [] }
}

/** Returns the keys of a call, from Basic authentication or the query. */
function readKeys(query: URLSearchParams, authorization = '') {
  const [key = '', secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return {
    key: key || query.get('consumer_key'),
    secret: secret ?? query.get('consumer_secret'),
  }
}
