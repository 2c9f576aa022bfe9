import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A finished document as gzip bytes, and its entity tag. */
export type CachedDocument = Readonly<{ gzip: Uint8Array<ArrayBuffer>; etag: string }>

/** A cache of long documents that are rarely requested and expensive to create. */
export type DocumentCache = Readonly<{
  /** Returns the document of this name: the cached one, or a new one from the chunks of `writeChunks`. */
  get(name: string, writeChunks: () => AsyncIterable<string>): Promise<CachedDocument>
  /** Marks all documents as changed: `staleMs` later they are created again when requested. */
  changed(): void
}>

/** The options of a document cache; times in milliseconds. */
export type DocumentCacheOptions = Readonly<{
  staleMs?: number
  /** The age in milliseconds from which a document is created again even without a notification of a change. */
  longestMs?: number
  maxBytes?: number
  clock?: () => number
}>

/** `work` resolves to the document; `staleSince` is the time of the first change after its creation began. */
type Entry = {
  readonly begunAt: number
  readonly work: Promise<CachedDocument>
  bytes: number
  staleSince: number
}

/**
 * Caches the most recently used documents, compressed. One is created at a time, and once for concurrent requests;
 * only its compressed bytes use memory meanwhile.
 */
export function createDocumentCache(options: DocumentCacheOptions = {}): DocumentCache {
  const { staleMs = 600_000, longestMs = 86_400_000, maxBytes = 32 * 1024 * 1024, clock = Date.now } = options
  const entries = new Map<string, Entry>()
  let lastWork: Promise<unknown> = Promise.resolve()

  function isFresh({ begunAt, staleSince }: Entry): boolean {
    return clock() - begunAt < longestMs && clock() - staleSince < staleMs
  }

  function touch(name: string, entry: Entry): void {
    entries.delete(name)
    entries.set(name, entry)
    let bytes = 0
    for (const [entryName, { bytes: entryBytes }] of [...entries].toReversed()) {
      bytes += entryBytes
      if (bytes > maxBytes) entries.delete(entryName)
    }
  }

  function createEntry(name: string, writeChunks: () => AsyncIterable<string>): Promise<CachedDocument> {
    const work = lastWork.then(() => compress(writeChunks()))
    const entry: Entry = { begunAt: clock(), work, bytes: 0, staleSince: Infinity }
    entries.set(name, entry)
    lastWork = work.then(
      ({ gzip }) => {
        entry.bytes = gzip.length
        if (entries.get(name) === entry) touch(name, entry)
      },
      // A failure is not cached; the callers get its error.
      () => void (entries.get(name) === entry && entries.delete(name)),
    )
    return work
  }

  return {
    get(name, writeChunks) {
      const entry = entries.get(name)
      if (!entry || !isFresh(entry)) return createEntry(name, writeChunks)
      touch(name, entry)
      return entry.work
    },
    changed() {
      for (const entry of entries.values()) entry.staleSince = Math.min(entry.staleSince, clock())
    },
  }
}

async function compress(parts: AsyncIterable<string>): Promise<CachedDocument> {
  const chunks: Uint8Array[] = []
  const zip = createGzip()
  zip.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  await pipeline(Readable.from(parts), zip)
  const gzip = new Uint8Array(Buffer.concat(chunks))
  const etag = `W/"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"`
  return { gzip, etag }
}
