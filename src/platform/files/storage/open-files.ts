import path from 'node:path'
import { stat } from 'node:fs/promises'
import { AppError } from '#core/errors.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '../../log.ts'
import type { Files } from '../files.ts'
import { localFiles } from './local-files.ts'

/** The settings of the file storage. */
export type FilesConfig = Pick<Config, 'dataDir' | 'files'>

/** Returns the folder of locally stored files. */
export function getFilesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'files')
}

/**
 * Returns the shop's files: in object storage if `FILES_URL` is set, else in the data folder. Files that exist only
 * in that folder are read from there.
 */
export async function openFiles(config: FilesConfig): Promise<Files> {
  const folder = getFilesFolder(config)
  const local = localFiles(folder)
  if (!config.files) return local
  const remote = await openRemoteFiles(config.files)
  return (await isFolder(folder)) ? withFallback(remote, local) : remote
}

/**
 * Returns files in object storage. Its client is loaded only here, so that shops without object storage save the
 * memory.
 */
export async function openRemoteFiles(settings: NonNullable<Config['files']>): Promise<Files> {
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(settings)
}

/**
 * Tests the storage by writing, listing and removing a file. Throws with a message for people when the storage
 * refuses, as a retry would not help. Storage that does not respond is only logged, as a shop without pictures and
 * documents can still run.
 */
export async function checkRemoteFiles(settings: NonNullable<Config['files']>, log: Log): Promise<void> {
  const files = await openRemoteFiles(settings)
  const place = describeRemotePlace(settings)
  try {
    await files.put(PROBE_KEY, Buffer.from('Cabochon can write here.\n'), 'text/plain')
    for await (const _file of files.list()) break
    await files.remove(PROBE_KEY)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error
    if (!isRefusal(cause)) return log.error({ err: error }, `the files at ${place} can't be reached`)
    throw new Error(
      `The files at ${place} can't be used: ${cause.message}.\n` +
        'Check FILES_URL, FILES_ACCESS_KEY and FILES_SECRET_KEY, and that the key may list, read, write and delete.',
      { cause },
    )
  }
}

/** Describes a place in object storage for people, without its key. */
export function describeRemotePlace({ endpoint, bucket, prefix }: NonNullable<Config['files']>): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`
}

const PROBE_KEY = 'probe.txt'

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && Reflect.get(error, 'isRefusal') === true
}

async function isFolder(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

/**
 * Returns files that are written to `primary` and read from `fallback` while `primary` lacks them. It is for a shop
 * whose files are being copied from one to the other. Removals apply to both.
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
