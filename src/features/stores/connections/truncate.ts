import { toSingleLine } from '#core/text/normalize-text.ts'

/** So long may a sentence about what is wrong be. */
export const MAX_PROBLEM_LENGTH = 500

/**
 * What a shop says, short enough to be kept: other people's servers may say anything, of any length. Without what no database
 * keeps.
 */
export function truncateText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\u0000', '')
}

/** The same as one line, to be shown among our own words. */
export function truncateLine(text: string, maxLength: number): string {
  return toSingleLine(text.slice(0, maxLength))
}
