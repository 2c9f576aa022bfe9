import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invalid } from '#core/errors.ts'
import { createLocalPictureFetcher, createPictureFetcher } from './fetch-picture.ts'
import { isPublicAddress } from './network-policy.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let requestedPaths: string[] = []
const server = createServer((request, response) => {
  requestedPaths.push(String(request.url))
  answer(request, response)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => void server.close(resolve)))
beforeEach(() => {
  requestedPaths = []
  answer = (_request, response) => void response.end('picture')
})

/** Resolves all names to this machine, whose address counts as public here. */
const localReach = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 as const }],
  isAllowed: (address: string) => address === '127.0.0.1',
}
const urlAt = (host: string, rest = '/a.jpg') => `http://${host}:${port}${rest}`

test('fetches a picture from the resolved address', async () => {
  const bytes = await createPictureFetcher(localReach)(urlAt('pictures.example'))
  expect(Buffer.from(bytes).toString()).toBe('picture')
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
  'sends no request to this machine for %s',
  async (host) => {
    await expect(createPictureFetcher()(urlAt(host))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'picture_not_public',
    })
    expect(requestedPaths).toEqual([])
  },
)

test('rejects a name with a private address among public ones, after a single lookup', async () => {
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return [
      { address: '8.8.8.8', family: 4 as const },
      { address: '10.0.0.1', family: 4 as const },
    ]
  }
  const fetcher = createPictureFetcher({ resolve, isAllowed: isPublicAddress })
  await expect(fetcher(urlAt('rebind.example'))).rejects.toMatchObject({ code: 'picture_not_public' })
  expect(lookups).toBe(1)
})

test('connects to the checked address, even if the name changes', async () => {
  const answers = ['127.0.0.1', '10.0.0.1']
  const resolve = async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 as const }]
  await createPictureFetcher({ ...localReach, resolve })(urlAt('rebind.example'))
  expect(answers).toEqual(['10.0.0.1'])
})

test('rejects a redirect to a private address or another protocol, and a fourth redirect', async () => {
  const to = (location: string) => {
    answer = (_request, response) => void response.writeHead(302, { location }).end()
  }
  to('http://169.254.169.254/latest/meta-data')
  await expect(createPictureFetcher(localReach)(urlAt('a.example'))).rejects.toMatchObject({
    code: 'picture_not_public',
  })
  to('file:///etc/passwd')
  await expect(createPictureFetcher(localReach)(urlAt('a.example'))).rejects.toMatchObject({
    code: 'picture_address',
  })
  requestedPaths = []
  to('/again')
  await expect(createPictureFetcher(localReach)(urlAt('a.example'))).rejects.toMatchObject({
    code: 'picture_redirects',
  })
  expect(requestedPaths).toHaveLength(4)
})

test('follows a redirect to another public address', async () => {
  answer = (request, response) => {
    if (request.url === '/b.jpg') response.end('found')
    else response.writeHead(301, { location: '/b.jpg' }).end()
  }
  expect(Buffer.from(await createPictureFetcher(localReach)(urlAt('a.example'))).toString()).toBe('found')
})

test('rejects a picture that is too large, with or without a content length', async () => {
  const small = createPictureFetcher({ ...localReach, maxBytes: 1_000 })
  answer = (_request, response) =>
    void response.writeHead(200, { 'content-length': 2_000 }).end('x'.repeat(2_000))
  await expect(small(urlAt('a.example'))).rejects.toMatchObject({
    kind: 'invalid',
    code: 'picture_too_large',
  })
  answer = (_request, response) => {
    response.write('x'.repeat(800))
    response.end('x'.repeat(800))
  }
  await expect(small(urlAt('a.example'))).rejects.toMatchObject({ code: 'picture_too_large' })
})

test('a silent or failing server can be retried, and one without the picture cannot', async () => {
  answer = () => undefined
  const patient = createPictureFetcher({ ...localReach, timeoutMs: 50 })
  await expect(patient(urlAt('a.example'))).rejects.toMatchObject({ kind: 'unavailable' })
  for (const [status, kind] of [
    [503, 'unavailable'],
    [429, 'unavailable'],
    [404, 'invalid'],
    [403, 'invalid'],
  ] as const) {
    answer = (_request, response) => void response.writeHead(status).end()
    await expect(createPictureFetcher(localReach)(urlAt('a.example'))).rejects.toMatchObject({ kind })
  }
})

test('rejects other protocols and addresses with passwords', async () => {
  for (const url of [
    'file:///etc/passwd',
    'ftp://a.example/x',
    'data:image/png;base64,AA',
    'x',
    'http://a:b@a.example/',
  ]) {
    await expect(createPictureFetcher()(url)).rejects.toMatchObject({ code: 'picture_address' })
  }
})

test('reads pictures of the demo host only from the demo folder, and others from the network', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'))
  try {
    await writeFile(path.join(folder, 'ring.webp'), 'local')
    const next = async () => {
      throw invalid('network_request', 'net')
    }
    const fetcher = createLocalPictureFetcher(folder, 'demo.example', next)
    expect(Buffer.from(await fetcher('https://demo.example/pictures/ring.webp')).toString()).toBe('local')
    await expect(fetcher('https://demo.example/..%2f..%2fetc%2fpasswd')).rejects.toMatchObject({
      code: 'picture_missing',
    })
    await expect(fetcher('https://demo.example/ring%E0%A4%A.webp')).rejects.toMatchObject({
      code: 'picture_missing',
    })
    await expect(fetcher('https://demo.example/none.webp')).rejects.toMatchObject({ code: 'picture_missing' })
    await expect(fetcher('https://other.example/ring.webp')).rejects.toMatchObject({
      code: 'network_request',
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
