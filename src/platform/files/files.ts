/** A stored file: its bytes as a stream, their number, and their media type. */
export type OpenFile = Readonly<{
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  size: number
  type: string
}>

/** A stored file in a list: its key and its size in bytes. */
export type ListedFile = Readonly<{ key: string; size: number }>

/**
 * Stores files by keys such as `pictures/ab/abcd-400.webp`: lower-case letters, digits, `-`, `_`, `.` and `/` between
 * names. The content under a key never changes, but can be removed.
 */
export type Files = Readonly<{
  /** Stores the bytes atomically. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a file in chunks, for files larger than memory; atomically, also when `chunks` throws. */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a file in chunks from its first byte. Throws when it does not exist. */
  read(key: string): AsyncIterable<Uint8Array>
  /** Returns the file under the key; undefined when there is none. */
  open(key: string): Promise<OpenFile | undefined>
  /** Returns whether the key has a file. */
  has(key: string): Promise<boolean>
  /** Deletes the file under the key, if there is one. */
  remove(key: string): Promise<void>
  /** Returns the SHA-256 of a file in hex; undefined when it does not exist. */
  hash(key: string): Promise<string | undefined>
  /** Lists the files that exist during the whole listing, in no order. */
  list(): AsyncIterable<ListedFile>
}>

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/** Returns whether a name is a valid key. */
export function isFileKey(name: string): boolean {
  return KEY.test(name) && name.length <= 200 && !name.includes('..')
}

/** Returns the key unchanged. Throws when it is invalid, so that no file outside the storage can be reached. */
export function requireValidKey(key: string): string {
  if (!isFileKey(key)) throw new RangeError(`not a key of a file: ${key}`)
  return key
}
