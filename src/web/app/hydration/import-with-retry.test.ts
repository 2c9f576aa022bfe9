import { expect, test } from 'vitest'
import { isScriptLoadError, importWithRetry, reloadForScripts } from './import-with-retry.ts'
import { toPublicError } from '../router/public-error.ts'

test('retries a script that fails to load once', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve('the part')]
  let times = 0
  const component = await importWithRetry(
    () => answers[times++] ?? Promise.reject(new Error('once too often')),
    0,
  )
  expect([component, times]).toEqual(['the part', 2])
})

test('recognizes a script load error, also after it was made public', async () => {
  const lost: unknown = await importWithRetry(() => Promise.reject(new TypeError('404')), 0).catch(
    (error) => error,
  )
  expect([isScriptLoadError(lost), isScriptLoadError(toPublicError(lost))]).toEqual([true, true])
  expect(toPublicError(lost).message).toBe('We couldn’t load this page. Check your connection.')
  expect([isScriptLoadError(new TypeError('404')), isScriptLoadError(undefined)]).toEqual([false, false])
})

test('reloads the page for missing scripts once a minute, and not while offline', () => {
  const { browser, reloads, state } = aBrowser()
  expect(reloadForScripts(browser)).toBe(true)
  state.now += 59_000
  expect(reloadForScripts(browser)).toBe(false)
  state.now += 1_000
  state.online = false
  expect(reloadForScripts(browser)).toBe(false)
  state.online = true
  expect(reloadForScripts(browser)).toBe(true)
  expect(reloads()).toBe(2)
})

test('does not reload the page without storage, as that could repeat forever', () => {
  const { browser, reloads } = aBrowser()
  const forbidden = (): never => {
    throw new Error('SecurityError')
  }
  expect(reloadForScripts({ ...browser, storage: forbidden })).toBe(false)
  expect(reloads()).toBe(0)
})

function aBrowser() {
  const state = { now: 1_000_000, online: true, reloads: 0 }
  const entries = new Map<string, string>()
  const browser = {
    isOnline: () => state.online,
    reload: () => void (state.reloads += 1),
    storage: () => ({
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
    }),
    now: () => state.now,
  }
  return { browser, state, reloads: () => state.reloads }
}
