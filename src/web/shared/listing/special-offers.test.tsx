import { expect, test } from 'vitest'
import { findTags, renderHtml } from '#tests/data/rendered.tsx'
import { SpecialOffers } from './special-offers.tsx'

test('markup in the texts of a campaign is rendered as text, and runs nowhere', () => {
  const html = renderHtml(
    <SpecialOffers
      campaigns={[
        {
          id: 'cmp_1',
          picture: 'blush',
          title: '<script>alert(1)</script>',
          text: '<img src=x onerror=alert(2)>',
          link: { label: '"><script>alert(3)</script>', path: '/marketplace' },
          endsAt: null,
        },
      ]}
    />,
  )
  expect(findTags(html, 'script')).toEqual([])
  expect(findTags(html, 'img').join('')).not.toContain('onerror')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;')
})
