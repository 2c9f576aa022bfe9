import { parseCents } from '#core/money.ts'
import type { Columns } from './feed-format.ts'

/** One row's cells by the names of their columns. */
export type Row = Readonly<{ cells: readonly string[]; columns: Columns }>

/**
 * Returns the trimmed cell of the first filled column of these; an empty text when there is none. The leading
 * apostrophe, with which exports keep spreadsheets from evaluating a text as a formula, is removed.
 */
export function readCell(row: Row, ...names: readonly string[]): string {
  for (const name of names) {
    const index = row.columns.get(name)
    const text = index === undefined ? '' : (row.cells[index] ?? '').trim()
    if (text !== '') return text.replace(/^'(?='*[=+\-@])/, '')
  }
  return ''
}

/** The highest price, ten million dollars: a higher one is a typing error. */
const MAX_PRICE_CENTS = 1_000_000_000

/**
 * Parses a price into cents: `42.99`, `1,299.90`, `42,99`, `1.299,90`, `$42.99`, `42.99 USD`. Undefined for anything
 * else, for other currencies, for an empty text and for more than ten million dollars.
 */
export function readPrice(text: string): number | undefined {
  const digits = text.replace(/^(US)?\$\s*|^USD\s*|\s*USD$/i, '').replace(/[\s\u00a0'’]/g, '')
  const isCommaDecimal = /^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(digits)
  const cents = parseCents(isCommaDecimal ? digits.replaceAll('.', '').replace(',', '.') : digits)
  return cents !== undefined && cents <= MAX_PRICE_CENTS ? cents : undefined
}

/** Parses a decimal number, also with a comma; undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const digits = text.replace(/^(-?\d+),(\d+)$/, '$1.$2').replace(/^(-?)\./, '$10.')
  return /^-?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined
}

/**
 * Returns a decimal number above zero and within limits, else null. Null also for 0, which feeds write for "not known".
 */
export function readMeasure(text: string, factor = 1): number | null {
  const value = readDecimal(text)
  if (value === undefined || value <= 0 || value * factor > 1_000_000) return null
  return Math.round(value * factor * 1_000) / 1_000
}

/** Returns true for TRUE, yes and 1, false for their opposites, else `fallback`. Case is ignored. */
export function readFlag(text: string, fallback: boolean): boolean {
  const word = text.toLowerCase()
  if (['true', 'yes', '1', 'y'].includes(word)) return true
  if (['false', 'no', '0', 'n'].includes(word)) return false
  return fallback
}

/** Returns a picture's absolute URL; undefined when it is not a web address. */
export function readPictureUrl(text: string): string | undefined {
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.href.length > 2_000)
    return undefined
  return url.href
}

/** Truncates a text to `length` characters without splitting a surrogate pair, which the database would reject. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
