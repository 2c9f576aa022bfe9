import { createServer, type ServerResponse } from 'node:http'
import { createDatabaseClient } from '#database/database.ts'
import { openPool } from '#database/connections/open-database.ts'
import { selectProductDetail } from '#features/catalogue/catalog/storefront/details/detail-queries.ts'
import { createFacetCounts } from '#features/catalogue/catalog/storefront/facets/facet-counts.ts'
import {
  renderFilteredListPage,
  renderListPage,
} from '#features/catalogue/catalog/storefront/lists/list-products.ts'
import { createPostgresSearch } from '#features/catalogue/catalog/storefront/search/postgres-search.ts'
import { toProductFilter, toPageRange } from '#features/catalogue/catalog/rules.ts'

// The bare handler that the shop is measured against, in a process of its own: no framework, no validation, the shop's own
// queries. DATABASE_URL in, its address out.
const pool = openPool({ url: process.env['DATABASE_URL'] ?? '', size: 16, log: console.error })
const db = createDatabaseClient(pool)

let cachedBody: Buffer | undefined
setInterval(() => (cachedBody = undefined), 1000)

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  answer(url).then(
    (body) => send(response, body),
    () => response.writeHead(500).end(),
  )
})

async function answer(url: URL): Promise<string | Buffer> {
  const page = Number(url.searchParams.get('page') ?? 1)
  switch (url.pathname) {
    case '/cached':
      return (cachedBody ??= Buffer.from(await renderListPage(db, NEWEST, toPageRange(1, 50))))
    case '/list':
      return renderListPage(db, NEWEST, toPageRange(page, 50))
    case '/category':
      return renderListPage(db, { ...NEWEST, category: 'Rings' }, toPageRange(page, 50))
    case '/filter':
      return renderFilteredListPage(db, search, {
        filter: toFilters(Number(url.searchParams.get('min'))),
        span: toPageRange(1, 50),
      })
    default:
      return (await selectProductDetail(db, url.pathname.slice('/detail/'.length))) ?? 'null'
  }
}

const search = createPostgresSearch(createFacetCounts())

const NEWEST = { category: undefined, sort: 'newest' } as const

function toFilters(min: number) {
  const bounds = {
    productName: '',
    minPrice: String(min),
    maxPrice: String(min + 40),
    minQuantity: '',
    maxQuantity: '',
  }
  return toProductFilter(bounds, NEWEST)
}

function send(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
