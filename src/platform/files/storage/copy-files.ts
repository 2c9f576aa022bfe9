import pLimit from 'p-limit'
import type { Files } from '../files.ts'
import { hashChunks } from './hash-chunks.ts'

/** The result of a copy: `present` files existed already, equal byte for byte. */
export type CopyResult = Readonly<{ copied: number; present: number; bytes: number }>

/**
 * A copy of files. Files that `to` has with the same hash are left alone, so that an interrupted copy continues
 * where it was.
 */
export type FilesCopy = Readonly<{ from: Files; to: Files; onFile?: (result: CopyResult) => void }>

/** Files are small and storage is far: several are under way at a time. */
const AT_ONCE = 8

/**
 * Copies all files, and reads each of them again where it was copied to. Throws where a copy is not what was read; a file that is removed
 * meanwhile is left out.
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
    // It is reported where it is waited for, which may be after other files were listed.
    settled.catch(() => undefined)
    // A list of millions is not held in memory.
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
