/** How wide a text is, in points. */
export type Measure = (text: string) => number

/**
 * The lines of a text that is no wider than `width` points: broken between words, and within a word that is wider than a line,
 * as those of scripts without blanks are. Line breaks of its own stay. An empty text is one empty line.
 */
export function wrapLines(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure))
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ').filter(Boolean)) {
    const joined = line === '' ? word : `${line} ${word}`
    if (measure(joined) <= width) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const fragments = breakWord(word, width, measure)
    lines.push(...fragments.slice(0, -1))
    line = fragments.at(-1) ?? ''
  }
  return [...lines, line]
}

/** The products of a word, each no wider than a line, though never less than a character. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  const fragments: string[] = []
  let fragment = ''
  for (const character of word) {
    if (fragment !== '' && measure(fragment + character) > width) {
      fragments.push(fragment)
      fragment = ''
    }
    fragment += character
  }
  return [...fragments, fragment]
}
