import { readUser } from './session.ts'
import type { AnswerTo, EndpointKey, InputOf } from './endpoints.ts'

/** The server understood the call and said no (4xx): `message` is for the shopper, `code` for the program. */
export type ApiFailure = Error & Readonly<{ status: number; code: string; details: unknown }>

/** What may be said with a call besides its input. The same `idempotencyKey` again gives the same answer. */
export type CallOptions = Readonly<{ idempotencyKey?: string; signal?: AbortSignal }>

type Arguments<Key extends EndpointKey> =
  unknown extends InputOf<Key>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Record<string, never> extends InputOf<Key>
      ? [input?: InputOf<Key>, options?: CallOptions]
      : [input: InputOf<Key>, options?: CallOptions]

/**
 * Calls the server: `call('GET /shop/getProductsByID/{id}', { params: { id } })`. Throws an `ApiFailure` where the
 * server says no, another error where it does not answer, answers 5xx or no JSON (API-35). Errors are logged (API-33).
 */
export type Call = <Key extends EndpointKey>(key: Key, ...rest: Arguments<Key>) => Promise<AnswerTo<Key>>

/** How requests are sent, and which headers go with each, read anew at every call. */
export type CallMachinery = Readonly<{
  send: (path: string, init: RequestInit) => Promise<Response>
  headers?: () => Record<string, string>
  log?: (text: string, error: unknown) => void
}>

/** A `call` which sends by `send`: `fetch` in the browser, the application itself on the server. */
export function createCall({ send, headers, log = logToConsole }: CallMachinery): Call {
  async function ask(key: string, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> {
    try {
      const { path, init } = requestFor(key, input, options)
      return await readAnswer(await send(path, { ...init, headers: { ...headers?.(), ...init.headers } }))
    } catch (error) {
      if (!isAborted(options.signal)) log(`${key} failed`, error)
      throw error
    }
  }
  // The server answers what the contract says, and its tests hold it to that.
  return ask as Call
}

/** The browser's own calls. */
export const call: Call = createCall({
  send: (path, init) => fetch(path, init),
  // Read anew at every call: somebody may have signed in since (STATE-08).
  headers: () => {
    const user = readUser()
    return user ? { authorization: `Bearer ${user.accessToken}` } : {}
  },
})

/** Whether the server said no, as told from an outage or a bug. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure'
}

/** What to tell the shopper: the server's message where it said no, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return isApiFailure(error) && error.message ? error.message : fallback
}

type LooseInput = Readonly<{ params?: unknown; query?: unknown; body?: unknown }>

type SentRequest = { path: string; init: RequestInit & { headers: Record<string, string> } }

function requestFor(key: string, input: LooseInput, options: CallOptions): SentRequest {
  const [method = 'GET', template = ''] = key.split(' ')
  const params = textsOf(input.params)
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(textsOf(input.query)).toString()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
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

function textsOf(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

async function readAnswer(response: Response): Promise<unknown> {
  const answer = await readJson(response)
  if (response.ok && !isRefusal(answer)) return answer
  if (response.status >= 500 || !isRefusal(answer)) throw new Error(`The server answered ${response.status}.`)
  const { message, code, details } = answer
  const failure = new Error(typeof message === 'string' ? message : '')
  return Promise.reject(
    Object.assign(failure, {
      name: 'ApiFailure',
      status: response.status,
      code: typeof code === 'string' ? code : '',
      details,
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

function isRefusal(answer: unknown): answer is { message?: unknown; code?: unknown; details?: unknown } {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

function logToConsole(text: string, error: unknown): void {
  console.error(text, error)
}
