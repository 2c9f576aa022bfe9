import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AppError, refused, unavailable } from '#ground/errors.ts'
import { checkedLookup, OPEN_INTERNET, type Reach } from './files/public-address.ts'

/** What is asked of another server. Without a body it is a GET; else a POST of JSON. */
export type Asked = Readonly<{
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs?: number
}>

/** What it answered; header names in lower case. */
export type Answered = Readonly<{
  status: number
  text: string
  headers: Readonly<Record<string, string>>
}>

/**
 * Asks a server whose address somebody has typed. Throws `unavailable` where it does not answer in time or breaks off, `refused`
 * where it may not be asked. Any status is an answer; a redirection is not followed.
 */
export type Ask = (asked: Asked) => Promise<Answered>

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8_000_000

/**
 * Asks on the open internet only: https on its own port, every address of the host checked and the connection made to a checked
 * one, limited in time and size. `request` is how the connection is made.
 */
export function publicAsk(reach: Reach = OPEN_INTERNET, request: typeof httpsRequest = httpsRequest): Ask {
  return async (asked) => {
    const url = checkedUrl(asked.url, reach)
    const signal = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
    try {
      return await answerOf(await send(url, asked, { reach, signal, request }))
    } catch (error) {
      if (error instanceof AppError) throw error
      const words = signal.aborted ? 'did not answer in time' : 'could not be reached'
      throw unavailable('server_unreachable', `${url.host} ${words}.`, error)
    }
  }
}

function checkedUrl(text: string, reach: Reach): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username || url.password)
    throw refused('server_address', 'Only https addresses without a port or a password can be used.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node connects to a number without asking for its address, so it is checked here.
  if (isIP(host) && !reach.isAllowed(host)) throw notPublic(host)
  return url
}

function send(
  url: URL,
  { headers = {}, body }: Asked,
  { reach, signal, request }: Readonly<{ reach: Reach; signal: AbortSignal; request: typeof httpsRequest }>,
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
    lookup: checkedLookup(reach, notPublic),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function answerOf(response: IncomingMessage): Promise<Answered> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Uint8Array = chunk
    size += bytes.length
    // Leaving the loop ends the connection.
    if (size > MAX_BYTES) throw refused('server_answer', 'It answered more than can be read.')
    chunks.push(bytes)
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  )
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), headers }
}

function notPublic(host: string): AppError {
  return refused('server_address', `${host} is not on the open internet.`)
}
