import { expect, test } from 'vitest'
import {
  assetPathsIn,
  isImmutable,
  isOutage,
  classifyRequest,
  isCacheablePage,
  pageVersion,
} from './cache-rules.ts'

const ORIGIN = 'https://cabochon.example'
const PAGE = '<html><head><link rel="canonical" href="https://cabochon.example/"/></head></html>'

test.each([
  ['/marketplace?page=2', { mode: 'navigate' }, 'page'],
  ['/checkout', { mode: 'navigate' }, 'page'],
  ['/offline', { mode: 'navigate' }, 'offline page'],
  ['/assets/shop-1.js', {}, 'file'],
  ['/media/a-400.avif', { destination: 'image' }, 'picture'],
  ['/shop/getOrderByID/pur_1', {}, undefined],
  ['/shop/saveOrder', { method: 'POST' }, undefined],
  ['/checkout', { method: 'POST', mode: 'navigate' }, undefined],
])('classifies a request for %s with %j as: %s', (path, given, kind) => {
  const request = { method: 'GET', url: ORIGIN + path, mode: 'cors', destination: '', ...given }
  expect(classifyRequest(request, ORIGIN)).toBe(kind)
})

test('ignores requests to other sites', () => {
  const request = { method: 'GET', url: 'https://other.example/a.png', mode: 'no-cors', destination: 'image' }
  expect(classifyRequest(request, ORIGIN)).toBeUndefined()
})

test('a public page is cacheable', () => {
  expect(isCacheablePage(`${ORIGIN}/marketplace`, answer(), PAGE)).toBe(true)
})

test.each([
  ['one of a purchase', '/checkout-step-two/?orderID=1', {}, PAGE],
  ['an order, however its address is written', '/Dashboard?order=1', {}, PAGE],
  ['one without an address of its own', '/marketplace?productName=x', {}, '<html></html>'],
  ['one that nobody is to keep', '/', { cacheControl: 'no-store' }, PAGE],
  ['one that is for one person', '/', { cacheControl: 'private, no-cache' }, PAGE],
  ['one that says what went wrong', '/product/1', { status: 410 }, PAGE],
  ['one that came from elsewhere', '/product/1', { redirected: true }, PAGE],
  ['what is no page', '/sitemap.xml', { type: 'application/xml' }, PAGE],
])('does not cache %s', (...[, path, given, html]) => {
  expect(isCacheablePage(ORIGIN + path, answer(given), html)).toBe(false)
})

test('reads a page’s asset paths and version from its HTML', () => {
  const html =
    '<link rel="stylesheet" href="/assets/style-1.css"><script src="/assets/entry-client-2.js"></script>' +
    '<link rel="modulepreload" href="/assets/shop-3.js"><link href="/assets/shop-3.js"><img src="/media/a.webp">'
  expect(assetPathsIn(html)).toEqual([
    '/assets/style-1.css',
    '/assets/entry-client-2.js',
    '/assets/shop-3.js',
  ])
  expect(pageVersion(html)).toBe('/assets/entry-client-2.js /assets/style-1.css')
  expect([assetPathsIn(''), pageVersion('')]).toEqual([[], ''])
})

test('only files whose content never changes are served from the cache without a request', () => {
  expect(isImmutable(`${ORIGIN}/media/a-400.avif`)).toBe(true)
  expect(isImmutable(`${ORIGIN}/landing/hero-silk-800.avif`)).toBe(false)
})

test('only 502, 503 and 504 count as an outage', () => {
  expect([500, 502, 503, 504, 404].map((status) => isOutage({ status }))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

function answer(given: { status?: number; redirected?: boolean; cacheControl?: string; type?: string } = {}) {
  const {
    status = 200,
    redirected = false,
    cacheControl = 'no-cache',
    type = 'text/html; charset=utf-8',
  } = given
  const headers = new Headers({ 'cache-control': cacheControl, 'content-type': type })
  return { ok: status === 200, status, redirected, headers }
}
