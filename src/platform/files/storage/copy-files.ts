import pLimit from 'p-limit'
import type { Files } from '../files.ts'
import { hashChunks } from './hash-chunks.ts'

/** The result of a copy: `present` files already existed, byte for byte. */
export type CopyResult = Readonly<{ copied: number; present: number; bytes: number }>

/** A copy of files. Files with the same hash in `to` are skipped, so that an interrupted copy can be resumed. */
export type FilesCopy = Readonly<{ from: Files; to: Files; onFile?: (result: CopyResult) => void }>

/** The number of concurrent copies, as files are small and the storage is remote. */
const AT_ONCE = 8

/**
 * Copies all files, and reads each copy back to verify it. Throws when a copy differs from its source; a file that is
 * removed meanwhile is skipped.
 */
export async function copyFiles({ from, to, onFile }: FilesCopy): Promise<CopyResult> {
  let result: CopyResult = { copied: 0, present: 0, bytes: 0 }
  const limit = pLimit(AT_ONCE)
  const running = new Set<Promise<void>>()
  for await (const { key, size } of from.list()) {
    const copy = limit(async () => {
      const outcome = await copyFile(key, { from, to })
      if (outcome === 'missing') return
      const bytes = outcome === 'copied' ? size : 0
      result = { ...result, [outcome]: result[outcome] + 1, bytes: result.bytes + bytes }
      onFile?.(result)
    })
    const settled: Promise<void> = copy.finally(() => running.delete(settled))
    running.add(settled)
    // A failure is reported where the promise is awaited, which may be after more files were listed.
    settled.catch(() => undefined)
    // Limits memory, as the list can have millions of files.
    if (running.size >= AT_ONCE * 2) await Promise.race(running)
  }
  await Promise.all(running)
  return result
}

async function copyFile(key: string, { from, to }: FilesCopy): Promise<'copied' | 'present' | 'missing'> {
  const hash = await from.hash(key)
  if (hash === undefined) return 'missing'
  if ((await to.hash(key)) === hash) return 'present'
  await to.write(key, from.read(key))
  const written = await hashChunks(to.read(key))
  if (written !== hash) throw new Error(`The copy of ${key} differs from the original: copy again.`)
  return 'copied'
}
