import { createServer, type RequestListener, type Server } from 'node:http'

/** A client that sends nothing, or drop by drop, loses its connection. */
const SOCKET_LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 }

/** For how long a connection may stand still in the midst of a request or an answer, in milliseconds. */
const IDLE_MS = 60_000

/** A web server that lets no client keep a connection for nothing, be it by sending slowly or by not taking the answer. */
export function createLimitedServer(listener: RequestListener, { idleMs = IDLE_MS } = {}): Server {
  const server = createServer(SOCKET_LIMITS, listener)
  server.timeout = idleMs
  return server
}
