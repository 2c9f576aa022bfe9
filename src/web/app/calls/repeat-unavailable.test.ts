import { expect, test, vi } from 'vitest'
import { repeatUnavailable } from './repeat-unavailable.ts'

const unavailable = (code: string) => () =>
  Response.json({ success: false, message: 'Busy.', code }, { status: 503 })
const balancer = () => new Response('<h1>503</h1>', { status: 503 })

test.each([
  { what: 'a read', init: { method: 'GET' }, answer: unavailable('database_unavailable'), times: 3 },
  { what: 'a read that the balancer refuses', init: { method: 'GET' }, answer: balancer, times: 3 },
  {
    what: 'a write with a key',
    init: { method: 'POST', headers: { 'idempotency-key': 'k' } },
    answer: unavailable('closing'),
    times: 3,
  },
  {
    what: 'a write without a key',
    init: { method: 'POST' },
    answer: unavailable('database_unavailable'),
    times: 0,
  },
  {
    what: 'a read of what a provider lacks',
    init: { method: 'GET' },
    answer: unavailable('provider_unreachable'),
    times: 0,
  },
])('repeats $what $times times while it gets 503', async ({ init, answer, times }) => {
  vi.useFakeTimers()
  try {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(answer()))
    vi.stubGlobal('fetch', send)
    const response = repeatUnavailable(answer(), '/shop/x', init)
    await vi.runAllTimersAsync()
    expect((await response).status).toBe(503)
    expect(send).toHaveBeenCalledTimes(times)
  } finally {
    vi.useRealTimers()
  }
})

test('a repeated request returns the first other answer, and stops when it is aborted', async () => {
  vi.useFakeTimers()
  try {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ success: true })))
    vi.stubGlobal('fetch', send)
    const response = repeatUnavailable(balancer(), '/shop/x', { method: 'GET' })
    await vi.runAllTimersAsync()
    expect((await response).status).toBe(200)
    const onAbort = vi.fn<(error: unknown) => void>()
    const aborted = { method: 'GET', signal: AbortSignal.abort() }
    void repeatUnavailable(balancer(), '/shop/x', aborted).catch(onAbort)
    await vi.runAllTimersAsync()
    expect(onAbort).toHaveBeenCalledOnce()
    expect(send).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
