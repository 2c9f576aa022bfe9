import { expect, test } from 'vitest'
import { highlightMatches } from './search-results.tsx'

const marked = (name: string, typed: string) =>
  highlightMatches(name, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

test('highlights the beginnings of matching words, ignoring case and accents', () => {
  expect(marked('Émerald Halo Ring', 'emer ri')).toBe('[Émer]ald Halo [Ri]ng')
  expect(marked('Goldring of gold', 'GOLD')).toBe('[Gold]ring of [gold]')
  expect(marked('Evergold', 'gold')).toBe('Evergold')
  expect(marked('Ring rings', 'ring rings')).toBe('[Ring] [rings]')
})

test('highlights nothing for an empty query or one of symbols only', () => {
  expect(marked('Ring (50%)', '')).toBe('Ring (50%)')
  expect(marked('Ring (50%)', '(.*')).toBe('Ring (50%)')
  expect(marked('<b>Ring</b>', 'b')).toBe('<[b]>Ring</[b]>')
})

test('segments always add up to the whole name', () => {
  for (const name of ['İstanbul ring', 'Straße', 'Ring 💍 opal', 'ﬁne ring', ''])
    expect(
      highlightMatches(name, 'ring istanbul fine s')
        .map(({ text }) => text)
        .join(''),
    ).toBe(name)
})
