import { pageHeaders } from './pages.ts'

/** What a browser shows whose visitor has had more pages drawn than one can read; `seconds` until he may go on. */
export function hastyPage(seconds: number): Response {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment, please · Cabochon</title>' +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head>' +
    `<body><main><h1>One moment, please</h1><p>That was a little fast. Please try again in ${seconds} seconds.</p>` +
    '<p><a href="/">Back to home</a></p></main></body></html>'
  const headers = { ...pageHeaders([]), 'cache-control': 'no-store', 'retry-after': String(seconds) }
  return new Response(html, { status: 429, headers })
}
