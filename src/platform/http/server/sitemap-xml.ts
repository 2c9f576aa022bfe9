/** An address for search engines, whole; `changedAt` is when what it shows changed last, where that is known. */
export type SitemapUrl = Readonly<{ address: string; changedAt?: Date }>

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A sitemap (sitemaps.org, protocol 0.9) of these addresses, a product of text for each batch of them. */
export async function* streamSitemap(
  batches: AsyncIterable<readonly SitemapUrl[]> | Iterable<readonly SitemapUrl[]>,
): AsyncGenerator<string, void, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n`
  for await (const batch of batches) yield batch.map((sitemapUrl) => toXml('url', sitemapUrl)).join('')
  yield '</urlset>\n'
}

/** The index of several sitemaps. */
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
