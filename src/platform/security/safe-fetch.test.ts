import { createServer, request as httpRequest } from 'node:http'
import type { request as httpsRequest } from 'node:https'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress } from '../files/network-policy.ts'
import { createSafeFetch } from './safe-fetch.ts'

const requests: { method: string; url: string; body: string; headers: object }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers })
    if (request.url === '/silent') return
    if (request.url === '/long') return void response.end('x'.repeat(8_000_001))
    if (request.url === '/moved') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    response.writeHead(201, { 'x-wp-totalpages': '3' }).end('done')
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0

const hosts: Readonly<Record<string, string>> = {
  'shop.example': '93.184.216.34',
  'inside.example': '192.168.1.10',
  'metadata.example': '169.254.169.254',
}

/** Connects to this machine after the addresses of the name were looked up and accepted, as Node does. */
const localRequest = ((url: URL, options: object, answered: () => void) =>
  httpRequest(
    { ...options, hostname: '127.0.0.1', port, path: url.pathname, headers: Reflect.get(options, 'headers') },
    answered,
  )) as unknown as typeof httpsRequest

const policy = {
  resolve: async (host: string) => [{ address: hosts[host] ?? '', family: 4 as const }],
  isAllowed: isPublicAddress,
}
const safeFetch = createSafeFetch({ reach: policy, request: localRequest })

test('sends a request over HTTPS and reads the whole answer', async () => {
  requests.length = 0
  const answer = await safeFetch({
    url: 'https://shop.example/a',
    headers: { 'x-key': 'k' },
    body: '{"a":1}',
  })
  expect(answer).toMatchObject({ status: 201, text: 'done', headers: { 'x-wp-totalpages': '3' } })
  expect(requests).toMatchObject([{ method: 'POST', body: '{"a":1}', headers: { 'x-key': 'k' } }])
})

test('returns a redirect instead of following it', async () => {
  requests.length = 0
  expect(await safeFetch({ url: 'https://shop.example/moved' })).toMatchObject({ status: 302 })
  expect(requests).toHaveLength(1)
})

test('gives up on a silent or endless answer', async () => {
  await expect(safeFetch({ url: 'https://shop.example/silent', timeoutMs: 30 })).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'shop.example did not answer in time.',
  })
  await expect(safeFetch({ url: 'https://shop.example/long' })).rejects.toMatchObject({
    code: 'server_answer',
  })
})

test.each([
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://a:b@shop.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'file:///etc/passwd',
  'nonsense',
])('sends no request to %s', async (url) => {
  requests.length = 0
  await expect(safeFetch({ url })).rejects.toMatchObject({ kind: 'refused', code: 'server_address' })
  expect(requests).toEqual([])
})

test.each(['https://inside.example/', 'https://metadata.example/'])(
  'does not connect to %s, which resolves to an internal address',
  async (url) => {
    // The real connection looks up the name, and gets no allowed address.
    await expect(createSafeFetch({ reach: policy })({ url })).rejects.toMatchObject({
      code: 'server_address',
    })
  },
)

test('connects to an allowed host over HTTP on its own port, and to no other private address', async () => {
  requests.length = 0
  const fetchNamedHost = createSafeFetch({ reach: policy, hosts: [`127.0.0.1:${port}`, 'inside.example'] })
  expect(await fetchNamedHost({ url: `http://127.0.0.1:${port}/a` })).toMatchObject({
    status: 201,
    text: 'done',
  })
  expect(await fetchNamedHost({ url: `http://127.0.0.1:${port}/moved` })).toMatchObject({ status: 302 })
  expect(requests.map(({ url }) => url)).toEqual(['/a', '/moved'])
  for (const url of [
    `http://localhost:${port}/`,
    `http://user:word@127.0.0.1:${port}/`,
    `https://127.0.0.1/`,
    'https://inside.example:8443/',
    'https://metadata.example/',
  ])
    await expect(fetchNamedHost({ url })).rejects.toMatchObject({ code: 'server_address' })
})
