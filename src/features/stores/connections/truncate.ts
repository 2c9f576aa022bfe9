import { toSingleLine } from '#core/text/normalize-text.ts'

/** The most characters of a problem's message. */
export const MAX_PROBLEM_LENGTH = 500

/**
 * Truncates a store's text for storage, because other servers may send anything of any length. Removes characters that
 * the database rejects.
 */
export function truncateText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\u0000', '')
}

/** Returns a text as one line, for use within our own messages. */
export function truncateLine(text: string, maxLength: number): string {
  return toSingleLine(text.slice(0, maxLength))
}
