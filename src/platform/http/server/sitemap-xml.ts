/** An address for search engines, whole; `changedAt` is when what it shows changed last, where that is known. */
export type Found = Readonly<{ address: string; changedAt?: Date }>

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A sitemap (sitemaps.org, protocol 0.9) of these addresses, a piece of text for each batch of them. */
export async function* sitemapXml(
  batches: AsyncIterable<readonly Found[]> | Iterable<readonly Found[]>,
): AsyncGenerator<string, void, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n`
  for await (const batch of batches) yield batch.map((found) => entry('url', found)).join('')
  yield '</urlset>\n'
}

/** The index of several sitemaps. */
export async function* sitemapIndexXml(maps: readonly Found[]): AsyncGenerator<string, void, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${XMLNS}>\n`
  yield maps.map((found) => entry('sitemap', found)).join('')
  yield '</sitemapindex>\n'
}

function entry(tag: 'url' | 'sitemap', { address, changedAt }: Found): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 19)}Z</lastmod>` : ''
  return `<${tag}><loc>${escaped(address)}</loc>${lastmod}</${tag}>\n`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
