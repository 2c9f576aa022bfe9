import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isFileKey, type ListedFile, requireValidKey, type Files } from '../files.ts'
import { hashChunks } from './hash-chunks.ts'

/** The media types of stored files by the extensions of their keys. */
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
}

/** Returns the media type of a file by the extension of its key. */
export function getMediaType(key: string): string {
  return TYPES[path.extname(key)] ?? 'application/octet-stream'
}

/** Returns files in a folder of this machine. The media type is derived from the key's extension. */
export function localFiles(folder: string): Files {
  const toPath = (key: string) => path.join(folder, ...requireValidKey(key).split('/'))
  return {
    put: async (key, bytes) => writeAtomically(folder, toPath(key), bytes),
    write: async (key, chunks) => writeAtomically(folder, toPath(key), chunks),
    read: (key) => createReadStream(toPath(key)),
    has: async (key) => (await getSize(toPath(key))) !== undefined,
    remove: (key) => rm(toPath(key), { force: true }),
    async open(key) {
      // Read as a whole: an open handle of an abandoned request would crash the process when it is garbage-collected.
      const bytes = await readFile(toPath(key)).catch(ignoreMissing)
      if (!bytes) return undefined
      return {
        stream: new Blob([bytes]).stream(),
        size: bytes.length,
        type: getMediaType(key),
      }
    },
    async hash(key) {
      const file = toPath(key)
      return (await getSize(file)) === undefined ? undefined : hashChunks(createReadStream(file))
    },
    list: () => listFolder(folder),
  }
}

/** Lists the files of a folder, without files that are removed meanwhile and names that are no keys. */
async function* listFolder(folder: string): AsyncIterable<ListedFile> {
  if ((await stat(folder).catch(ignoreMissing)) === undefined) return
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const key = path.relative(folder, file).split(path.sep).join('/')
    const size = isFileKey(key) ? await getSize(file) : undefined
    if (size !== undefined) yield { key, size }
  }
}

/** Writes a temporary file, syncs it to disk and renames it, so that readers never see an incomplete file. */
async function writeAtomically(
  folder: string,
  target: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporaryFile = path.join(folder, '.incoming', randomUUID())
  await mkdir(path.dirname(temporaryFile), { recursive: true })
  await mkdir(path.dirname(target), { recursive: true })
  try {
    const file = await open(temporaryFile, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryFile, target)
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

async function getSize(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(ignoreMissing)
  return stats?.isFile() ? stats.size : undefined
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return undefined
  throw error
}
