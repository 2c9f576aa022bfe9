import { invalid } from '#core/errors.ts'
import { z } from 'zod'

/** Returns the cursor of a page that begins after these values. */
export function toCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

const Values = z.array(z.union([z.string(), z.number()]))

function readCursor(cursor: string): (string | number)[] {
  try {
    return Values.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badCursorError()
  }
}

/** Returns the key in a cursor; undefined for the first page. Throws `bad_cursor`. */
export function readKey(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const [key, ...more] = readCursor(cursor)
  if (typeof key !== 'number' || !Number.isSafeInteger(key) || more.length > 0) throw badCursorError()
  return key
}

/** Returns the name and id in a cursor; undefined for the first page. Throws `bad_cursor`. */
export function readNameAndId(cursor: string | undefined): { name: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [name, id, ...more] = readCursor(cursor)
  if (typeof name !== 'string' || typeof id !== 'string' || more.length > 0) throw badCursorError()
  return { name, id }
}

/** Returns the time and UUID in a cursor; undefined for the first page. Throws `bad_cursor`. */
export function readTimeAndId(cursor: string | undefined): { time: string; id: string } | undefined {
  const key = readNameAndId(cursor)
  if (!key) return undefined
  const { data } = TimeAndId.safeParse({ time: key.name, id: key.id })
  if (!data) throw badCursorError()
  return data
}

const TimeAndId = z.object({ time: z.iso.datetime(), id: z.uuid() })

function badCursorError() {
  return invalid('bad_cursor', 'The cursor is invalid. Start from the first page.')
}
