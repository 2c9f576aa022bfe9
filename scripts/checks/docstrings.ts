/** An exported function, constant or class whose docstring begins with a sentence of too many words. */
export type LongSentence = Readonly<{ line: number; name: string; words: number }>

/** The most words of a first sentence, which editors show beside a name. */
const MAX_WORDS = 20

const EXPORTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:default )?(?:async )?(?:function\*?|const|class) (\w+)/g

/** Returns the docstrings of a source text whose first sentence has more than 20 words, in their order. */
export function findLongSentences(text: string): LongSentence[] {
  return [...text.matchAll(EXPORTED)].flatMap(({ 1: comment = '', 2: name = '', index }) => {
    const words = countWords(readFirstSentence(comment))
    return words > MAX_WORDS ? [{ line: text.slice(0, index).split('\n').length, name, words }] : []
  })
}

/** Returns the text up to the first full stop that ends a sentence; `e.g.` and names such as `a.b` end none. */
function readFirstSentence(comment: string): string {
  const text = comment
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /^.*?[.!?](?= |$)(?<!\b(?:e\.g|i\.e)\.)/.exec(text)?.[0] ?? text
}

function countWords(sentence: string): number {
  return sentence.split(' ').filter((word) => /\w/.test(word)).length
}

/** Describes a docstring's problem, as the check prints it. */
export function describeLongSentence({ name, words }: LongSentence): string {
  return `the first sentence of ${name} has ${words} words -> at most ${MAX_WORDS}`
}
