import { checkedKey, type Files } from '#platform/files/files.ts'

/** Files in memory, for a test shop. */
export function memoryFiles(): Files {
  const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  return {
    put: async (key, bytes, type) => void kept.set(checkedKey(key), { bytes: Uint8Array.from(bytes), type }),
    has: async (key) => kept.has(key),
    remove: async (key) => void kept.delete(key),
    async open(key) {
      const file = kept.get(key)
      return file && { stream: new Blob([file.bytes]).stream(), size: file.bytes.length, type: file.type }
    },
  }
}
