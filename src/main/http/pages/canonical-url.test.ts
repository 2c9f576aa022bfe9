import { expect, test } from 'vitest'
import { getCanonicalUrl } from './pages.ts'

const PATHS = ['/', '/marketplace', '/checkout-step-two', '/paymentSuccess', '/product/$id', '/404']
const ID = `prd_${'0a'.repeat(16)}`

test.each([
  ['/marketplace/', '/marketplace'],
  ['/MarketPlace', '/marketplace'],
  ['//marketplace//', '/marketplace'],
  ['//', '/'],
  ['/Product/' + ID.toUpperCase() + '/', `/product/${ID}`],
  ['/product/OTHER/', '/product/OTHER'],
  ['/marketplace?page=2&page=3', '/marketplace?page=3'],
  ['/marketplace?productName=&minPrice=5&maxPrice=', '/marketplace?minPrice=5'],
  ['/?q=', '/'],
])('redirects %s to %s', (url, proper) => {
  expect(getCanonicalUrl(`http://shop.test${url}`, PATHS)).toBe(proper)
})

test.each([
  '/',
  '/marketplace',
  '/marketplace?category=Rings&page=2',
  '/marketplace?utm_source=letter%20one',
  `/product/${ID}`,
  '/checkout-step-two/?orderID=1&orderID=2',
  '/paymentSuccess?transaction_id=',
  '/CHECKOUT',
  '/nothing/',
  '/no/such/page/',
  '//evil.example/marketplace',
  '//evil.example',
])('does not redirect %s', (url) => {
  expect(getCanonicalUrl(`http://shop.test${url}`, PATHS)).toBeUndefined()
})

test('never redirects to another site', () => {
  for (const url of [
    '//evil.example//',
    '///marketplace',
    '/\\evil.example',
    '//product//x',
    '/product//evil.example/',
  ])
    expect(getCanonicalUrl(`http://shop.test${url}`, PATHS) ?? '/').toMatch(/^\/(?!\/|\\)/)
})
