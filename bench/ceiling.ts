import { createServer, type ServerResponse } from 'node:http'
import { databaseOver } from '#database/database.ts'
import { openPool } from '#database/open-database.ts'
import { selectDetail } from '#features/catalogue/catalog/detail-queries.ts'
import { facetCounts } from '#features/catalogue/catalog/facets/facet-counts.ts'
import { listNarrowed, listPage } from '#features/catalogue/catalog/lists/list-products.ts'
import { narrowingOf, spanOf } from '#features/catalogue/catalog/rules.ts'

// The bare handler that the shop is measured against, in a process of its own: no framework, no validation, the shop's own
// queries. DATABASE_URL in, its address out.
const pool = openPool({ url: process.env['DATABASE_URL'] ?? '', size: 16, log: console.error })
const db = databaseOver(pool)

let kept: Buffer | undefined
setInterval(() => (kept = undefined), 1000)

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
    case '/kept':
      return (kept ??= Buffer.from(await listPage(db, NEWEST, spanOf(1, 50))))
    case '/list':
      return listPage(db, NEWEST, spanOf(page, 50))
    case '/category':
      return listPage(db, { ...NEWEST, category: 'Rings' }, spanOf(page, 50))
    case '/filter':
      return listNarrowed(db, counts, {
        narrowing: filterOf(Number(url.searchParams.get('min'))),
        span: spanOf(1, 50),
      })
    default:
      return (await selectDetail(db, url.pathname.slice('/detail/'.length))) ?? 'null'
  }
}

const counts = facetCounts()

const NEWEST = { category: undefined, sort: 'newest' } as const

function filterOf(min: number) {
  const bounds = {
    productName: '',
    minPrice: String(min),
    maxPrice: String(min + 40),
    minQuantity: '',
    maxQuantity: '',
  }
  return narrowingOf(bounds, NEWEST)
}

function send(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
