import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROUTES } from '#web/app/routes.ts'

/** What the scripts of a page may weigh when it is opened first: gzip, in bytes. */
export const FIRST_LOAD_BAR = 120_000

/** What every page loads: what waits until it is seen, and what wakes it then. */
const EVERYWHERE = ['src/web/app/hydrate.ts', 'src/web/app/entry-client.tsx'] as const

/** What a page's scripts weigh: its address, how many files, and their bytes after gzip. */
export type FirstLoad = Readonly<{ path: string; files: number; bytes: number }>

type Chunk = Readonly<{ file: string; imports?: readonly string[] }>

/**
 * What each page of the shop loads until it is awake: the entries, the page, and all that the two import at once.
 * Throws when `distDir` holds no build, or one in which a page is missing.
 */
export function firstLoads(distDir: string): FirstLoad[] {
  const client = path.join(distDir, 'client')
  // The shape is Vite's own: a chunk by the name of the source it came from.
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const weights = new Map<string, number>()
  return ROUTES.map((route) => {
    const files = filesOf(manifest, [...EVERYWHERE, `src/web/${route.source}`])
    for (const file of files) {
      if (!weights.has(file)) weights.set(file, weightOf(path.join(client, file)))
    }
    const bytes = files.reduce((sum, file) => sum + (weights.get(file) ?? 0), 0)
    return { path: route.path, files: files.length, bytes }
  })
}

/** A sentence for each page above the bar; empty when all is well. */
export function firstLoadFaults(pages: readonly FirstLoad[]): string[] {
  return pages
    .filter(({ bytes }) => bytes > FIRST_LOAD_BAR)
    .map(
      ({ path: page, bytes }) =>
        `${page} loads ${kilobytes(bytes)} of scripts, over ${kilobytes(FIRST_LOAD_BAR)}`,
    )
}

function filesOf(manifest: Record<string, Chunk>, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (seen.has(chunk.file)) continue
    seen.add(chunk.file)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...seen]
}

function weightOf(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}

if (import.meta.main) {
  const pages = firstLoads('dist')
  for (const { path: page, files, bytes } of pages)
    console.log(`${page.padEnd(20)}${kilobytes(bytes).padStart(10)} in ${files} files`)
  const faults = firstLoadFaults(pages)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
