import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The point where a call is stopped: before the server gets it, or before its response is read. */
export type Stop = 'before' | 'after'

/** A server that forwards calls to another one, and can stop requests or answers. */
export type GatedServer = Readonly<{
  url: string
  /**
   * Stops the calls like this from now on, such as `/^POST .v1.refunds$/`, of those only that say one of `about`; what it gives
   * counts those that stand there.
   */
  stop(calls: RegExp, position: Stop, bodyIncludes?: readonly string[]): () => number
  /** Lets all calls pass again; stopped ones are never answered. */
  open(): void
  close(): Promise<void>
}>

type Gate = Readonly<{ calls: RegExp; where: Stop; about: readonly string[]; waiting: ServerResponse[] }>

/** Creates a gate before the server at `target`. */
export async function createGatedServer(target: string): Promise<GatedServer> {
  const gates: Gate[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`
    void (async () => {
      const body = await buffer(request)
      const gateAt = (position: Stop) =>
        gates.find(
          (gate) =>
            gate.where === position &&
            gate.calls.test(call) &&
            gate.about.some((word) => body.includes(word) || request.url?.includes(word)),
        )
      const gateBefore = gateAt('before')
      if (gateBefore) return void gateBefore.waiting.push(response)
      const answer = await forwardRequest(target, request, body)
      const gateAfter = gateAt('after')
      if (gateAfter) return void gateAfter.waiting.push(response)
      response.writeHead(answer.status, removeHopByHop(answer.headers)).end(answer.body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop(calls, position, bodyIncludes = ['']) {
      const gate: Gate = { calls, where: position, about: bodyIncludes, waiting: [] }
      gates.push(gate)
      return () => gate.waiting.length
    },
    open() {
      for (const { waiting } of gates.splice(0)) for (const response of waiting) response.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Headers of the connection rather than of the message. */
const HOP_BY_HOP_HEADERS = [
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
]

function removeHopByHop(headers: Iterable<readonly [string, unknown]>): Record<string, string> {
  const endToEndHeaders = [...headers].filter(([name]) => !HOP_BY_HOP_HEADERS.includes(name))
  return Object.fromEntries(endToEndHeaders.map(([name, value]) => [name, String(value)]))
}

async function forwardRequest(
  target: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
) {
  const answer = await fetch(target + url, {
    method,
    headers: removeHopByHop(Object.entries(headers)),
    redirect: 'manual',
    body: body.length > 0 ? new Uint8Array(body) : null,
  })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}
