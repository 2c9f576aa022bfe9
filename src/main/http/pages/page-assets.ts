/** The files of the web build, by their source, as in Vite's manifest. */
type Manifest = Readonly<Record<string, Chunk>>

type Chunk = Readonly<{ file: string; imports?: readonly string[] }>

/** Returns the tags that load a page's scripts, styles and fonts. */
export type PageAssets = Readonly<{ tagsFor(sources: readonly string[]): string }>

const ENTRY = 'src/web/app/entry-client.tsx'
const HYDRATE_SCRIPT = 'src/web/app/hydrate.ts'
/** The stylesheet of all pages; others are loaded by the components that need them. */
const STYLESHEET = 'style.css'

/** Reads Vite's manifest. Throws when it is not from a build of the web. */
export function readAssets(manifestJson: string): PageAssets {
  // Written by our own build.
  const manifest = JSON.parse(manifestJson) as Manifest
  for (const required of [ENTRY, HYDRATE_SCRIPT, STYLESHEET])
    if (!manifest[required]) throw new Error(`The build has no ${required}: run "npm run build".`)
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = files.filter((file) => file.endsWith('.woff2'))
  const shared = [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    `<link rel="stylesheet" href="/${manifest[STYLESHEET]?.file}">`,
  ].join('')
  const tagsBySources = new Map<string, string>()

  return {
    tagsFor(sources) {
      const key = sources.join()
      const cachedTags = tagsBySources.get(key) ?? shared + renderHydrationTag(manifest, sources)
      tagsBySources.set(key, cachedTags)
      return cachedTags
    },
  }
}

/**
 * Renders the script that hydrates the page when it is visible. It gets the files to preload: the entry, its imports
 * and the page's own chunks, which would otherwise be discovered one after the other.
 */
function renderHydrationTag(manifest: Manifest, sources: readonly string[]): string {
  const chunks = new Set<Chunk>()
  collectChunks(manifest, ENTRY, chunks)
  for (const source of sources) collectChunks(manifest, `src/web/${source}`, chunks)
  const files = [...chunks].map(({ file }) => `/${file}`).join(' ')
  return `<script type="module" async fetchpriority="low" src="/${manifest[HYDRATE_SCRIPT]?.file}" data-scripts="${files}"></script>`
}

function collectChunks(manifest: Manifest, name: string, chunks: Set<Chunk>): void {
  const chunk = manifest[name]
  if (!chunk || chunks.has(chunk)) return
  chunks.add(chunk)
  for (const imported of chunk.imports ?? []) collectChunks(manifest, imported, chunks)
}
