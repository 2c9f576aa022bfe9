import { expect, test } from 'vitest'
import { toCachedPage, withCachedNotice } from './cached-notice.ts'

const NOW = new Date('2026-11-21T14:05:00Z')
const HTML =
  '<html><head><title>Moon &amp; Star’s ring · Cabochon</title></head><body><div id="app">$& here</div></body></html>'

test('a cached page stores its time and title, uncompressed', async () => {
  const cachedPage = toCachedPage(
    HTML,
    new Headers({ 'content-type': 'text/html', 'content-encoding': 'br' }),
    NOW,
  )
  expect(Object.fromEntries(cachedPage.headers)).toEqual({
    'content-type': 'text/html',
    'x-cached-at': '2026-11-21T14:05:00.000Z',
    'x-cached-title': encodeURIComponent('Moon & Star’s ring · Cabochon'),
  })
  expect(await cachedPage.text()).toBe(HTML)
})

test.each([
  ['offline', 'You are offline.'],
  ['slow', 'The connection is slow.'],
  ['outage', 'We can’t reach the shop right now.'],
] as const)(
  'a page cached because of %s shows a note with its time outside the hydrated part',
  async (reason, words) => {
    const policy = { 'content-security-policy': "default-src 'self'" }
    const response = await withCachedNotice(toCachedPage(HTML, new Headers(policy), NOW), reason)
    const html = await response.text()
    expect(html).toMatch(
      new RegExp(
        `<body><aside class="cached-notice"[^>]*><p role="status">${words} Last seen <time datetime="2026-11-21T14:05:00.000Z">Nov 21, 2026`,
      ),
    )
    expect(html).toContain('</aside><div id="app">$& here</div>')
    expect(html).not.toMatch(/style=|<script/)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
  },
)
