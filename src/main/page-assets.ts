/** The files of the browser's half, as Vite's manifest lists them by their source. */
type Manifest = Readonly<Record<string, Chunk>>

type Chunk = Readonly<{ file: string; imports?: readonly string[] }>

/** The tags that bring a page its scripts, styles and fonts. */
export type PageAssets = Readonly<{ tagsFor(sources: readonly string[]): string }>

const ENTRY = 'src/web/entry-client.tsx'

/** Reads Vite's manifest. Throws when it is not one of a build of the web. */
export function readAssets(manifestJson: string): PageAssets {
  // Written by our own build a moment before.
  const manifest = JSON.parse(manifestJson) as Manifest
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The build has no ${ENTRY}: run "npm run build".`)
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = files.filter((file) => file.endsWith('.woff2'))
  const styles = files.filter((file) => file.endsWith('.css'))
  const shared = [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" async src="/${entry.file}"></script>`,
  ].join('')
  const finished = new Map<string, string>()

  return {
    tagsFor(sources) {
      const key = sources.join()
      const known = finished.get(key) ?? shared + pageTags(manifest, entry, sources)
      finished.set(key, known)
      return known
    },
  }
}

/** A page's own chunk, and what the entry imports, would otherwise be fetched only after the entry has been read. */
function pageTags(manifest: Manifest, entry: Chunk, sources: readonly string[]): string {
  const chunks = new Set<Chunk>()
  collect(manifest, ENTRY, chunks)
  for (const source of sources) collect(manifest, `src/web/${source}`, chunks)
  chunks.delete(entry)
  return [...chunks].map(({ file }) => `<link rel="modulepreload" href="/${file}">`).join('')
}

function collect(manifest: Manifest, name: string, into: Set<Chunk>): void {
  const chunk = manifest[name]
  if (!chunk || into.has(chunk)) return
  into.add(chunk)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, into)
}
