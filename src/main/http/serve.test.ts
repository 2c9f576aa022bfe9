import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPageCache } from '#platform/http/cache/page-cache.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import { createStaticFiles } from '#platform/http/server/static-files.ts'
import { PAGE_RULES } from './pages/page-rules.ts'
import { createListener } from './serve.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cabochon-listener-'))
writeFileSync(path.join(folder, 'icon.svg'), 'a file')
const server = createServer(
  createListener({
    app: { http: new Hono<HttpEnv>().all('*', (c) => c.text('the application')) },
    files: createStaticFiles(folder),
    cache: createPageCache({ rules: PAGE_RULES, render: () => Promise.resolve(new Response('a page')) }),
    isSecure: false,
    metrics: undefined,
  }),
)

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function ask(url: string, method: string): Promise<string> {
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}${url}`, { method })).text()
}

test('files and cached pages answer GET and HEAD, and the application everything else', async () => {
  for (const [url, content] of [
    ['/icon.svg', 'a file'],
    ['/marketplace', 'a page'],
    ['/orders', 'the application'],
  ] as const) {
    expect(await ask(url, 'GET')).toBe(content)
    expect(await ask(url, 'HEAD')).toBe('')
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await ask(url, method)).toBe('the application')
  }
})
