import { readBusinessId } from '../session/business.ts'
import { readUser } from '../session/session.ts'
import type { AnswerTo, EndpointKey, InputOf } from './endpoints.ts'

/**
 * A refusal of the server (4xx). `message` is for the shopper, `code` for programs; `data` is in the response to an
 * unverified account's sign-in.
 */
export type ApiFailure = Error & Readonly<{ status: number; code: string; details: unknown; data?: unknown }>

/**
 * The options of a call besides its input. A repeated `idempotencyKey` gives the same response; `deviceKey`
 * identifies a device that has signed in before; `business` overrides the chosen one.
 */
export type CallOptions = Readonly<{
  idempotencyKey?: string
  deviceKey?: string | undefined
  business?: string | undefined
  signal?: AbortSignal
}>

type CallArguments<Key extends EndpointKey> =
  unknown extends InputOf<Key>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Record<string, never> extends InputOf<Key>
      ? [input?: InputOf<Key>, options?: CallOptions]
      : [input: InputOf<Key>, options?: CallOptions]

/**
 * Calls the server: `call('GET /shop/getProductsByID/{id}', { params: { id } })`. Throws an `ApiFailure` when the
 * server refuses, another error when it does not respond, responds with 5xx or without JSON (API-35). Errors are
 * logged (API-33).
 */
export type Call = <Key extends EndpointKey>(key: Key, ...rest: CallArguments<Key>) => Promise<AnswerTo<Key>>

/** The options of a request, with its headers by name. */
export type RequestInitWithHeaders = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** The dependencies of calls: the transport, and the log of failures. */
export type CallDeps = Readonly<{
  send: (path: string, init: RequestInitWithHeaders) => Promise<Response>
  log?: (text: string, error: unknown) => void
}>

/** Returns a `call` with the transport `send`: `fetch` in the browser, the application itself on the server. */
export function createCall({ send, log = logToConsole }: CallDeps): Call {
  async function request(key: string, input: AnyCallInput = {}, options: CallOptions = {}): Promise<unknown> {
    try {
      const { path, init } = buildRequest(key, input, options)
      return await readResponseBody(await send(path, init))
    } catch (error) {
      if (!isAborted(options.signal)) log(`${key} failed`, error)
      throw error
    }
  }
  // The response matches the contract, which the server's tests verify.
  return request as Call
}

/**
 * The dependencies of requests of a signed-in user; `renew` gets new tokens, and returns whether a retry makes sense.
 */
type SignedSendDeps = Pick<CallDeps, 'send'> &
  Readonly<{
    token(): string | undefined
    /** Returns the business whose team the user acts for, if it is not their own. */
    business?(): string | undefined
    renew(response: Response, token: string): Promise<boolean>
  }>

/**
 * Sends with the token of the signed-in user, read for each request: another user may have signed in (STATE-08). An
 * expired token is renewed once, and the request repeated (STATE-09).
 */
export function createSignedSend({ send, token, business, renew }: SignedSendDeps): SignedSendDeps['send'] {
  const request: SignedSendDeps['send'] = (path, init) => {
    const bearer = token()
    if (!bearer) return send(path, init)
    const businessId = business?.()
    const headers = {
      ...(businessId === undefined ? {} : { 'x-business': businessId }),
      ...init.headers,
      authorization: `Bearer ${bearer}`,
    }
    return send(path, { ...init, headers })
  }
  return async (path, init) => {
    const used = token()
    const answer = await request(path, init)
    return answer.status === 401 && used && (await renew(answer, used)) ? request(path, init) : answer
  }
}

/**
 * Sends by `fetch`; a request that the shop could not accept (503) is repeated by a script that is loaded only then.
 */
async function sendRepeatedly(path: string, init: RequestInitWithHeaders): Promise<Response> {
  const answer = await fetch(path, init)
  if (answer.status !== 503) return answer
  return (await import('./repeat-unavailable.ts')).repeatUnavailable(answer, path, init)
}

/** Sends by `fetch` for the signed-in user, for streams and files. */
export const sendWithSession = createSignedSend({
  send: sendRepeatedly,
  token: () => readUser()?.accessToken,
  business: readBusinessId,
  renew: async (answer, token) => {
    const { isTokenExpired: isTokenOver, renewSession } = await import('../session/renew-session.ts')
    return (await isTokenOver(answer)) && renewSession(token)
  },
})

/** The browser's own calls. */
export const call: Call = createCall({ send: sendWithSession })

/** Returns whether an error is the server's refusal, not an outage or a bug. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure'
}

/** Returns the server's message of a refusal, else `fallback`. */
export function explainError(error: unknown, fallback: string): string {
  return isApiFailure(error) && error.message ? error.message : fallback
}

type AnyCallInput = Readonly<{ params?: unknown; query?: unknown; body?: unknown }>

type BuiltRequest = { path: string; init: RequestInitWithHeaders }

function buildRequest(key: string, input: AnyCallInput, options: CallOptions): BuiltRequest {
  const [method = 'GET', template = ''] = key.split(' ')
  const params = toTexts(input.params)
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(toTexts(input.query)).toString()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.deviceKey) headers['x-device-key'] = options.deviceKey
  if (options.business) headers['x-business'] = options.business
  return {
    path: query ? `${path}?${query}` : path,
    init: {
      method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    },
  }
}

function toTexts(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  const definedEntries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(definedEntries.map(([name, value]) => [name, String(value)]))
}

async function readResponseBody(response: Response): Promise<unknown> {
  const answer = await readJson(response)
  if (response.ok && !isRefusalBody(answer)) return answer
  if (response.status >= 500 || !isRefusalBody(answer))
    throw new Error(`The server answered ${response.status}.`)
  const { message, code, details, data } = answer
  const failure = new Error(typeof message === 'string' ? message : '')
  return Promise.reject(
    Object.assign(failure, {
      name: 'ApiFailure',
      status: response.status,
      code: typeof code === 'string' ? code : '',
      details,
      data,
    }),
  )
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new Error(`The server answered ${response.status} without JSON.`, { cause })
  }
}

function isRefusalBody(body: unknown): body is Partial<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** Logs an error. A refusal is identified by its code; a stack helps only with bugs and outages. */
function logToConsole(text: string, error: unknown): void {
  if (isApiFailure(error)) console.warn(`${text}: ${error.status} ${error.code}`)
  else console.error(text, error)
}
