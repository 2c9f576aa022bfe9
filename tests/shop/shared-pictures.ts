import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'

/** The variable of the environment that holds the run's folder of shared pictures; without it nothing is shared. */
export const sharedPicturesVariable = 'CABOCHON_TEST_PICTURES'

/**
 * Copies the pictures that earlier shops of this run have rendered into a shop that has not started yet: rendering them takes
 * over a minute of a core. Returns the names of the files.
 */
export async function takeSharedPictures(dataDir: string): Promise<ReadonlySet<string>> {
  const shared = process.env[sharedPicturesVariable]
  const taken = new Set<string>()
  if (!shared) return taken
  for (const batch of await readdir(shared).catch(ignoreMissing)) {
    if (batch.startsWith('.')) continue
    const names = await listFiles(path.join(shared, batch))
    await linkFiles(names, { from: path.join(shared, batch), to: picturesOf(dataDir) })
    for (const name of names) taken.add(name)
  }
  return taken
}

/** Shares what a shop that has stopped made of its pictures, but for those it was given. */
export async function sharePictures(dataDir: string, taken: ReadonlySet<string>): Promise<void> {
  const shared = process.env[sharedPicturesVariable]
  if (!shared) return
  const made = (await listFiles(picturesOf(dataDir))).filter((name) => !taken.has(name))
  if (made.length === 0) return
  const id = randomUUID()
  await linkFiles(made, { from: picturesOf(dataDir), to: path.join(shared, `.${id}`) })
  // By one rename, so that nobody takes a part of it: where an original is, the shop expects everything made of it.
  await rename(path.join(shared, `.${id}`), path.join(shared, id))
}

function picturesOf(dataDir: string): string {
  return path.join(dataDir, 'files', 'pictures')
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** Hard links: the shop never writes into a file that is there, it puts a new one in its place. */
async function linkFiles(
  names: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const folders = new Set(names.map((name) => path.dirname(path.join(to, name))))
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const name of names) await link(path.join(from, name), path.join(to, name)).catch(ignoreExisting)
}

function ignoreMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
