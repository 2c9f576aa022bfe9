import { expect, test } from 'vitest'
import { resolveOwnUrl } from './rules.ts'

test.each([
  'https://evil.example/x',
  '//evil.example/x',
  'javascript:alert(1)',
  'http://shop.example.evil.example/',
])('a shopper is never sent back to %s', (given) => {
  expect(resolveOwnUrl(given, 'http://shop.example', '/paymentSuccess')).toBeUndefined()
})

test('an address of the shop is kept, and none means the page of the shop', () => {
  expect(resolveOwnUrl('http://shop.example/paymentSuccess?a=1', 'http://shop.example', '/x')).toBe(
    'http://shop.example/paymentSuccess?a=1',
  )
  expect(resolveOwnUrl(undefined, 'http://shop.example', '/paymentError')).toBe(
    'http://shop.example/paymentError',
  )
})
