import { CACHED_AT_HEADER, CACHED_TITLE_HEADER } from './cache-names.ts'

/** The reason why a cached page is shown. */
export type CachedPageReason = 'offline' | 'slow' | 'outage'

const REASON_TEXTS: Readonly<Record<CachedPageReason, string>> = {
  offline: 'You are offline.',
  slow: 'The connection is slow.',
  outage: 'We can’t reach the shop right now.',
}

/** Returns the page to cache, with the time and its title as headers. */
export function toCachedPage(html: string, headers: Headers, now: Date): Response {
  const cachedHeaders = new Headers(headers)
  // The text is no longer compressed, and has another length.
  for (const name of ['content-encoding', 'content-length']) cachedHeaders.delete(name)
  cachedHeaders.set(CACHED_AT_HEADER, now.toISOString())
  cachedHeaders.set(CACHED_TITLE_HEADER, encodeURIComponent(titleIn(html)))
  return new Response(html, { headers: cachedHeaders })
}

/** Adds a notice to a cached page: the reason, and the page's age. The notice is outside of the hydrated app. */
export async function withCachedNotice(cachedPage: Response, reason: CachedPageReason): Promise<Response> {
  const { headers } = cachedPage
  const cachedAt = new Date(headers.get(CACHED_AT_HEADER) ?? 0)
  const notice =
    `<aside class="cached-notice" aria-label="Connection" data-cached><p role="status">${REASON_TEXTS[reason]} ` +
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
