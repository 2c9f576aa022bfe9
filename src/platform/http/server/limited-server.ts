import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { NO_CONTENT_POLICY, SECURITY_HEADERS } from './security-headers.ts'

/** A client that sends nothing, or drop by drop, loses its connection. */
const SOCKET_LIMITS = {
  requestTimeout: 900_000,
  keepAliveTimeout: 5_000,
  // How often Node looks for those that are late: by default each half minute, so that ten seconds were forty.
  connectionsCheckingInterval: 1_000,
}

/** How long a client may take to send a body that is no large upload, in milliseconds. */
const BODY_MS = 30_000

/** How long a client may take to send its headers, in milliseconds. */
const HEADERS_MS = 10_000

/** For how long a connection may stand still in the midst of a request or an answer, in milliseconds. */
const IDLE_MS = 60_000

/** The limits of a server; those that are not given are as above. */
type ServerLimits = Readonly<{
  idleMs?: number
  headersMs?: number
  bodyMs?: number
  /** Whether a file may come to this path that takes longer than `bodyMs`: up to a quarter of an hour. */
  isLargeUpload?: (path: string) => boolean
}>

/** Returns a web server that closes connections of clients which send slowly or don't read the answer. */
export function createLimitedServer(
  listener: RequestListener,
  {
    idleMs = IDLE_MS,
    headersMs = HEADERS_MS,
    bodyMs = BODY_MS,
    isLargeUpload = () => false,
  }: ServerLimits = {},
): Server {
  const limits = { ...SOCKET_LIMITS, headersTimeout: headersMs }
  const server = createServer(limits, (request, response) => {
    if (countHosts(request) > 1) return rejectHosts(response)
    if (!isLargeUpload(getPath(request))) limitBody(request, bodyMs)
    listener(request, response)
  })
  server.timeout = idleMs
  return server
}

function getPath({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Node's own limit is one for all requests of a server. */
function limitBody(request: IncomingMessage, bodyMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

/** Node silently takes the first of several Host headers (RFC 9112, 3.2 requires 400). */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts
}

function rejectHosts(response: ServerResponse): void {
  const requestId = crypto.randomUUID()
  const body = { success: false, message: 'Send one Host header.', code: 'bad_host', requestId }
  const headers = {
    ...SECURITY_HEADERS,
    'content-security-policy': NO_CONTENT_POLICY,
    'x-request-id': requestId,
  }
  // What follows on this connection may be meant for another host as well.
  const text = JSON.stringify(body)
  const jsonHeaders = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(400, { ...headers, ...jsonHeaders, connection: 'close' })
  response.end(text)
}

/** How often a closing server looks for connections that have nothing left to say. */
const POLL_MS = 100

/**
 * Accepts no more connections and lets requests in flight finish, at most `graceMs`; then it closes the rest. A connection
 * that is kept open for further requests ends with the answer it is waiting for.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    // What was busy when the closing began is idle only after its answer.
    const pollTimer = setInterval(() => server.closeIdleConnections(), POLL_MS)
    server.close(() => {
      clearTimeout(force)
      clearInterval(pollTimer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
