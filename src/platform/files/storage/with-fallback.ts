import type { Files } from '../files.ts'

/**
 * Returns files that are written to `primary` and read from `fallback` where `primary` has none yet: for a shop whose files are being
 * copied from one to the other. What is removed is removed from both.
 */
export function withFallback(primary: Files, fallback: Files): Files {
  return {
    ...primary,
    has: async (key) => (await primary.has(key)) || fallback.has(key),
    open: async (key) => (await primary.open(key)) ?? fallback.open(key),
    hash: async (key) => (await primary.hash(key)) ?? fallback.hash(key),
    async *read(key) {
      yield* (await primary.has(key)) ? primary.read(key) : fallback.read(key)
    },
    async remove(key) {
      await primary.remove(key)
      await fallback.remove(key)
    },
    async *list() {
      yield* primary.list()
      for await (const file of fallback.list()) if (!(await primary.has(file.key))) yield file
    },
  }
}
