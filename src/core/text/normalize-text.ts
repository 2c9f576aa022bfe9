/** Signs that turn the direction of the text around them: with these one could write what reads like another line. */
const BIDI_CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069'
const BIDI_CONTROL_RUNS = new RegExp(`[${BIDI_CONTROLS}]+`, 'gu')
const LINE_BREAKS = new RegExp(`[\\p{Cc}\\u2028\\u2029${BIDI_CONTROLS}]+`, 'gu')
const CONTROL_CHARACTERS = new RegExp(`[^\\P{Cc}\\n]|[${BIDI_CONTROLS}]`, 'gu')

/**
 * Signs without any look, as Unicode knows them (Default_Ignorable_Code_Point) and some more: with these two names would look the
 * same, and nothing would look like something. Joiners, marks of direction and selectors of a sign's form have a use.
 */
const INVISIBLE_CHARACTERS =
  /(?:(?![\u061c\u200c-\u200f]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb])+/gu

/** Joiners, needed within Arabic and Indic words and within pictures, say nothing after these letters or at an end. */
const USELESS_JOINERS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s])[\u200c\u200d]+|[\u200c\u200d]+$/gmu

/** Selectors of a sign's form, needed within pictures, Han and Mongolian, say nothing after these letters. */
const USELESS_VARIATION_SELECTORS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s])\p{Variation_Selector}+/gmu

/** Marks of direction that turn no more than the stop beside them: of use in a text, of none in a line. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]+/gu

/** Returns a typed text as one line. A line break in a name would add lines to emails. */
export function toSingleLine(text: string): string {
  return removeInvisibleCharacters(text.replaceAll(LINE_BREAKS, ' ').replaceAll(DIRECTION_MARKS, '')).trim()
}

/** Removes invisible characters and those that change the text direction. Everything else stays, line breaks too. */
export function removeInvisible(text: string): string {
  return removeInvisibleCharacters(text.replaceAll(BIDI_CONTROL_RUNS, ''))
}

function removeInvisibleCharacters(text: string): string {
  return text
    .replaceAll(INVISIBLE_CHARACTERS, '')
    .replaceAll(USELESS_JOINERS, '')
    .replaceAll(USELESS_VARIATION_SELECTORS, '')
}

/**
 * Normalizes a typed text of several lines. It has one kind of line break, no control characters, at most one empty
 * line between two.
 */
export function toMultiline(text: string): string {
  return removeInvisibleCharacters(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(CONTROL_CHARACTERS, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
