/** Characters that change the direction of the surrounding text, so that a text could imitate another line. */
const BIDI_CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069'
const BIDI_CONTROL_RUNS = new RegExp(`[${BIDI_CONTROLS}]+`, 'gu')
const LINE_BREAKS = new RegExp(`[\\p{Cc}\\u2028\\u2029${BIDI_CONTROLS}]+`, 'gu')
const CONTROL_CHARACTERS = new RegExp(`[^\\P{Cc}\\n]|[${BIDI_CONTROLS}]`, 'gu')

/**
 * Invisible characters by Unicode (Default_Ignorable_Code_Point), and some more. They would make two names look the
 * same, or an empty text count as text. Joiners, direction marks and variation selectors are excepted, as they are in
 * use.
 */
const INVISIBLE_CHARACTERS =
  /(?:(?![\u061c\u200c-\u200f]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb])+/gu

/** Joiners, needed within Arabic and Indic words and within emoji, have no effect after these letters or at an end. */
const USELESS_JOINERS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s])[\u200c\u200d]+|[\u200c\u200d]+$/gmu

/** Variation selectors, needed within emoji, Han and Mongolian, have no effect after these letters. */
const USELESS_VARIATION_SELECTORS =
  /(?<![^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s])\p{Variation_Selector}+/gmu

/** Direction marks, which affect only the punctuation beside them: useful in a text, useless in a single line. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]+/gu

/** Returns a typed text as one line, because a line break in a name would add lines to emails. */
export function toSingleLine(text: string): string {
  return removeInvisibleCharacters(text.replaceAll(LINE_BREAKS, ' ').replaceAll(DIRECTION_MARKS, '')).trim()
}

/**
 * Removes invisible characters and those that change the text direction. All other characters, line breaks included,
 * are unchanged.
 */
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
 * Normalizes a typed text of several lines. The result has one kind of line break, no control characters, at most one
 * empty line between two lines.
 */
export function toMultiline(text: string): string {
  return removeInvisibleCharacters(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(CONTROL_CHARACTERS, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
