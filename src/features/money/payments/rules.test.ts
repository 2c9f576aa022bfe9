import { expect, test } from 'vitest'
import { resolveOwnUrl } from './rules.ts'

test.each([
  'https://evil.example/x',
  '//evil.example/x',
  'javascript:alert(1)',
  'http://shop.example.evil.example/',
])('refuses to redirect a shopper to %s', (given) => {
  expect(resolveOwnUrl(given, 'http://shop.example', '/paymentSuccess')).toBeUndefined()
})

test('keeps a return URL of the shop, and uses the default page without one', () => {
  expect(resolveOwnUrl('http://shop.example/paymentSuccess?a=1', 'http://shop.example', '/x')).toBe(
    'http://shop.example/paymentSuccess?a=1',
  )
  expect(resolveOwnUrl(undefined, 'http://shop.example', '/paymentError')).toBe(
    'http://shop.example/paymentError',
  )
})
