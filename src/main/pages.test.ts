import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageKey } from '#platform/http/page-key.ts'
import { readAssets } from './page-assets.ts'
import { PAGE_RULES } from './page-rules.ts'
import { pageHeaders } from './pages.ts'

const MANIFEST = JSON.stringify({
  'src/web/entry-client.tsx': { file: 'assets/entry-1.js', imports: ['_shop.js'] },
  'src/web/storefront/a-page.tsx': {
    file: 'assets/a-2.js',
    imports: ['_shop.js', '_part.js', 'src/web/entry-client.tsx'],
  },
  '_shop.js': { file: 'assets/shop-3.js' },
  '_part.js': { file: 'assets/part-4.js' },
  'style.css': { file: 'assets/style-5.css' },
  'font.woff2': { file: 'assets/font-6.woff2' },
})

test('inline scripts run by their hash and nothing else inline does', () => {
  const html =
    '<script>one()</script><script type="module" src="/a.js"></script><script type="application/ld+json">{}</script>'
  const policy = pageHeaders(html)['content-security-policy'] ?? ''
  const hash = createHash('sha256').update('one()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toContain('unsafe')
  for (const part of ["object-src 'none'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
})

test('a page brings its styles, fonts and entry, and fetches its own chunks at once', () => {
  const tags = readAssets(MANIFEST).tagsFor(['storefront/a-page.tsx'])
  expect(tags.match(/href="[^"]*"/g)).toEqual(
    ['font-6.woff2', 'style-5.css', 'shop-3.js', 'a-2.js', 'part-4.js'].map(
      (file) => `href="/assets/${file}"`,
    ),
  )
  expect(tags).toContain('<script type="module" async src="/assets/entry-1.js"></script>')
})

test('a build without the entry is told as missing', () => {
  expect(() => readAssets('{}')).toThrow('npm run build')
})

test('only the public pages are kept: a piece under its id, lists by their order and page', () => {
  const id = `prd_${'0'.repeat(32)}`
  expect(pageKey(`/product/${id}`, PAGE_RULES)?.tags).toContain(id)
  expect(pageKey('/marketplace?sort=newest&category=Rings', PAGE_RULES)?.address).toBe(
    '/marketplace?category=Rings&sort=newest',
  )
  for (const path of [
    '/marketplace?productName=x',
    `/product/${id}?x=1`,
    '/product/7',
    '/checkout',
    '/dashboard',
    '/nothing',
  ])
    expect(pageKey(path, PAGE_RULES)).toBeUndefined()
})
