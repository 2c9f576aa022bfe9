import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createLimitedServer } from './limited-server.ts'

test('a client that asks for much and then takes nothing of it loses its connection', async () => {
  const large = Buffer.alloc(64 * 1024 * 1024)
  const server = createLimitedServer((_request, response) => response.end(large), { idleMs: 100 })
  const gone = new Promise<boolean>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesWritten > 0)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const client = connect(address instanceof Object ? address.port : 0, '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await gone).toBe(true)
  client.destroy()
  server.close()
})

test('a reader has a minute, a client that sends its request half a minute', () => {
  const server = createLimitedServer(() => undefined)
  expect([server.timeout, server.requestTimeout, server.headersTimeout]).toEqual([60_000, 30_000, 10_000])
})
