import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROUTES } from '#web/app/router/routes.ts'

/** The limit of a page's scripts on first load: gzip, in bytes. */
export const FIRST_LOAD_LIMIT = 120_000

/** The limit of a console's section, which users open daily. */
export const CONSOLE_LOAD_LIMIT = 200_000

/** The scripts of every page: the one that waits until the page is visible, and the one that then hydrates it. */
const SHARED_ENTRIES = ['src/web/app/hydrate.ts', 'src/web/app/entry-client.tsx'] as const

/** The weight of a page's scripts: address, number of files, bytes after gzip, and their limit. */
export type FirstLoad = Readonly<{ path: string; files: number; bytes: number; limit: number }>

type Chunk = Readonly<{ file: string; imports?: readonly string[]; dynamicImports?: readonly string[] }>

/**
 * Returns what each page of the shop loads until it is hydrated. It is the entries, the page, and all that the two
 * import at once. Throws when `distDir` holds no build, or one in which a page is missing.
 */
export function measureFirstLoads(distDir: string): FirstLoad[] {
  const client = path.join(distDir, 'client')
  // The shape is Vite's own: a chunk by the name of the source it came from.
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const sizes = new Map<string, number>()
  const weigh = (names: readonly string[]) => {
    const files = listFiles(manifest, [...SHARED_ENTRIES, ...names])
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, getGzipSize(path.join(client, file)))
    }
    return { files: files.length, bytes: files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) }
  }
  return ROUTES.flatMap((route) => {
    const page = `src/web/${route.source}`
    if (route.frame !== 'console') return [{ path: route.path, ...weigh([page]), limit: FIRST_LOAD_LIMIT }]
    // A console's page loads the section that its address names: each is weighed with it.
    const sections = (manifest[page]?.dynamicImports ?? []).filter((name) => name.startsWith('src/web/'))
    return [page, ...sections].map((name) => ({
      path: name === page ? route.path : `${route.path} ${path.basename(name)}`,
      ...weigh([page, name]),
      limit: CONSOLE_LOAD_LIMIT,
    }))
  })
}

/** Returns a sentence for each page above its limit; empty when all is well. */
export function findFirstLoadErrors(pages: readonly FirstLoad[]): string[] {
  return pages
    .filter(({ bytes, limit }) => bytes > limit)
    .map(
      ({ path: page, bytes, limit }) =>
        `${page} loads ${formatKilobytes(bytes)} of scripts, over ${formatKilobytes(limit)}`,
    )
}

function listFiles(manifest: Record<string, Chunk>, names: readonly string[]): string[] {
  const visited = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (visited.has(chunk.file)) continue
    visited.add(chunk.file)
    queue.push(...(chunk.imports ?? []))
  }
  return [...visited]
}

function getGzipSize(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}

if (import.meta.main) {
  const pages = measureFirstLoads('dist')
  for (const { path: page, files, bytes } of pages)
    console.log(`${page.padEnd(48)}${formatKilobytes(bytes).padStart(10)} in ${files} files`)
  const errors = findFirstLoadErrors(pages)
  for (const error of errors) console.error(error)
  process.exitCode = errors.length > 0 ? 1 : 0
}
