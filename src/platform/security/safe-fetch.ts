import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError, refused, unavailable } from '#core/errors.ts'
import { createCheckedLookup, PUBLIC_INTERNET, type NetworkPolicy } from '../files/network-policy.ts'

/** A request to another server: a GET without a body, else a POST of JSON. */
export type SafeRequest = Readonly<{
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs?: number
}>

/** The response of a server; header names are in lower case. */
export type SafeResponse = Readonly<{
  status: number
  text: string
  headers: Readonly<Record<string, string>>
}>

/**
 * Requests a URL that a user has entered. Throws `unavailable` when the server does not respond in time or
 * disconnects, `refused` when it is not allowed. Any status is a response; redirects are not followed.
 */
export type SafeFetch = (requestOptions: SafeRequest) => Promise<SafeResponse>

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8_000_000

/**
 * The options of outgoing requests. `request` makes the connection, `hosts` are allowed at any address (see
 * `isNamedHost`), and `timeoutMs` limits the whole response unless a request has its own limit.
 */
export type SafeFetchOptions = Readonly<{
  reach: NetworkPolicy
  request: typeof httpsRequest
  hosts: readonly string[]
  timeoutMs: number
}>

const DEFAULT_OPTIONS: SafeFetchOptions = {
  reach: PUBLIC_INTERNET,
  request: httpsRequest,
  hosts: [],
  timeoutMs: TIMEOUT_MS,
}

/**
 * Returns a `fetch` for the public internet only. It accepts https on its default port, checks every address of the
 * host and connects to a checked one, and limits time and size. Only the named `hosts` are allowed elsewhere.
 */
export function createSafeFetch(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const { reach, request, hosts, timeoutMs } = { ...DEFAULT_OPTIONS, ...options }
  return async (requestOptions) => {
    const namedHostUrl = parseNamedHostUrl(requestOptions.url, hosts)
    const url = namedHostUrl ?? requirePublicUrl(requestOptions.url, reach)
    const signal = AbortSignal.timeout(requestOptions.timeoutMs ?? timeoutMs)
    const connect = namedHostUrl?.protocol === 'http:' ? httpRequest : request
    const lookup = namedHostUrl ? undefined : createCheckedLookup(reach, notPublicError)
    try {
      return await readResponse(await sendRequest(url, requestOptions, { lookup, signal, connect }))
    } catch (error) {
      if (error instanceof AppError) throw error
      const reason = signal.aborted ? 'did not answer in time' : 'could not be reached'
      throw unavailable('server_unreachable', `${url.host} ${reason}.`, error)
    }
  }
}

/**
 * Returns whether a URL is at one of these hosts. `host` matches the ports of http and https, `host:port` only that
 * port. Other names of the same machine do not match.
 */
export function isNamedHost(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'http:' ? '80' : '443')
  return hosts.includes(url.host) || hosts.includes(`${url.hostname}:${port}`)
}

/** Returns the parsed URL when its host is a named one; undefined when it needs the usual checks. */
function parseNamedHostUrl(text: string, hosts: readonly string[]): URL | undefined {
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isHttp && !url.username && !url.password && isNamedHost(url, hosts) ? url : undefined
}

/**
 * Checks a URL before it is stored: its form, and that its host is on the public internet. A name that does not
 * resolve now is accepted, because each request checks it again. Throws `server_address`.
 */
export async function checkPublicUrl(text: string, policy: NetworkPolicy = PUBLIC_INTERNET): Promise<void> {
  const { hostname } = requirePublicUrl(text, policy)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return
  const addresses = await policy.resolve(hostname).catch(() => [])
  if (addresses.some(({ address }) => !policy.isAllowed(address))) throw notPublicError(hostname)
}

function requirePublicUrl(text: string, policy: NetworkPolicy): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username || url.password)
    throw refused('server_address', 'Only https addresses without a port or a password can be used.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node connects to an IP address without a lookup, so it is checked here.
  if (isIP(host) && !policy.isAllowed(host)) throw notPublicError(host)
  return url
}

type ConnectionOptions = Readonly<{
  lookup: LookupFunction | undefined
  signal: AbortSignal
  connect: typeof httpsRequest
}>

function sendRequest(
  url: URL,
  { headers = {}, body }: SafeRequest,
  { lookup, signal, connect }: ConnectionOptions,
): Promise<IncomingMessage> {
  const options = {
    signal,
    agent: false as const,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Cabochon',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    ...(lookup ? { lookup } : {}),
  }
  return new Promise((resolve, reject) => {
    const clientRequest = connect(url, options, resolve)
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

async function readResponse(response: IncomingMessage): Promise<SafeResponse> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Uint8Array = chunk
    size += bytes.length
    // Throwing leaves the loop, which ends the connection.
    if (size > MAX_BYTES) throw refused('server_answer', 'The server sent too much data.')
    chunks.push(bytes)
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  )
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), headers }
}

function notPublicError(host: string): AppError {
  return refused('server_address', `${host} is not on the open internet.`)
}
