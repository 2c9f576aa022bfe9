import { expect, test } from 'vitest'
import { renderAnnouncements } from './announcement-bar.ts'

test('escapes the text and link of an announcement', () => {
  const html = renderAnnouncements([
    {
      id: 'prm_1',
      text: '<script>alert(1)</script> & more',
      link: { label: '<b>Go</b>', path: '/a"onclick="x' },
    },
  ])
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(html).toContain('href="/a&quot;onclick=&quot;x"')
  expect(html).toContain('&lt;b&gt;Go&lt;/b&gt;')
  expect(html).not.toContain('<script')
})

test('renders nothing without announcements', () => {
  expect(renderAnnouncements([])).toBe('')
})
