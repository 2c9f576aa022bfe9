import { expect, test } from 'vitest'
import { readDeviceKey } from './device-key.ts'

/** Creates an in-memory storage. */
function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }
}

test('a browser creates one random device key and stores it', () => {
  const [one, other] = [storage(), storage()]
  const created = readDeviceKey(() => one)
  expect(created).toMatch(/^[\w-]{22}$/)
  expect(readDeviceKey(() => one)).toBe(created)
  expect(readDeviceKey(() => other)).not.toBe(created)
})

test('replaces an invalid stored device key, and returns none without storage', () => {
  const storageDouble = storage()
  storageDouble.setItem('deviceKey', 'x'.repeat(5000))
  expect(readDeviceKey(() => storageDouble)).toMatch(/^[\w-]{22}$/)
  expect(
    readDeviceKey(() => {
      throw new DOMException('denied', 'SecurityError')
    }),
  ).toBeUndefined()
})
