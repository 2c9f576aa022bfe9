import { asOneLine } from '#core/typed-text.ts'

/** So long may a sentence about what is wrong be. */
export const LONGEST_PROBLEM = 500

/**
 * What a shop says, short enough to be kept: other people's servers may say anything, of any length. Without what no database
 * keeps.
 */
export function clipped(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\u0000', '')
}

/** The same as one line, to be shown among our own words. */
export function clippedLine(text: string, most: number): string {
  return asOneLine(text.slice(0, most))
}
