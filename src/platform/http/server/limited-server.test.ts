import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createLimitedServer } from './limited-server.ts'

test('disconnects a client that requests a large answer and does not read it', async () => {
  const large = Buffer.alloc(64 * 1024 * 1024)
  const server = createLimitedServer((_request, response) => response.end(large), { idleMs: 100 })
  const closed = new Promise<boolean>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesWritten > 0)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const client = connect(address instanceof Object ? address.port : 0, '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await closed).toBe(true)
  client.destroy()
  server.close()
})

test('times out idle connections after a minute, and requests after a quarter of an hour', () => {
  const server = createLimitedServer(() => undefined)
  expect([server.timeout, server.requestTimeout, server.headersTimeout]).toEqual([60_000, 900_000, 10_000])
})

test('disconnects a client that sends its body too slowly, except for large uploads', async () => {
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab`
  const limits = { bodyMs: 50, idleMs: 400, isLargeUpload: (path: string) => path === '/files' }
  const answered = await sendRaw(
    createLimitedServer(() => undefined, limits),
    post('/other?a=1'),
  )
  expect(answered).toMatch(/^HTTP\/1.1 408 /)
  // The large upload is still connected at that time, and ends because nothing more arrives.
  expect(
    await sendRaw(
      createLimitedServer(() => undefined, limits),
      post('/files?name=b'),
    ),
  ).toBe('')
  const complete = createLimitedServer((request, response) => {
    request.resume()
    response.setHeader('connection', 'close')
    setTimeout(() => response.end('late'), 120)
  }, limits)
  expect(await sendRaw(complete, `${post('/other')}cde`)).toContain('late')
})

/** Sends a raw request to a new server; returns everything until the connection ends. */
async function sendRaw(server: Server, request: string): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const client = connect(address instanceof Object ? address.port : 0, '127.0.0.1')
  let answer = ''
  client.on('data', (chunk) => (answer += String(chunk)))
  client.write(request)
  await new Promise((resolve) => client.once('close', resolve))
  server.close()
  return answer
}

test('answers 408 to a client that sends its headers too slowly', async () => {
  const server = createLimitedServer((_request, response) => response.end(), { headersMs: 100 })
  expect(await sendRaw(server, 'GET / HTTP/1.1\r\nhost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

test('rejects a request with two Host headers', async () => {
  const received: string[] = []
  const listener: RequestListener = (request, response) => {
    received.push(request.url ?? '')
    response.writeHead(200, { connection: 'close' }).end()
  }
  const answer = await sendRaw(
    createLimitedServer(listener),
    'GET /twice HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
    success: false,
    message: 'Send one Host header.',
    code: 'bad_host',
    requestId: expect.any(String),
  })
  const rawRequest = 'GET /once HTTP/1.1\r\nHost: a.example\r\n\r\n'
  expect(await sendRaw(createLimitedServer(listener), rawRequest)).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toEqual(['/once'])
})
