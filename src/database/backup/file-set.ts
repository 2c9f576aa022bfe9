import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file of a set: its path below the set's folder, its size, and its SHA-256 in hex. */
export type SetFile = Readonly<{ path: string; size: number; sha256: string }>

/** The manifest of a set of files, in its `manifest.json`. */
export type Manifest = Readonly<{
  kind: 'backup' | 'export'
  createdAt: string
  /** The newest migration of the database. */
  migration: string
  files: readonly SetFile[]
}>

const MANIFEST = 'manifest.json'

/** Copies a file into a set and returns its path, size and hash. A file that is deleted meanwhile is omitted. */
export async function copyIntoSet(
  from: string,
  { folder, name }: Readonly<{ folder: string; name: string }>,
): Promise<SetFile | undefined> {
  try {
    return await writeIntoSet(createReadStream(from), { folder, name })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Writes a stream as a file of a set. */
export async function writeIntoSet(
  source: AsyncIterable<Uint8Array>,
  { folder, name }: Readonly<{ folder: string; name: string }>,
): Promise<SetFile> {
  const target = path.join(folder, name)
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(target, { mode: 0o600 }))
  return { path: name, size, sha256: hash.digest('hex') }
}

/** Copies a folder into a set, below `name`, except what `isLeftOut` names; returns the copied files. */
export async function copyFolderIntoSet(
  from: string,
  { folder, name, isLeftOut = () => false }: FolderCopy,
): Promise<SetFile[]> {
  const entries = await readdir(from, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const copied: SetFile[] = []
  for (const entry of entries) {
    const source = path.join(entry.parentPath, entry.name)
    const relative = path.relative(from, source).split(path.sep).join('/')
    if (isLeftOut(relative)) continue
    if (entry.isDirectory()) {
      await mkdir(path.join(folder, name, relative), { recursive: true, mode: 0o700 })
      continue
    }
    const file = entry.isFile() && (await copyIntoSet(source, { folder, name: `${name}/${relative}` }))
    if (file) copied.push(file)
  }
  return copied
}

/** The source folder of a copy, its name in the set, and the paths within the folder that are omitted. */
export type FolderCopy = Readonly<{ folder: string; name: string; isLeftOut?: (relative: string) => boolean }>

/** Creates the folder of a new set. Throws when it exists and is not empty. */
export async function createSetFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Name a folder that doesn’t exist yet.`)
}

/** Writes the manifest, which completes a set: without this file it is invalid. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
}

/**
 * Returns the manifest of a set after verifying every file. Throws with a message for people when a file is missing
 * or differs.
 */
export async function readCheckedManifest(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} holds no finished ${kind}: its ${MANIFEST} is missing.`)
  // Written by `writeManifest`; the checks below find a changed file.
  const manifest = JSON.parse(text) as Manifest
  if (manifest.kind !== kind) throw new Error(`${folder} holds an ${manifest.kind}, not a ${kind}.`)
  for (const { path: name, size, sha256 } of manifest.files) {
    const actual = await hashFile(resolveInside(folder, name))
    if (actual?.size !== size || actual.sha256 !== sha256)
      throw new Error(`${name} in ${folder} is damaged or missing. Use another ${kind}.`)
  }
  return manifest
}

/** Returns the path of a file of a set. Throws when its name leads outside the folder. */
export function resolveInside(folder: string, name: string): string {
  const file = path.resolve(folder, name)
  if (!file.startsWith(path.resolve(folder) + path.sep)) throw new Error(`${name} is not in ${folder}.`)
  return file
}

async function hashFile(file: string): Promise<{ size: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes: Uint8Array = chunk
      hash.update(bytes)
      size += bytes.length
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
