import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddress, pickChanges } from './rules.ts'

test('an IP address is logged as its network, which identifies no single device', () => {
  expect(maskAddress('203.0.113.77')).toBe('203.0.113.0/24')
  expect(maskAddress('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  // The form in which calls identify IPv6 clients.
  expect(maskAddress('2001:db8:aa:bb::/64')).toBe('2001:db8:aa::/48')
  expect(maskAddress('in process')).toBe(null)
})

test('records only changed fields, which turn the values before into those after', () => {
  const values = fc.dictionary(
    fc.constantFrom('name', 'country', 'years', 'categories'),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string())),
  )
  fc.assert(
    fc.property(values, values, (before, after) => {
      const changes = pickChanges(before, after)
      const withNulls = (fields: object) =>
        Object.fromEntries(Object.keys(after).map((name) => [name, Reflect.get(fields, name) ?? null]))
      expect({ ...withNulls(before), ...changes?.after }).toEqual(withNulls(after))
      for (const [name, value] of Object.entries(changes?.before ?? {}))
        expect(value).not.toEqual(changes?.after[name])
    }),
  )
})
