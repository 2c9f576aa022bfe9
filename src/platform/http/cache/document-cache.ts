import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A finished document as gzip bytes, and the tag that says whether it is still the same. */
export type KeptDocument = Readonly<{ gzip: Uint8Array<ArrayBuffer>; etag: string }>

/** Long documents that are seldom asked for and dear to make. */
export type KeptDocuments = Readonly<{
  /** The document of this name: the kept one, or what `write` gives piece by piece. */
  get(name: string, write: () => AsyncIterable<string>): Promise<KeptDocument>
  /** Something in the documents has changed: in `staleMs` they are made anew when they are asked for. */
  changed(): void
}>

/** How documents are kept; times in milliseconds. */
export type KeptDocumentsOptions = Readonly<{
  staleMs?: number
  /** After so long a document is made anew even if nobody said that anything had changed. */
  longestMs?: number
  maxBytes?: number
  clock?: () => number
}>

/** `document` is there once it is made; `staleSince` is the moment of the first change since that was begun. */
type Entry = {
  readonly begunAt: number
  readonly work: Promise<KeptDocument>
  bytes: number
  staleSince: number
}

/**
 * Keeps documents compressed, the most lately used of them. One is made at a time, and once however many ask; while it is
 * made only its compressed bytes grow.
 */
export function keptDocuments(options: KeptDocumentsOptions = {}): KeptDocuments {
  const { staleMs = 600_000, longestMs = 86_400_000, maxBytes = 32 * 1024 * 1024, clock = Date.now } = options
  const entries = new Map<string, Entry>()
  let last: Promise<unknown> = Promise.resolve()

  function isFresh({ begunAt, staleSince }: Entry): boolean {
    return clock() - begunAt < longestMs && clock() - staleSince < staleMs
  }

  function touch(name: string, entry: Entry): void {
    entries.delete(name)
    entries.set(name, entry)
    let bytes = 0
    for (const [known, { bytes: own }] of [...entries].toReversed()) {
      bytes += own
      if (bytes > maxBytes) entries.delete(known)
    }
  }

  function make(name: string, write: () => AsyncIterable<string>): Promise<KeptDocument> {
    const work = last.then(() => compressed(write()))
    const entry: Entry = { begunAt: clock(), work, bytes: 0, staleSince: Infinity }
    entries.set(name, entry)
    last = work.then(
      ({ gzip }) => {
        entry.bytes = gzip.length
        if (entries.get(name) === entry) touch(name, entry)
      },
      // What could not be made is not kept; who asked for it hears why.
      () => void (entries.get(name) === entry && entries.delete(name)),
    )
    return work
  }

  return {
    get(name, write) {
      const entry = entries.get(name)
      if (!entry || !isFresh(entry)) return make(name, write)
      touch(name, entry)
      return entry.work
    },
    changed() {
      for (const entry of entries.values()) entry.staleSince = Math.min(entry.staleSince, clock())
    },
  }
}

async function compressed(pieces: AsyncIterable<string>): Promise<KeptDocument> {
  const chunks: Uint8Array[] = []
  const zip = createGzip()
  zip.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  await pipeline(Readable.from(pieces), zip)
  const gzip = new Uint8Array(Buffer.concat(chunks))
  const etag = `W/"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"`
  return { gzip, etag }
}
