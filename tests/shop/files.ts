import { requireValidKey, type Files } from '#platform/files/files.ts'

/** Files in memory, for a test shop. */
export function createMemoryFiles(): Files {
  const storedFiles = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  return {
    put: async (key, bytes, type) =>
      void storedFiles.set(requireValidKey(key), { bytes: Uint8Array.from(bytes), type }),
    has: async (key) => storedFiles.has(key),
    remove: async (key) => void storedFiles.delete(key),
    async open(key) {
      const file = storedFiles.get(key)
      return file && { stream: new Blob([file.bytes]).stream(), size: file.bytes.length, type: file.type }
    },
  }
}
