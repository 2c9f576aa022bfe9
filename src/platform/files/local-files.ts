import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkedKey, type Files } from './files.ts'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
}

/** Files in a folder of this machine. The media type is told by the key's ending. */
export function localFiles(folder: string): Files {
  const pathOf = (key: string) => path.join(folder, ...checkedKey(key).split('/'))
  return {
    put: (key, bytes) => writeWhole(folder, pathOf(key), bytes),
    has: async (key) => (await sizeOf(pathOf(key))) !== undefined,
    remove: (key) => rm(pathOf(key), { force: true }),
    async open(key) {
      // Read whole: a handle that an abandoned request never closes would end the process when it is collected.
      const bytes = await readFile(pathOf(key)).catch(ignoreMissing)
      if (!bytes) return undefined
      return {
        stream: new Blob([bytes]).stream(),
        size: bytes.length,
        type: TYPES[path.extname(key)] ?? 'application/octet-stream',
      }
    },
  }
}

/** Writes beside and renames, so that nobody ever reads half a file; on the disk before it is named. */
async function writeWhole(folder: string, target: string, bytes: Uint8Array): Promise<void> {
  const aside = path.join(folder, '.incoming', randomUUID())
  await mkdir(path.dirname(aside), { recursive: true })
  await mkdir(path.dirname(target), { recursive: true })
  try {
    const file = await open(aside, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, target)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(ignoreMissing)
  return found?.isFile() ? found.size : undefined
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return undefined
  throw error
}
