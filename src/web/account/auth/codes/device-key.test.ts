import { expect, test } from 'vitest'
import { readDeviceKey } from './device-key.ts'

/** A storage of nothing but a map. */
function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }
}

test('a browser makes one key for itself and keeps it, and no two make the same', () => {
  const [one, other] = [storage(), storage()]
  const created = readDeviceKey(() => one)
  expect(created).toMatch(/^[\w-]{22}$/)
  expect(readDeviceKey(() => one)).toBe(created)
  expect(readDeviceKey(() => other)).not.toBe(created)
})

test('an invalid stored device key is replaced, and a browser without storage has none', () => {
  const storageDouble = storage()
  storageDouble.setItem('deviceKey', 'x'.repeat(5000))
  expect(readDeviceKey(() => storageDouble)).toMatch(/^[\w-]{22}$/)
  expect(
    readDeviceKey(() => {
      throw new DOMException('denied', 'SecurityError')
    }),
  ).toBeUndefined()
})
