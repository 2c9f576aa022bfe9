import { expect, test } from 'vitest'
import { truncateHtmlText } from './plain-text.ts'

test('removes tags and keeps words and common entities readable', () => {
  expect(truncateHtmlText('<p>Onyx &amp; <b>gold</b>.</p><ul><li>18&nbsp;kt</li></ul>', 100)).toBe(
    'Onyx & gold. 18 kt',
  )
})

test('cuts a long text after a word', () => {
  expect(truncateHtmlText('<p>one two three four</p>', 10)).toBe('one two…')
})
