import { type ClientRequest, get, type IncomingMessage, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { closeServer, createLimitedServer } from '#platform/http/server/limited-server.ts'
import { postMessage, createConversation } from '#tests/steps/chat.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

// The stream over a real connection, with the shop's own server.

const shop = await createTestShop()
const servers: Server[] = []

afterEach(async () => {
  shop.app.chat.checkAll()
  await Promise.all(servers.splice(0).map((server) => closeServer(server, 0)))
})

async function serve(idleMs = 60_000): Promise<{ port: number; server: Server }> {
  const server = createLimitedServer(
    (request, response) => void getRequestListener(shop.app.http.fetch)(request, response),
    { idleMs },
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: address instanceof Object ? address.port : 0, server }
}

type StreamConnection = Readonly<{ request: ClientRequest; response: IncomingMessage }>

function connect(port: number, { headers }: CreatedAccount, method = 'GET'): Promise<StreamConnection> {
  return new Promise((resolve, reject) => {
    const request = get({
      port,
      path: '/chat/stream',
      method,
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
    })
    request.on('response', (response) => resolve({ request, response })).on('error', reject)
  })
}

/** Reads until the text arrives. */
async function readUntil({ response }: StreamConnection, text: string): Promise<string> {
  let read = ''
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    read += String(chunk)
    if (read.includes(text)) return read
  }
  throw new Error(`the stream ended before ${text}`)
}

/** Waits until this many streams are open, checking at each turn of the event loop. */
async function waitForStreams(count: number): Promise<void> {
  while (shop.app.chat.size() !== count) await new Promise((resolve) => setImmediate(resolve))
}

test('sends events as they happen, uncompressed and not cacheable', async () => {
  const { port } = await serve()
  const { shopper, owner, id } = await createConversation(shop)
  const connected = await connect(port, owner)
  expect(connected.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(connected.response.headers['content-encoding']).toBeUndefined()
  expect(await readUntil(connected, '\n\n')).toBe('id: 0\nevent: unread\ndata: {"unread":0}\n\n')
  await postMessage(shop, { id, from: shopper }, 'two\nlines')
  shop.app.chat.checkAll()
  expect(await readUntil(connected, 'two')).toContain('"content":"two\\nlines"')
  connected.request.destroy()
  await waitForStreams(0)
})

test('a stop ends open streams at once instead of waiting for them', async () => {
  const { port, server } = await serve()
  const stopping = await shop.anotherApp()
  const { owner } = await createConversation(shop)
  const connected = await connect(port, owner)
  await readUntil(connected, '\n\n')
  const streamEnded = new Promise<void>((resolve) => connected.response.resume().once('end', resolve))
  const startedAt = performance.now()
  for (const chat of [shop.app.chat, stopping.chat]) chat.close()
  await closeServer(server, 10_000)
  await streamEnded
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
