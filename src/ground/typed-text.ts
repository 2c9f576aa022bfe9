/** Signs that turn the direction of the text around them: with these one could write what reads like another line. */
const TURNING = '\\u202a-\\u202e\\u2066-\\u2069'
const LINE_ENDS = new RegExp(`[\\p{Cc}\\u2028\\u2029${TURNING}]+`, 'gu')
const UNSEEN = new RegExp(`[^\\P{Cc}\\n]|[${TURNING}]`, 'gu')

/** A typed text as one line: a line break in a name would write lines of its own into letters. */
export function asOneLine(text: string): string {
  return text.replaceAll(LINE_ENDS, ' ').trim()
}

/** A typed text of several lines: one kind of line break, no control characters, at most one empty line between two. */
export function asLines(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
