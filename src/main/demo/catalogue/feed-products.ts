import { readLines, type FeedSource } from '#features/catalogue/catalog/import/read/feed-source.ts'
import { openFeed, readParts } from '#features/catalogue/catalog/import/read/read-parts.ts'

/** A product of a feed: its key there, and its lines with those of its variants. */
export type FeedPiece = Readonly<{ key: string; lines: readonly string[] }>

/** A feed taken apart: the lines of its head, and its products. */
export type FeedPieces = Readonly<{ name: string; head: readonly string[]; pieces: readonly FeedPiece[] }>

/** Takes a feed apart by its products. For small feeds: it is held in memory. */
export async function readFeedPieces(source: FeedSource): Promise<FeedPieces> {
  const feed = await openFeed(source)
  const lines: string[] = []
  for await (const line of readLines(source, feed.encoding)) lines.push(line)
  const pieces: { key: string; lines: string[] }[] = []
  for await (const part of readParts(feed)) {
    if ('reason' in part) continue
    const own = part.rows.flatMap(({ line, last }) => lines.slice(line - 1, last))
    const before = pieces.at(-1)
    // What stands below a product as its variation belongs to it.
    if (part.parent !== null && before) before.lines.push(...own)
    else pieces.push({ key: part.key, lines: own })
  }
  return { name: source.name, head: lines.slice(0, feed.layout.headerLine), pieces }
}

/** A feed of the products at these places, in their order, with the same head. */
export function feedOf({ name, head, pieces }: FeedPieces, places: readonly number[]): FeedSource {
  const chosen = places.flatMap((place) => pieces[place]?.lines ?? [])
  const text = [...head, ...chosen, ''].join('\n')
  return {
    name,
    open: async function* () {
      yield Buffer.from(text)
    },
  }
}
