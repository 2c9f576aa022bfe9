import { CACHED_AT_HEADER, CACHED_TITLE_HEADER } from './cache-names.ts'

/** Why a kept page stands in for a fresh one. */
export type CachedPageReason = 'offline' | 'slow' | 'outage'

const REASON_TEXTS: Readonly<Record<CachedPageReason, string>> = {
  offline: 'You are offline.',
  slow: 'The connection is slow.',
  outage: 'The shop does not answer just now.',
}

/** The page as it is kept: with the moment, and the title that its HTML says. */
export function toCachedPage(html: string, headers: Headers, now: Date): Response {
  const cachedHeaders = new Headers(headers)
  // The text is not compressed any more, and as long as it is.
  for (const name of ['content-encoding', 'content-length']) cachedHeaders.delete(name)
  cachedHeaders.set(CACHED_AT_HEADER, now.toISOString())
  cachedHeaders.set(CACHED_TITLE_HEADER, encodeURIComponent(titleIn(html)))
  return new Response(html, { headers: cachedHeaders })
}

/** A kept page as it is shown: with a word that it is not fresh, and from when it is, outside of what wakes up. */
export async function withCachedNotice(cachedPage: Response, reason: CachedPageReason): Promise<Response> {
  const { headers } = cachedPage
  const cachedAt = new Date(headers.get(CACHED_AT_HEADER) ?? 0)
  const notice =
    `<aside class="kept-note" aria-label="Connection" data-kept><p role="status">${REASON_TEXTS[reason]} ` +
    `Last seen <time datetime="${cachedAt.toISOString()}">${formatDateTime(cachedAt)}</time>.</p>` +
    '<a href="">Load again</a></aside>'
  const html = await cachedPage.text()
  return new Response(
    html.replace('<body>', () => `<body>${notice}`),
    { headers },
  )
}

function titleIn(html: string): string {
  return (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function formatDateTime(cachedAt: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(cachedAt)
}
