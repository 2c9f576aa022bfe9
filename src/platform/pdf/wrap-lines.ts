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
    const pieces = breakWord(word, width, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

/** The pieces of a word, each no wider than a line, though never less than a character. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
