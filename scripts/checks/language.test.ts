import { expect, test } from 'vitest'
import { findBannedWords } from './language.ts'

const list = (text: string, isMarkdown = false) =>
  findBannedWords(text, isMarkdown).map(({ line, word, isName }) => [line, word, isName])

test('a name is read by its parts, at capital letters and underscores', () => {
  expect(list('const x = 1\nconst newPieces = oldWish\nconst person_id = 2')).toEqual([
    [2, 'newPieces', true],
    [2, 'oldWish', true],
    [3, 'person_id', true],
  ])
})

test('comments and texts are prose, with words of their own; keys and codes are names', () => {
  expect(list("// whoever comes\nconst text = 'Two pieces'\nconst code = 'own_piece'")).toEqual([
    [1, 'whoever', false],
    [2, 'pieces', false],
    [3, 'own_piece', true],
  ])
})

test('other words that have one of these in them, paths of imports and documented names pass', () => {
  expect(
    list("import x from './pieces.ts'\nconst pieceSold = desktop\n// the wishlist of a masterpiece"),
  ).toEqual([])
})

test('a document is prose as a whole', () => {
  expect(list('# Products\n\nThe maker ships them.', true)).toEqual([[3, 'maker', false]])
})
