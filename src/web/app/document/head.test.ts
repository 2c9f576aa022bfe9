import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { headTags } from './head.ts'
import type { PageHead } from '../router/page.ts'

const ORIGIN = 'https://cabochon.example'
const SITE = { origin: ORIGIN, company: EXAMPLE_COMPANY }

function contentByName(head: PageHead): Record<string, unknown> {
  const named = headTags(head, SITE).meta.map((tag) => [
    String(tag['name'] ?? tag['property'] ?? Object.keys(tag)[0]),
    tag['content'] ?? Object.values(tag)[0],
  ])
  return Object.fromEntries(named)
}

test('the head has title, description, picture and canonical link with absolute URLs', () => {
  const head: PageHead = {
    title: 'Moon ring',
    image: '/media/a-social.jpg',
    canonical: '/product/1',
    price: '12.50',
  }
  expect(contentByName(head)).toMatchObject({
    title: 'Moon ring · Cabochon',
    'og:type': 'product',
    'og:title': 'Moon ring · Cabochon',
    'og:url': `${ORIGIN}/product/1`,
    'og:image': `${ORIGIN}/media/a-social.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Moon ring · Cabochon',
    'product:price:amount': '12.50',
    'product:price:currency': 'USD',
    'twitter:card': 'summary_large_image',
  })
  expect(headTags(head, SITE).links).toEqual([{ rel: 'canonical', href: `${ORIGIN}/product/1` }])
})

test('a page without a picture shares the shop’s picture', () => {
  expect(contentByName({ title: 'Marketplace' })).toMatchObject({
    'og:type': 'website',
    'og:image': `${ORIGIN}/icons/social-1200.jpg`,
    'og:image:alt': 'Rings and necklaces on silk',
  })
})

test.each([{ isPrivate: true }, { isUnlisted: true }])(
  'a page with %j is not indexed, and has no canonical link',
  (reason) => {
    const head = { title: 'Your order', canonical: '/dashboard', jsonLd: { a: 1 }, ...reason }
    expect(contentByName(head)).toEqual({
      title: 'Your order · Cabochon',
      description: expect.any(String),
      robots: 'noindex',
    })
    expect(headTags(head, SITE).links).toEqual([])
  },
)
