import { z } from 'zod'
import { API_VERSION } from '#connectors/shopify/operations.ts'
import type { StoreResponse, StoreRequest, FakeStore, StoreFault } from './server.ts'
import { nextGid, PRODUCT_OPERATIONS, type ShopifyState, toFakeShopifyProduct } from './shopify-products.ts'
import { editShopifyVariants } from './variant-editor.ts'

/** A fake Shopify store; `throttle` makes the next calls wait, in Shopify's form: with a status 200. */
export type FakeShopify = FakeStore &
  Readonly<{
    throttle(calls: number): void
    /** A product of the owner's with whatever fields Shopify would answer for it. */
    addFields(title: string, fields: object): void
    /** Changes Shopify's answers about it from now on. */
    setFields(title: string, fields: object): void
  }>

const SCOPES = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
]
const TOKEN = 'shpat_played0000000000000000000000'

const GraphQLBody = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) })

/** Creates a fake Shopify store with an access token, an optional rate limit, and products. */
export function createFakeShopify(
  name: string,
  { currency = 'USD', scopes = SCOPES }: { currency?: string; scopes?: string[] } = {},
): FakeShopify {
  const faults: StoreFault[] = []
  const requests: string[] = []
  const state: ShopifyState = { products: [], keys: new Set(), made: 1_000 }
  let [throttled, isLocked] = [0, false]

  function answer({ path, headers, body }: StoreRequest): StoreResponse {
    if (path === '/admin/oauth/access_token') return grantToken(body)
    if (path !== `/admin/api/${API_VERSION}/graphql.json`)
      return { status: 404, body: { errors: 'Not Found' } }
    if (isLocked || headers['x-shopify-access-token'] !== TOKEN) return { status: 401, body: WRONG_TOKEN }
    const { query, variables } = GraphQLBody.parse(body)
    const operation = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    requests.push(operation)
    if (throttled > 0) {
      throttled -= 1
      return { status: 200, body: THROTTLED }
    }
    if (operation === 'SetStock' && !query.includes('@idempotent(key: $key)'))
      return { status: 200, body: { errors: [{ message: 'The @idempotent directive is required.' }] } }
    if (operation === 'StoreCheck')
      return { status: 200, body: { data: toStoreCheck(name, currency, scopes) } }
    if (operation === 'StoreLocations') return { status: 200, body: { data: LOCATIONS } }
    const data = PRODUCT_OPERATIONS[operation]?.(state, variables)
    return { status: 200, body: data ? { data } : { errors: [{ message: `No operation ${operation}` }] } }
  }

  return {
    typed: { platform: 'shopify', shop: name, accessToken: TOKEN },
    faults,
    requests,
    throttle: (calls) => void (throttled = calls),
    lockOut: () => void (isLocked = true),
    activeProducts: () =>
      state.products
        .filter(({ fields }) => Reflect.get(fields ?? {}, 'status') !== 'DRAFT')
        .map(toFakeShopifyProduct),
    rename(id, title) {
      for (const product of state.products) if (product.id === id) product.title = title
    },
    addOwn: (title, price) => addOwnProduct(state, title, price),
    editVariants: (productId) => editShopifyVariants(state, productId),
    addFields(title, fields) {
      addOwnProduct(state, title, '45.50')
      const created = state.products.at(-1)
      if (created) created.fields = fields
    },
    setFields(title, fields) {
      for (const product of state.products) if (product.title === title) product.fields = fields
    },
    answer,
  }
}

function addOwnProduct(state: ShopifyState, title: string, price: string): void {
  const id = nextGid(state, 'Product')
  const [sku, handle] = [`OWN-${state.made}`, `own-${state.made}`]
  const variants = [
    { id: nextGid(state, 'ProductVariant'), sku, price, quantity: 4, values: 'Default Title' },
  ]
  state.products.push({ id, handle, title, files: ['https://cdn.shop.example/own.jpg'], variants })
}

function toStoreCheck(name: string, currencyCode: string, scopes: readonly string[]) {
  return {
    shop: { name: `The shop ${name}`, currencyCode },
    currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
  }
}

/** The ID and secret of an app of the Dev Dashboard, which gets the token by them. */
export const SHOPIFY_APP = { clientId: 'app0000', clientSecret: 'shpss_played' }

function grantToken(body: unknown): StoreResponse {
  const sent = Object.entries(Object(body)).join(' ')
  const { clientId, clientSecret } = SHOPIFY_APP
  const right = `grant_type,client_credentials client_id,${clientId} client_secret,${clientSecret}`
  if (sent !== right) return { status: 400, body: { error: 'invalid_client' } }
  return { status: 200, body: { access_token: TOKEN, scope: SCOPES.join(), expires_in: 86_399 } }
}

const LOCATIONS = {
  locations: { nodes: [{ id: 'gid://shopify/Location/1', isActive: true, fulfillsOnlineOrders: true }] },
}

const WRONG_TOKEN = {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
}

const THROTTLED = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: {
    cost: {
      requestedQueryCost: 112,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 12, restoreRate: 50 },
    },
  },
}
