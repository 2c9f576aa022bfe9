/** Signs that turn the direction of the text around them: with these one could write what reads like another line. */
const TURNING = '\\u202a-\\u202e\\u2066-\\u2069'
const LINE_ENDS = new RegExp(`[\\p{Cc}\\u2028\\u2029${TURNING}]+`, 'gu')
const UNSEEN = new RegExp(`[^\\P{Cc}\\n]|[${TURNING}]`, 'gu')

/** Signs without any look: with these two names would look the same, and nothing would look like something. */
const BLANK =
  /(?:\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}])+/gu

/** Joiners, needed within Arabic and Indic words and within pictures, say nothing after these letters or at an end. */
const IDLE_JOINERS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s])[\u200c\u200d]+|[\u200c\u200d]+$/gmu

/** Marks of direction that turn no more than the stop beside them: of use in a text, of none in a line. */
const MARKS = /[\u061c\u200e\u200f]+/gu

/** A typed text as one line: a line break in a name would write lines of its own into letters. */
export function asOneLine(text: string): string {
  return withoutBlanks(text.replaceAll(LINE_ENDS, ' ').replaceAll(MARKS, '')).trim()
}

function withoutBlanks(text: string): string {
  return text.replaceAll(BLANK, '').replaceAll(IDLE_JOINERS, '')
}

/** A typed text of several lines: one kind of line break, no control characters, at most one empty line between two. */
export function asLines(text: string): string {
  return withoutBlanks(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
