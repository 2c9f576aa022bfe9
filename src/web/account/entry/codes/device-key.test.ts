import { expect, test } from 'vitest'
import { deviceKey } from './device-key.ts'

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
  const made = deviceKey(() => one)
  expect(made).toMatch(/^[\w-]{22}$/)
  expect(deviceKey(() => one)).toBe(made)
  expect(deviceKey(() => other)).not.toBe(made)
})

test('what somebody else has stored there is replaced, and a browser that stores nothing has no key', () => {
  const place = storage()
  place.setItem('deviceKey', 'x'.repeat(5000))
  expect(deviceKey(() => place)).toMatch(/^[\w-]{22}$/)
  expect(
    deviceKey(() => {
      throw new DOMException('denied', 'SecurityError')
    }),
  ).toBeUndefined()
})
