import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { NO_CONTENT_POLICY, SECURITY_HEADERS } from './security-headers.ts'

/** The limits after which clients that send nothing, or very slowly, are disconnected. */
const SOCKET_LIMITS = {
  requestTimeout: 900_000,
  keepAliveTimeout: 5_000,
  // How often Node checks for slow clients. Its default of 30 seconds would turn a limit of ten seconds into forty.
  connectionsCheckingInterval: 1_000,
}

/** The time limit of sending a body, large uploads excepted, in milliseconds. */
const BODY_MS = 30_000

/** The time limit of sending the headers, in milliseconds. */
const HEADERS_MS = 10_000

/** The time limit of a connection without progress within a request or a response, in milliseconds. */
const IDLE_MS = 60_000

/** The limits of a server; the defaults are above. */
type ServerLimits = Readonly<{
  idleMs?: number
  headersMs?: number
  bodyMs?: number
  /** Returns whether a path accepts a large file, which may take longer than `bodyMs`: up to a quarter of an hour. */
  isLargeUpload?: (path: string) => boolean
}>

/** Returns a web server that disconnects clients that send slowly or do not read the response. */
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

/** Limits the time of a body; Node's own limit is the same for all requests of a server. */
function limitBody(request: IncomingMessage, bodyMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

/** Returns the number of Host headers; Node silently uses the first (RFC 9112, 3.2 requires 400). */
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
  // The connection is closed, because its next request may be meant for another host.
  const text = JSON.stringify(body)
  const jsonHeaders = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(400, { ...headers, ...jsonHeaders, connection: 'close' })
  response.end(text)
}

/** How often a closing server checks for idle connections, in milliseconds. */
const POLL_MS = 100

/**
 * Stops accepting connections and lets running requests finish, at most `graceMs`; then it closes the rest. A
 * keep-alive connection ends after its current response.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    // Connections that were busy when the closing began become idle only after their response.
    const pollTimer = setInterval(() => server.closeIdleConnections(), POLL_MS)
    server.close(() => {
      clearTimeout(force)
      clearInterval(pollTimer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
