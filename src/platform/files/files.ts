/** A stored file: its bytes as a stream, their number, and their media type. */
export type OpenFile = Readonly<{
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  size: number
  type: string
}>

/** A stored file in a list: its key, and how many bytes it has. */
export type ListedFile = Readonly<{ key: string; size: number }>

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
  /** Deletes the file under the key, if there is one. */
  remove(key: string): Promise<void>
  /** The SHA-256 of a file in hex, or undefined where there is none. */
  hash(key: string): Promise<string | undefined>
  /** All files that are there for as long as they are listed, in no order. */
  list(): AsyncIterable<ListedFile>
}>

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/** Returns whether a name is a key of a file. */
export function isFileKey(name: string): boolean {
  return KEY.test(name) && name.length <= 200 && !name.includes('..')
}

/** Returns the key itself. Throws when it is not one, so that no file outside the store can be reached. */
export function requireValidKey(key: string): string {
  if (!isFileKey(key)) throw new RangeError(`not a key of a file: ${key}`)
  return key
}
