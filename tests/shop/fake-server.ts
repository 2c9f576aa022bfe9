import { createServer, type IncomingMessage } from 'node:http'

/** The response of a fake server: a status, JSON, and headers. */
export type FakeReply = Readonly<{ status?: number; body: unknown; headers?: Record<string, string> }>

/** A fake outside server on this machine: its URL, and a function that closes it. */
export type FakeServer = Readonly<{ url: string; close(): Promise<void> }>

/** Starts a server on a free port of this machine; `answer` returns undefined to break the connection off. */
export async function startFakeServer(
  answer: (url: URL, request: IncomingMessage) => FakeReply | undefined,
): Promise<FakeServer> {
  const server = createServer((request, response) => {
    const reply = answer(new URL(request.url ?? '/', 'http://played'), request)
    if (!reply) return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
