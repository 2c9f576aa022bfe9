import { createHash } from 'node:crypto'
import { requireValidKey, type Files } from '#platform/files/files.ts'

/** Returns files in memory, for a test shop. */
export function createMemoryFiles(): Files {
  const storedFiles = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  return {
    put: async (key, bytes, type) =>
      void storedFiles.set(requireValidKey(key), { bytes: Uint8Array.from(bytes), type }),
    async write(key, chunks) {
      const received: Uint8Array[] = []
      for await (const chunk of chunks) received.push(chunk)
      storedFiles.set(requireValidKey(key), { bytes: new Uint8Array(Buffer.concat(received)), type: '' })
    },
    async *read(key) {
      const file = storedFiles.get(key)
      if (!file) throw new Error(`There is no file ${key}.`)
      for (let at = 0; at < file.bytes.length; at += 65_536) yield file.bytes.subarray(at, at + 65_536)
    },
    has: async (key) => storedFiles.has(key),
    async *list() {
      for (const [key, { bytes }] of storedFiles) yield { key, size: bytes.length }
    },
    async hash(key) {
      const file = storedFiles.get(key)
      return file && createHash('sha256').update(file.bytes).digest('hex')
    },
    remove: async (key) => void storedFiles.delete(key),
    async open(key) {
      const file = storedFiles.get(key)
      return file && { stream: new Blob([file.bytes]).stream(), size: file.bytes.length, type: file.type }
    },
  }
}

/** Returns all items of a stream. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
