import { expect, test } from 'vitest'
import { truncateHtmlText } from './plain-text.ts'

test('tags go, words and common entities stay readable', () => {
  expect(truncateHtmlText('<p>Onyx &amp; <b>gold</b>.</p><ul><li>18&nbsp;kt</li></ul>', 100)).toBe(
    'Onyx & gold. 18 kt',
  )
})

test('a long text is cut at a word', () => {
  expect(truncateHtmlText('<p>one two three four</p>', 10)).toBe('one two…')
})
