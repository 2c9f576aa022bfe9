import { expect, test } from 'vitest'
import { renderAnnouncements } from './announcement-bar.ts'

test('an announcement with a script is text, and its link cannot leave its attribute', () => {
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

test('without announcements there is nothing above the app', () => {
  expect(renderAnnouncements([])).toBe('')
})
