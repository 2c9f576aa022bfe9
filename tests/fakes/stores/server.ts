import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createFakeShopify, type FakeShopify } from './fake-shopify.ts'
import { createFakeWoo, type FakeWoo, type FakeWooOptions } from './fake-woo.ts'
import type { VariantEditor } from './variant-editor.ts'

/**
 * The failure of the next call, if any. It is too many calls, an error, an internal error, a firewall that refuses
 * it, no connection, an HTML page, `led_on`: to the same call with another slash, as WordPress does with plain
 * permalinks, `moved`: to another host, `warned`: warnings of a broken plugin stand before the response, or `lost`:
 * it is done, but the response never comes.
 */
export type StoreFault =
  | 'none'
  | 'busy'
  | 'failing'
  | 'broken'
  | 'firewall'
  | 'gone'
  | 'a_page'
  | 'led_on'
  | 'moved'
  | 'warned'
  | 'lost'

/** As PHP writes them where its errors are displayed. */
const WARNINGS = `<br />
<b>Warning</b>:  Undefined array key "size" in <b>/srv/www/[site]/wp-content/plugins/old/old.php</b> on line <b>7</b><br />
<br />
<b>Deprecated</b>:  strlen(): Passing null {closure} [1, 2] to parameter #1 ($string) is deprecated<br />
`

/** A call as a fake store gets it: the path without the host, the body parsed. */
export type StoreRequest = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}>

/** The response of a fake store. */
export type StoreResponse = Readonly<{ status: number; body: unknown; headers?: Record<string, string> }>

/** A product of a fake store, in terms of both platforms. */
export type FakeStoreProduct = Readonly<{
  id: string
  name: string
  pictures: readonly string[]
  /** Of each variant, or of the product itself: our number, the store's price, and the quantity. */
  offers: readonly Readonly<{ sku: string; price: string; quantity: number }>[]
}>

/** A fake store of either kind. */
export type FakeStore = Readonly<{
  /** The values that its owner enters to connect it. */
  typed: Readonly<Record<string, string>>
  faults: StoreFault[]
  /** The requests, as `METHOD path` or by the names of operations. */
  requests: string[]
  activeProducts(): readonly FakeStoreProduct[]
  /** The owner's own actions: rename a product, and add one. */
  rename(id: string, name: string): void
  addOwn(name: string, price: string): void
  editVariants(productId: string): VariantEditor
  /** Revokes the keys. */
  lockOut(): void
  answer(call: StoreRequest): StoreResponse
}>

/** All fake shops on one server of this machine, each in a folder named after its host. */
export type FakeStores = Readonly<{
  url: string
  shopify(name: string, options?: { currency?: string; scopes?: string[] }): FakeShopify
  woo(host: string, options?: FakeWooOptions): FakeWoo
  close(): Promise<void>
}>

/** Starts fake stores for the setting `FAKE_STORES_URL`. */
export async function startFakeStores(): Promise<FakeStores> {
  const stores = new Map<string, FakeStore>()
  const server = createServer((request, response) => {
    void handleStoreRequest(stores, request).then((fake) => {
      if (!fake) return void request.socket.destroy()
      const isPage = typeof fake.body === 'string'
      response.writeHead(fake.status, {
        'content-type': isPage ? 'text/html' : 'application/json',
        ...fake.headers,
      })
      response.end(isPage ? fake.body : JSON.stringify(fake.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    shopify(name, options) {
      const shop = createFakeShopify(name, options)
      stores.set(`${name}.myshopify.com`, shop)
      return shop
    },
    woo(host, options) {
      const shop = createFakeWoo(host, options)
      stores.set(host, shop)
      return shop
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Undefined breaks the connection off. */
async function handleStoreRequest(
  stores: ReadonlyMap<string, FakeStore>,
  request: IncomingMessage,
): Promise<StoreResponse | undefined> {
  const url = new URL(request.url ?? '/', 'http://played')
  const [, host = '', ...folders] = url.pathname.split('/')
  const store = stores.get(host)
  if (!store) return { status: 404, body: '<h1>Not found</h1>' }
  const fault = store.faults.shift()
  if (fault === 'gone') return undefined
  if (fault === 'failing') return { status: 503, body: '<h1>Service Unavailable</h1>' }
  if (fault === 'a_page') return { status: 200, body: '<h1>Under construction</h1>' }
  if (fault === 'led_on' || fault === 'moved') {
    const redirectUrl = `https://${fault === 'moved' ? 'www.' : ''}${host}/${folders.join('/')}/${url.search}`
    return { status: 301, body: '', headers: { location: redirectUrl } }
  }
  if (fault === 'broken') return { status: 500, body: '<h1>There has been a critical error</h1>' }
  if (fault === 'firewall') return { status: 403, body: '<h1>403 Forbidden</h1>' }
  if (fault === 'busy') return { status: 429, body: '<h1>Too Many Requests</h1>' }
  const sent = await text(request)
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  const fields = isForm ? Object.fromEntries(new URLSearchParams(sent)) : undefined
  const body: unknown = fields ?? (sent === '' ? undefined : JSON.parse(sent))
  const { method = 'GET', headers } = request
  const call = { method, path: `/${folders.join('/')}`, query: url.searchParams, headers, body }
  const handleRequest = store.answer(call)
  if (fault === 'warned') return { ...handleRequest, body: WARNINGS + JSON.stringify(handleRequest.body) }
  return fault === 'lost' ? undefined : handleRequest
}
