import { expect, expectTypeOf, test, vi } from 'vitest'
import { createCall, createSignedSend, explainError, isApiFailure } from './api.ts'
import type { Call, CallDeps } from './api.ts'

test('a call fills path and query, omits missing values, and returns the answer', async () => {
  const { call, sent } = callAnswering(Response.json({ success: true, message: '', getProduct: [] }))
  await call('GET /shop/getAllProducts', { query: { page: 2, category: 'Rings', sort: undefined } })
  await call('GET /shop/getProductsByID/{id}', { params: { id: 'a/b c' } })
  expect(sent.map(({ path, init }) => [init.method, path])).toEqual([
    ['GET', '/shop/getAllProducts?page=2&category=Rings'],
    ['GET', '/shop/getProductsByID/a%2Fb%20c'],
  ])
})

test('sends a body as JSON with the idempotency key', async () => {
  const { call, sent } = callAnswering(Response.json({ success: true }))
  await call('POST /shop/searchProduct', { body: { data: 'ring' } }, { idempotencyKey: 'key-12345' })
  expect(sent[0]?.init).toMatchObject({
    body: '{"data":"ring"}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key-12345' },
  })
})

test('each request carries the access token that is current when it is sent [STATE-08]', async () => {
  const tokens = ['first', 'first', 'second', 'second', undefined, undefined]
  const { send, sent } = signedAnswering({ token: () => tokens.shift() }, [200, 200, 200])
  for (let times = 0; times < 3; times++) await send('/shop/x', { headers: { accept: 'application/json' } })
  expect(sent).toEqual(['Bearer first', 'Bearer second', undefined])
})

test('renews a rejected token once, and repeats the request with the new one [STATE-09]', async () => {
  let token = 'old'
  const renewed: string[] = []
  const renew = (_answer: Response, used: string): Promise<boolean> => {
    renewed.push(used)
    token = 'new'
    return Promise.resolve(true)
  }
  const { send, sent } = signedAnswering({ token: () => token, renew }, [401, 401])
  expect((await send('/shop/x', {})).status).toBe(401)
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
  expect(renewed).toEqual(['old'])
})

test('returns a 401 unchanged without a token, or when the session cannot be renewed', async () => {
  const guest = signedAnswering({ token: () => undefined }, [401])
  expect((await guest.send('/shop/x', {})).status).toBe(401)
  const expiredSession = signedAnswering({ token: () => 'old', renew: () => Promise.resolve(false) }, [401])
  expect((await expiredSession.send('/shop/x', {})).status).toBe(401)
  expect(expiredSession.sent).toEqual(['Bearer old'])
})

test('throws a 4xx with status, code, message and details, and logs it [API-33, API-35]', async () => {
  const refusal = {
    success: false,
    message: 'Only 2 left.',
    code: 'not_enough_stock',
    details: { left: 2 },
    requestId: 'r',
  }
  const { call, logged } = callAnswering(Response.json(refusal, { status: 409 }))
  const error: unknown = await call('GET /shop/getAllCountries').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    status: 409,
    code: 'not_enough_stock',
    message: 'Only 2 left.',
    details: { left: 2 },
  })
  expect(isApiFailure(error)).toBe(true)
  expect(explainError(error, 'fallback')).toBe('Only 2 left.')
  expect(logged).toEqual([['GET /shop/getAllCountries failed', error]])
})

test('logs a refusal to the console in one line without a stack trace [API-33]', async () => {
  const [refused, failed] = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const spy of [refused, failed]) spy.mockReturnValue(undefined)
  const callOf = (answer: Response) => createCall({ send: async () => answer })('GET /shop/getAllCountries')
  const refusal = { success: false, message: 'That code is not right.', code: 'code_wrong' }
  await callOf(Response.json(refusal, { status: 400 })).catch(() => undefined)
  expect(refused.mock.calls).toEqual([['GET /shop/getAllCountries failed: 400 code_wrong']])
  expect(failed).not.toHaveBeenCalled()
  await callOf(new Response('', { status: 500 })).catch(() => undefined)
  expect(failed.mock.calls).toEqual([['GET /shop/getAllCountries failed', expect.any(Error)]])
  vi.restoreAllMocks()
})

test('logs and throws 5xx answers, answers that are not JSON and connection errors [API-33, API-35]', async () => {
  const broken = [
    Response.json({ success: false, message: 'Something broke.', code: 'internal' }, { status: 500 }),
    new Response('<html>', { status: 200 }),
    new Response('gone', { status: 404 }),
    new TypeError('fetch failed'),
  ]
  for (const answer of broken) {
    const { call, logged } = callAnswering(answer)
    const error: unknown = await call('GET /shop/getAllCountries').catch((thrown: unknown) => thrown)
    expect(isApiFailure(error)).toBe(false)
    expect(explainError(error, 'fallback')).toBe('fallback')
    expect(logged).toHaveLength(1)
  }
})

test('treats every status from 200 to 299 as a success, and sets no timeout [API-34]', async () => {
  for (const status of [200, 201, 203, 299]) {
    const { call, sent } = callAnswering(Response.json({ success: true, countries: [] }, { status }))
    expect(await call('GET /shop/getAllCountries')).toMatchObject({ countries: [] })
    expect(sent[0]?.init.signal).toBeUndefined()
  }
  for (const status of [301, 304, 400, 500]) {
    const answer = new Response(status === 304 ? null : '{"success":true}', { status })
    await expect(callAnswering(answer).call('GET /shop/getAllCountries')).rejects.toThrow(
      'The server answered',
    )
  }
  vi.useFakeTimers()
  try {
    const { promise: answer, resolve } = Promise.withResolvers<Response>()
    const call = createCall({ send: () => answer, log: () => undefined })
    const pendingCall = call('GET /shop/getAllCountries')
    // A client with a timeout would have set a timer by now.
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    resolve(Response.json({ success: true, countries: [] }))
    expect(await pendingCall).toMatchObject({ countries: [] })
  } finally {
    vi.useRealTimers()
  }
})

test('does not log an aborted call', async () => {
  const { call, logged } = callAnswering(new DOMException('aborted', 'AbortError'))
  const signal = AbortSignal.abort()
  await expect(call('GET /shop/getAllCountries', {}, { signal })).rejects.toThrow('aborted')
  expect(logged).toEqual([])
})

test('inputs and answers have the types of the contracts', () => {
  const use = (call: Call) => {
    // @ts-expect-error there is no such endpoint
    void call('GET /shop/nothing')
    // @ts-expect-error a product is requested by its id
    void call('GET /shop/getProductsByID/{id}')
    // @ts-expect-error there is no such order of a list
    void call('GET /shop/getAllProducts', { query: { sort: 'colour' } })
    return call('GET /shop/getAllCountries')
  }
  expectTypeOf<Awaited<ReturnType<typeof use>>['countries'][number]>().toEqualTypeOf<{
    code: string
    name: string
  }>()
})

function callAnswering(answer: Response | Error, machinery: Partial<CallDeps> = {}) {
  const sentRequests: { path: string; init: RequestInit }[] = []
  const logged: [string, unknown][] = []
  const call = createCall({
    ...machinery,
    log: (text, error) => logged.push([text, error]),
    send: async (path, init) => {
      sentRequests.push({ path, init })
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
  })
  return { call, sent: sentRequests, logged }
}

/** Creates a sender that answers with these statuses in order; `sent` has the tokens of its requests. */
function signedAnswering(by: Partial<Parameters<typeof createSignedSend>[0]>, statuses: number[]) {
  const sentRequests: (string | undefined)[] = []
  const send = createSignedSend({
    token: () => undefined,
    renew: () => Promise.reject(new Error('nothing is to be renewed')),
    ...by,
    send: (_path, init) => {
      sentRequests.push(init.headers?.['authorization'])
      return Promise.resolve(new Response(null, { status: statuses.shift() ?? 500 }))
    },
  })
  return { send, sent: sentRequests }
}
