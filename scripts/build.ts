import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCaptured, toolCommand } from './command.ts'

/** The sources of the pages, without tests. */
const SOURCES = [
  'src/**/*',
  'public/**/*',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Returns whether `dist` below `root` was built from the sources as they are now. */
export function isBuilt(root: string): boolean {
  try {
    return readFileSync(getMarkerPath(root), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/** Records that `dist` below `root` was built from sources with this fingerprint. */
export function markBuilt(root: string, sources: string): void {
  writeFileSync(getMarkerPath(root), sources)
}

/**
 * Returns a digest of names, sizes and times of all sources below `root`, which is faster than hashing their
 * contents.
 */
export function fingerprint(root: string): string {
  const digest = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }).sort()) {
    const stats = statSync(join(root, file))
    if (stats.isFile()) digest.update(`${file} ${stats.size} ${stats.mtimeMs}\n`)
  }
  return digest.digest('hex')
}

/**
 * Builds the pages when they are missing or older than their sources. Throws with what the build said when it
 * fails.
 */
export async function buildIfStale(): Promise<void> {
  const root = process.cwd()
  if (isBuilt(root)) return
  console.log('Building the pages …')
  const sources = fingerprint(root)
  rmSync(getMarkerPath(root), { force: true })
  const { code, output } = await runCaptured({
    ...toolCommand('vite', 'build', '--app'),
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`The pages could not be built.\n${output}`)
  markBuilt(root, sources)
}

function getMarkerPath(root: string): string {
  return join(root, 'dist', '.sources')
}
