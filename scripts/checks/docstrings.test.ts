import { expect, test } from 'vitest'
import { describeLongSentence, findLongSentences } from './docstrings.ts'

const WORDS = Array.from({ length: 21 }, (_, at) => `word${at}`)

const document = (sentence: string, declaration = 'export function read() {}') =>
  `const x = 1\n\n/** ${sentence} */\n${declaration}\n`

test('reports a first sentence of 21 words with its line and name, and accepts one of 20', () => {
  const [found] = findLongSentences(document(`${WORDS.join(' ')}.`))
  expect(found).toEqual({ line: 3, name: 'read', words: 21 })
  expect(found && describeLongSentence(found)).toBe('the first sentence of read has 21 words -> at most 20')
  expect(findLongSentences(document(`${WORDS.slice(1).join(' ')}.`))).toEqual([])
})

test('accepts long sentences after the first one, and in docstrings of code that is not exported', () => {
  expect(findLongSentences(document(`Returns \`a.b\`, e.g. 1.5. ${WORDS.join(' ')}.`))).toEqual([])
  expect(findLongSentences(document(WORDS.join(' '), 'function read() {}'))).toEqual([])
})

test('counts a sentence across lines, and to the end of the docstring without a full stop', () => {
  const lines = WORDS.join('\n * ')
  expect(findLongSentences(`/**\n * ${lines}\n */\nexport const LIMIT = 1\n`)).toMatchObject([
    { line: 1, name: 'LIMIT', words: 21 },
  ])
})
