import { expect, test } from 'vitest'
import { findBannedWords } from './language.ts'

const list = (text: string, isMarkdown = false) =>
  findBannedWords(text, isMarkdown).map(({ line, word, isName }) => [line, word, isName])

test('checks the parts of an identifier, split at capital letters and underscores', () => {
  expect(list('const x = 1\nconst newPieces = oldWish\nconst person_id = 2')).toEqual([
    [2, 'newPieces', true],
    [2, 'oldWish', true],
    [3, 'person_id', true],
  ])
})

test('checks comments and texts as prose, and keys and codes as identifiers', () => {
  expect(list("// whoever comes\nconst text = 'Two pieces'\nconst code = 'own_piece'")).toEqual([
    [1, 'whoever', false],
    [2, 'pieces', false],
    [3, 'own_piece', true],
  ])
})

test('accepts longer words that contain a banned one, import paths and documented names', () => {
  expect(
    list("import x from './pieces.ts'\nconst pieceSold = desktop\n// the wishlist of a masterpiece"),
  ).toEqual([])
})

test('checks a whole document as prose', () => {
  expect(list('# Products\n\nThe maker ships them.', true)).toEqual([[3, 'maker', false]])
})
