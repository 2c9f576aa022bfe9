import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaticFiles } from './static-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'static-'))
let server: Server
let origin = ''

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, 'assets/a-1.js'), 'script()')
  writeFileSync(path.join(folder, 'assets/a-1.js.gz'), gzipSync('script()'))
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(path.join(folder, 'notes.md'), 'secret')
  writeFileSync(path.join(folder, 'film.mp4'), '0123456789')
  writeFileSync(path.join(folder, 'film.vtt'), 'WEBVTT')
  writeFileSync(path.join(folder, 'sw.js'), 'keep()')
  writeFileSync(path.join(folder, 'sw-off.js'), 'leave()')
  writeFileSync(path.join(folder, 'manifest.webmanifest'), '{}')
  const files = createStaticFiles(folder)
  server = createServer((request, response) => {
    if (!files.serve(request, response)) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this type.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('serves a hashed file as immutable, and compressed where accepted', async () => {
  const answer = await fetch(`${origin}/assets/a-1.js?x=1`, { headers: { 'accept-encoding': 'gzip' } })
  expect(await answer.text()).toBe('script()')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

test('other files expire after a week, and answer 304 when unchanged', async () => {
  const answer = await fetch(`${origin}/icon.svg`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=604800')
  const again = await fetch(`${origin}/icon.svg`, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('does not serve hidden files, other file types, compressed copies or paths outside', async () => {
  for (const name of [
    '/.vite/manifest.json',
    '/notes.md',
    '/assets/a-1.js.gz',
    '/assets/',
    '/%2e%2e/etc/passwd',
  ])
    expect((await fetch(origin + name)).status).toBe(404)
})

test('the service worker and the manifest are served with no-cache', async () => {
  const worker = await fetch(`${origin}/sw.js`)
  expect([await worker.text(), worker.headers.get('cache-control')]).toEqual(['keep()', 'no-cache'])
  const manifest = await fetch(`${origin}/manifest.webmanifest`)
  expect(manifest.headers.get('cache-control')).toBe('no-cache')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
})

test('serves a film in ranges when requested, and whole otherwise', async () => {
  const fetchRange = (range: string, more = {}) =>
    fetch(`${origin}/film.mp4`, { headers: { range, ...more } })
  const fullResponse = await fetch(`${origin}/film.mp4`)
  expect([fullResponse.status, await fullResponse.text(), fullResponse.headers.get('accept-ranges')]).toEqual(
    [200, '0123456789', 'bytes'],
  )
  expect(fullResponse.headers.get('content-type')).toBe('video/mp4')
  const etag = fullResponse.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"/)
  for (const [range, bytes, text] of [
    ['bytes=0-1', '0-1', '01'],
    ['bytes=4-', '4-9', '456789'],
    ['bytes=-3', '7-9', '789'],
    ['bytes=8-99', '8-9', '89'],
  ] as const) {
    const answer = await fetchRange(range)
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      `bytes ${bytes}/10`,
      text,
    ])
    expect(answer.headers.get('content-length')).toBe(String(text.length))
  }
  expect(await (await fetchRange('bytes=2-3', { 'if-range': etag })).text()).toBe('23')
})

test('answers 416 for a range past the end, and the whole film for outdated, multiple or invalid ranges', async () => {
  const fetchRange = (range: string, more = {}) =>
    fetch(`${origin}/film.mp4`, { headers: { range, ...more } })
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    const answer = await fetchRange(range)
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2'])
    expect((await fetchRange(range)).status).toBe(200)
  expect((await fetchRange('bytes=2-3', { 'if-range': '"older"' })).status).toBe(200)
  const script = await fetch(`${origin}/icon.svg`, { headers: { range: 'bytes=0-1' } })
  expect([script.status, await script.text()]).toEqual([200, '<svg/>'])
  expect((await fetch(`${origin}/film.vtt`)).headers.get('content-type')).toBe('text/vtt; charset=utf-8')
})

test('can serve another file under an address, without caching it for a week', async () => {
  const files = createStaticFiles(folder, { '/sw.js': '/sw-off.js', '/none.js': '/no-such-file.js' })
  const swapped = createServer((request, response) => {
    if (!files.serve(request, response)) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(swapped, 'listening')
  // The same type of address as above.
  const at = `http://127.0.0.1:${(swapped.address() as AddressInfo).port}`
  const worker = await fetch(`${at}/sw.js`)
  expect([await worker.text(), worker.headers.get('cache-control')]).toEqual(['leave()', 'no-cache'])
  expect((await fetch(`${at}/none.js`)).status).toBe(404)
  swapped.close()
})

test('static files cannot be framed, and their policy loads nothing else', async () => {
  const headersOf = async (file: string) => (await fetch(`${origin}/${file}`)).headers
  for (const file of ['assets/a-1.js', 'icon.svg', 'film.mp4', 'film.vtt', 'sw.js', 'manifest.webmanifest']) {
    const headers = await headersOf(file)
    expect([file, headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual([
      file,
      'DENY',
      'strict-origin-when-cross-origin',
    ])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  }
  // A worker uses the policy of its own response, and a player that of the film.
  expect((await headersOf('sw.js')).get('content-security-policy')).toContain("connect-src 'self'")
  expect((await headersOf('film.mp4')).get('content-security-policy')).toContain("media-src 'self'")
})
