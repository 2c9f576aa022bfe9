import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadProviderScript } from './provider-script.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SRC = 'https://provider.example/sdk.js'

/** Requests a script; `fate` has the outcome. */
function loadScriptOf(findWhenLoaded: () => string | undefined) {
  const scripts: { src: string; failed: () => void }[] = []
  const find = vi.fn<() => string | undefined>(findWhenLoaded)
  const loaded = loadProviderScript({ src: SRC, find }, (src, failed) => scripts.push({ src, failed }))
  const outcome = loaded.then(
    (api) => api,
    (error: Error) => error.message,
  )
  return { scripts, find, fate: outcome }
}

test('a provider’s script is requested once and checked every 100 ms until it has loaded [LOGIN-24, CONST-17]', async () => {
  const page: { api?: string } = {}
  const { scripts, find, fate } = loadScriptOf(() => page.api)
  expect(scripts.map(({ src }) => src)).toEqual([SRC])
  expect(find).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(99)
  expect(find).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(find).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(300)
  expect(find).toHaveBeenCalledTimes(5)
  page.api = 'there'
  vi.advanceTimersByTime(100)
  expect(await fate).toBe('there')
  vi.advanceTimersByTime(1_000)
  expect(find).toHaveBeenCalledTimes(6)
})

test('does not request a script that is already loaded', async () => {
  const { scripts, fate } = loadScriptOf(() => 'there')
  expect(await fate).toBe('there')
  expect(scripts).toEqual([])
})

test('stops waiting for a script that fails to load', async () => {
  const { scripts, find, fate } = loadScriptOf(() => undefined)
  scripts[0]?.failed()
  expect(await fate).toBe(`${SRC} did not come`)
  vi.advanceTimersByTime(1_000)
  expect(find).toHaveBeenCalledTimes(1)
})

test('times out while waiting for a script', async () => {
  const { find, fate } = loadScriptOf(() => undefined)
  vi.advanceTimersByTime(10_100)
  expect(await fate).toBe(`${SRC} did not load in time`)
  const findCalls = find.mock.calls.length
  vi.advanceTimersByTime(10_000)
  expect(find).toHaveBeenCalledTimes(findCalls)
})
