import { toSingleLine } from '#core/text/normalize-text.ts'

/** So long may a sentence about what is wrong be. */
export const MAX_PROBLEM_LENGTH = 500

/**
 * Truncates a shop's text for storage, as other servers may send anything, of any length. Without what no database
 * keeps.
 */
export function truncateText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\u0000', '')
}

/** Returns a text as one line, to be shown within our own messages. */
export function truncateLine(text: string, maxLength: number): string {
  return toSingleLine(text.slice(0, maxLength))
}
