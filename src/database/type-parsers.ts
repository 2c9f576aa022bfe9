import { types } from 'pg'

/**
 * The conversion of column values to JavaScript, for every statement on our connections, including Drizzle's.
 * `bigint` is a number (throws beyond ±2^53, never rounds), `timestamptz` a Date, `date`, `interval` and `numeric`
 * are text; other types are converted by `pg`.
 */
export const typeParsers: typeof types = {
  ...types,
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === types.builtins.INT8 && format !== 'binary') return toNumber
    if (type === types.builtins.DATE || type === types.builtins.INTERVAL) return toText
    return types.getTypeParser(type, format)
  },
}

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number exactly`)
  return value
}

function toText(text: string): string {
  return text
}
