/** A stored file: its bytes as a stream, their number, and their media type. */
export type OpenFile = Readonly<{
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  size: number
  type: string
}>

/**
 * Stores files by keys such as `pictures/ab/abcd-400.webp`: lower-case letters, digits, `-`, `_`, `.` and `/`
 * between names. Keys name contents: what is put under a key never changes, though it may be removed.
 */
export type Files = Readonly<{
  /** Stores the bytes; a file is there whole or not at all. Throws on a key that is none. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a file in chunks, for files larger than memory allows; whole or not at all, also where `chunks` throws. */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a file in chunks, from its first byte. Throws where there is none. */
  read(key: string): AsyncIterable<Uint8Array>
  /** The file under the key, or undefined. */
  open(key: string): Promise<OpenFile | undefined>
  /** Whether there is a file under the key. */
  has(key: string): Promise<boolean>
  /** Lets go of the file under the key, if there is one. */
  remove(key: string): Promise<void>
}>

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/** The key itself. Throws when it is not one, so that no file outside the store can be reached. */
export function requireValidKey(key: string): string {
  if (!KEY.test(key) || key.length > 200 || key.includes('..'))
    throw new RangeError(`not a key of a file: ${key}`)
  return key
}
