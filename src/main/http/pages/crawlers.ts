import { Hono, type Context } from 'hono'
import type { Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { CATEGORIES } from '#features/catalogue/catalog/contract.ts'
import { selectSitemapParts, streamSitemapPart } from '#features/catalogue/catalog/service.ts'
import { listSuppliers } from '#features/catalogue/suppliers/service.ts'
import { negotiateEncoding } from '#platform/http/server/accepted-encoding.ts'
import type { CachedDocument, DocumentCache } from '#platform/http/cache/document-cache.ts'
import { PRIVATE_PATHS } from '#web/app/router/addresses.ts'

/** The input of the sitemap and robots.txt: `paths` are all pages, `publicUrl` has no trailing slash. */
export type CrawlerDeps = Readonly<{
  /** Returns the database for reading. */
  readDb: () => Database
  publicUrl: string
  paths: readonly string[]
  documents: DocumentCache
}>

/** The pages with the same content for everyone; the sitemap lists those that exist. */
const INDEXED_PATHS = [
  '/',
  '/marketplace',
  '/explore-all',
  '/contact-us',
  '/v-onboard-one',
  '/m-onboard-one',
  '/terms',
  '/privacy',
  '/returns',
  '/imprint',
]

/** The path of a supplier's store page. */
const STORE_PATH = '/store-profile'

/** The parameters of a search: their combinations are endless, and show nothing that lists do not. */
const SEARCH_PARAMETERS = ['productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity', 'cursor']

/** The most URLs of a sitemap (sitemaps.org). */
const MAX_URLS_PER_SITEMAP = 50_000

/** Answers `/robots.txt`, the index of sitemaps `/sitemap.xml`, and the sitemaps themselves below `/sitemaps/`. */
export function crawlers({ readDb, publicUrl, paths, documents }: CrawlerDeps): Hono {
  const hasStores = paths.includes(STORE_PATH)

  async function* writeIndex(): AsyncGenerator<string, void, void> {
    const productSitemaps = await selectSitemapParts(readDb())
    const names = [
      'pages',
      ...(hasStores ? ['stores'] : []),
      ...productSitemaps.map((part) => `products-${part}`),
    ]
    yield* streamSitemapIndex(names.map((name) => ({ address: `${publicUrl}/sitemaps/${name}.xml` })))
  }

  async function* listPages(): AsyncGenerator<readonly SitemapUrl[], void, void> {
    const lists = CATEGORIES.map((category) => `/marketplace?category=${category}`)
    const all = [...INDEXED_PATHS.filter((path) => paths.includes(path)), ...lists]
    yield all.map((path) => ({ address: publicUrl + path }))
  }

  async function* listStores(): AsyncGenerator<readonly SitemapUrl[], void, void> {
    const verified = (await listSuppliers(readDb())).filter(({ isVerified }) => isVerified)
    yield verified.slice(0, MAX_URLS_PER_SITEMAP).map(({ publicId, updatedAt }) => ({
      address: `${publicUrl}${STORE_PATH}?id=${publicId}`,
      changedAt: updatedAt,
    }))
  }

  async function* listProducts(part: number): AsyncGenerator<readonly SitemapUrl[], void, void> {
    for await (const batch of streamSitemapPart(readDb(), part))
      yield batch.map(({ publicId, updatedAt }) => ({
        address: `${publicUrl}/product/${publicId}`,
        changedAt: updatedAt,
      }))
  }

  async function getSitemap(name: string): Promise<CachedDocument> {
    if (name === 'pages') return documents.get(name, () => streamSitemap(listPages()))
    if (name === 'stores' && hasStores) return documents.get(name, () => streamSitemap(listStores()))
    const partNumber = Number(/^products-([1-9]\d{0,5})$/.exec(name)?.[1])
    // Checked first, so that invalid numbers put nothing into the cache.
    if (!partNumber || !(await selectSitemapParts(readDb())).includes(partNumber))
      throw notFound('no_sitemap', 'There is no such sitemap.')
    return documents.get(name, () => streamSitemap(listProducts(partNumber)))
  }

  return new Hono()
    .get('/robots.txt', (c) => c.text(renderRobots(publicUrl), 200, SHORT_CACHE))
    .get('/sitemap.xml', async (c) => toResponse(c, await documents.get('index', writeIndex)))
    .get('/sitemaps/:file{[a-z0-9-]+\\.xml}', async (c) =>
      toResponse(c, await getSitemap(c.req.param('file').replace(/\.xml$/, ''))),
    )
}

const SHORT_CACHE = { 'cache-control': 'public, max-age=600' }

/** Renders robots.txt: the disallowed paths (RFC 9309) and the sitemap's URL. */
function renderRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    ...SEARCH_PARAMETERS.map((name) => `Disallow: /*?*${name}=`),
    'Disallow: /api',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

function toResponse(c: Context, { gzip, etag }: CachedDocument): Response {
  const headers = {
    ...SHORT_CACHE,
    'content-type': 'application/xml; charset=utf-8',
    vary: 'accept-encoding',
    etag,
  }
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const acceptsGzip = negotiateEncoding(c.req.header('accept-encoding')?.replaceAll(/\bbr\b/g, '')) === 'gzip'
  if (acceptsGzip) return new Response(gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip')), { headers })
}

/** A complete URL for search engines; `changedAt` is the time of its content's last change, if known. */
type SitemapUrl = Readonly<{ address: string; changedAt?: Date }>

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Yields a sitemap (sitemaps.org, protocol 0.9) of these URLs, a chunk of text per batch. */
export async function* streamSitemap(
  batches: AsyncIterable<readonly SitemapUrl[]> | Iterable<readonly SitemapUrl[]>,
): AsyncGenerator<string, void, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n`
  for await (const batch of batches) yield batch.map((sitemapUrl) => toXml('url', sitemapUrl)).join('')
  yield '</urlset>\n'
}

/** Yields the index of several sitemaps. */
export async function* streamSitemapIndex(maps: readonly SitemapUrl[]): AsyncGenerator<string, void, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${XMLNS}>\n`
  yield maps.map((sitemapUrl) => toXml('sitemap', sitemapUrl)).join('')
  yield '</sitemapindex>\n'
}

function toXml(tag: 'url' | 'sitemap', { address, changedAt }: SitemapUrl): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 19)}Z</lastmod>` : ''
  return `<${tag}><loc>${escapeXml(address)}</loc>${lastmod}</${tag}>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
