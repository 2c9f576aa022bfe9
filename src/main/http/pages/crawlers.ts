import { Hono, type Context } from 'hono'
import type { Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { CATEGORIES } from '#features/catalogue/catalog/contract.ts'
import { listSitemapParts, streamSitemapPart } from '#features/catalogue/catalog/service.ts'
import { listSuppliers } from '#features/catalogue/suppliers/service.ts'
import { chooseEncoding } from '#platform/http/server/accepted-encoding.ts'
import type { KeptDocument, KeptDocuments } from '#platform/http/cache/document-cache.ts'
import { type Found, sitemapIndexXml, sitemapXml } from '#platform/http/server/sitemap-xml.ts'
import { PRIVATE_PATHS } from '#web/app/addresses.ts'

/** What search engines are told by: `paths` are the pages there are, `publicUrl` has no slash at its end. */
export type Crawlers = Readonly<{
  db: Database
  publicUrl: string
  paths: readonly string[]
  documents: KeptDocuments
}>

/** Pages that stand for themselves and are the same for everybody; of these the sitemap lists those there are. */
const PAGES = [
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

/** Where a supplier's store is shown. */
const STORE_PATH = '/store-profile'

/** What a search leaves in an address: there is no end of them, and none shows anything that a list does not. */
const SEARCH_PARAMETERS = ['productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity', 'cursor']

/** The most addresses a sitemap may hold (sitemaps.org). */
const MOST = 50_000

/** Answers `/robots.txt`, the index of sitemaps `/sitemap.xml`, and the sitemaps themselves below `/sitemaps/`. */
export function crawlers({ db, publicUrl, paths, documents }: Crawlers): Hono {
  const hasStores = paths.includes(STORE_PATH)

  async function* index(): AsyncGenerator<string, void, void> {
    const parts = await listSitemapParts(db)
    const names = ['pages', ...(hasStores ? ['stores'] : []), ...parts.map((part) => `products-${part}`)]
    yield* sitemapIndexXml(names.map((name) => ({ address: `${publicUrl}/sitemaps/${name}.xml` })))
  }

  async function* pages(): AsyncGenerator<readonly Found[], void, void> {
    const lists = CATEGORIES.map((category) => `/marketplace?category=${category}`)
    const all = [...PAGES.filter((path) => paths.includes(path)), ...lists]
    yield all.map((path) => ({ address: publicUrl + path }))
  }

  async function* stores(): AsyncGenerator<readonly Found[], void, void> {
    const verified = (await listSuppliers(db)).filter(({ isVerified }) => isVerified)
    yield verified.slice(0, MOST).map(({ publicId, updatedAt }) => ({
      address: `${publicUrl}${STORE_PATH}?id=${publicId}`,
      changedAt: updatedAt,
    }))
  }

  async function* products(part: number): AsyncGenerator<readonly Found[], void, void> {
    for await (const batch of streamSitemapPart(db, part))
      yield batch.map(({ publicId, updatedAt }) => ({
        address: `${publicUrl}/product/${publicId}`,
        changedAt: updatedAt,
      }))
  }

  async function sitemap(name: string): Promise<KeptDocument> {
    if (name === 'pages') return documents.get(name, () => sitemapXml(pages()))
    if (name === 'stores' && hasStores) return documents.get(name, () => sitemapXml(stores()))
    const part = Number(/^products-([1-9]\d{0,5})$/.exec(name)?.[1])
    // Looked up first, so that made-up numbers put nothing into memory.
    if (!part || !(await listSitemapParts(db)).includes(part))
      throw notFound('no_sitemap', 'There is no such sitemap.')
    return documents.get(name, () => sitemapXml(products(part)))
  }

  return new Hono()
    .get('/robots.txt', (c) => c.text(robots(publicUrl), 200, KEPT_BRIEFLY))
    .get('/sitemap.xml', async (c) => answer(c, await documents.get('index', index)))
    .get('/sitemaps/:file{[a-z0-9-]+\\.xml}', async (c) =>
      answer(c, await sitemap(c.req.param('file').replace(/\.xml$/, ''))),
    )
}

const KEPT_BRIEFLY = { 'cache-control': 'public, max-age=600' }

/** Which addresses search engines need not ask for (RFC 9309), and where the sitemap is. */
function robots(publicUrl: string): string {
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

function answer(c: Context, { gzip, etag }: KeptDocument): Response {
  const headers = {
    ...KEPT_BRIEFLY,
    'content-type': 'application/xml; charset=utf-8',
    vary: 'accept-encoding',
    etag,
  }
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const isZipped = chooseEncoding(c.req.header('accept-encoding')?.replaceAll(/\bbr\b/g, '')) === 'gzip'
  if (isZipped) return new Response(gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip')), { headers })
}
