import { KEPT_AT, KEPT_TITLE } from './cache-names.ts'

/** Why a kept page stands in for a fresh one. */
export type KeptReason = 'offline' | 'slow' | 'outage'

const REASONS: Readonly<Record<KeptReason, string>> = {
  offline: 'You are offline.',
  slow: 'The connection is slow.',
  outage: 'The shop does not answer just now.',
}

/** The page as it is kept: with the moment, and the title that its HTML says. */
export function keptCopy(html: string, headers: Headers, now: Date): Response {
  const noted = new Headers(headers)
  // The text is not compressed any more, and as long as it is.
  for (const name of ['content-encoding', 'content-length']) noted.delete(name)
  noted.set(KEPT_AT, now.toISOString())
  noted.set(KEPT_TITLE, encodeURIComponent(titleIn(html)))
  return new Response(html, { headers: noted })
}

/** A kept page as it is shown: with a word that it is not fresh, and from when it is, outside of what wakes up. */
export async function shownCopy(kept: Response, reason: KeptReason): Promise<Response> {
  const { headers } = kept
  const when = new Date(headers.get(KEPT_AT) ?? 0)
  const note =
    `<aside class="kept-note" aria-label="Connection" data-kept><p role="status">${REASONS[reason]} ` +
    `Last seen <time datetime="${when.toISOString()}">${inWords(when)}</time>.</p>` +
    '<a href="">Load again</a></aside>'
  const html = await kept.text()
  return new Response(
    html.replace('<body>', () => `<body>${note}`),
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

function inWords(when: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(when)
}
