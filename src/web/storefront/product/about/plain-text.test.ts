import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('tags go, words and common entities stay readable', () => {
  expect(plainText('<p>Onyx &amp; <b>gold</b>.</p><ul><li>18&nbsp;kt</li></ul>', 100)).toBe(
    'Onyx & gold. 18 kt',
  )
})

test('a long text is cut at a word', () => {
  expect(plainText('<p>one two three four</p>', 10)).toBe('one two…')
})
