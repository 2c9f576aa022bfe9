import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './text-segments.ts'

test('links only http and https URLs, without the punctuation after them', () => {
  expect(splitText('See https://example.com/a_(b), or http://example.org/?q=1&r=2.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a_(b)', href: 'https://example.com/a_(b)' },
    { text: ', or ' },
    { text: 'http://example.org/?q=1&r=2', href: 'http://example.org/?q=1&r=2' },
    { text: '.' },
  ])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'www.example.com',
  'https://',
  'https://shop.example@evil.example/',
  'ftp://example.com/',
  'xhttps://example.com',
])('does not link %s', (text) => {
  expect(splitText(text)).toEqual([{ text }])
})

test('marks search matches, also in links, ignoring case and treating symbols literally', () => {
  expect(splitText('Ring (gold) https://x.example/RING', 'ring')).toEqual([
    { text: 'Ring', isFound: true },
    { text: ' (gold) ' },
    { text: 'https://x.example/', href: 'https://x.example/RING' },
    { text: 'RING', isFound: true, href: 'https://x.example/RING' },
  ])
  expect(splitText('a (gold) b', '(GOLD)')[1]).toEqual({ text: '(gold)', isFound: true })
})

test('segments add up to the text, and links have http or https only', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl(),
    fc.constantFrom('https://', ')', '.', 'javascript:', '\n', '<b>'),
  )
  fc.assert(
    fc.property(fc.array(word), fc.string({ maxLength: 3 }), (words, wanted) => {
      const text = words.join('')
      const segments = splitText(text, wanted)
      expect(segments.map((segment) => segment.text).join('')).toBe(text)
      for (const { href } of segments) expect(href ?? 'https://').toMatch(/^https?:\/\//i)
    }),
  )
})
