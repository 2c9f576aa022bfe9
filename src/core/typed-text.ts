/** Signs that turn the direction of the text around them: with these one could write what reads like another line. */
const TURNING = '\\u202a-\\u202e\\u2066-\\u2069'
const TURNING_SIGNS = new RegExp(`[${TURNING}]+`, 'gu')
const LINE_ENDS = new RegExp(`[\\p{Cc}\\u2028\\u2029${TURNING}]+`, 'gu')
const UNSEEN = new RegExp(`[^\\P{Cc}\\n]|[${TURNING}]`, 'gu')

/**
 * Signs without any look, as Unicode knows them (Default_Ignorable_Code_Point) and some more: with these two names would look the
 * same, and nothing would look like something. Joiners, marks of direction and selectors of a sign's form have a use.
 */
const BLANK =
  /(?:(?![\u061c\u200c-\u200f]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb])+/gu

/** Joiners, needed within Arabic and Indic words and within pictures, say nothing after these letters or at an end. */
const IDLE_JOINERS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s])[\u200c\u200d]+|[\u200c\u200d]+$/gmu

/** Selectors of a sign's form, needed within pictures, Han and Mongolian, say nothing after these letters. */
const IDLE_SELECTORS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s])\p{Variation_Selector}+/gmu

/** Marks of direction that turn no more than the stop beside them: of use in a text, of none in a line. */
const MARKS = /[\u061c\u200e\u200f]+/gu

/** A typed text as one line: a line break in a name would write lines of its own into letters. */
export function asOneLine(text: string): string {
  return withoutBlanks(text.replaceAll(LINE_ENDS, ' ').replaceAll(MARKS, '')).trim()
}

/** Removes what turns the direction of the text around it and what has no look; everything else stays, line breaks too. */
export function withoutInvisible(text: string): string {
  return withoutBlanks(text.replaceAll(TURNING_SIGNS, ''))
}

function withoutBlanks(text: string): string {
  return text.replaceAll(BLANK, '').replaceAll(IDLE_JOINERS, '').replaceAll(IDLE_SELECTORS, '')
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
