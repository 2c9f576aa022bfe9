import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { closeServer } from './limited-server.ts'

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address instanceof Object ? address.port : 0)
    })
  })
}

test('a stop finishes the current answer, and does not wait for idle connections', async () => {
  const received = Promise.withResolvers<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) =>
    received.resolve(response),
  )
  const port = await listen(server)
  const agent = new Agent({ keepAlive: true })
  const answered = new Promise<number>((resolve, reject) => {
    get({ port, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
  const response = await received.promise
  const startedAt = performance.now()
  const closed = closeServer(server, 10_000)
  response.end('done')
  expect(await answered).toBe(200)
  await closed
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  agent.destroy()
})

test('a stop cuts off a client that never ends its request', async () => {
  const received = Promise.withResolvers<void>()
  const server = createServer(() => received.resolve())
  const port = await listen(server)
  const cut = new Promise<string>((resolve) => {
    get({ port }).on('error', (error) => resolve(String(Reflect.get(error, 'code'))))
  })
  await received.promise
  await closeServer(server, 50)
  expect(await cut).toBe('ECONNRESET')
})
