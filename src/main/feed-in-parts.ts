import { readLines, type FeedSource } from '#features/catalog/import/feed-source.ts'
import { openFeed, readParts } from '#features/catalog/import/read-parts.ts'

/**
 * A feed as several ones, each with the head of the file: first all pieces but the last ones, then these in parts of so
 * many pieces as `lastOnes` says. A piece stays whole, with its variants. For small feeds: it is held in memory.
 */
export async function feedInParts(source: FeedSource, lastOnes: readonly number[]): Promise<FeedSource[]> {
  const feed = await openFeed(source)
  const lines: string[] = []
  for await (const line of readLines(source, feed.encoding)) lines.push(line)
  const head = lines.slice(0, feed.layout.headerLine)
  const pieces = await readPieces(feed, lines)
  const firstOnes = Math.max(pieces.length - lastOnes.reduce((sum, count) => sum + count, 0), 0)
  let from = 0
  return [firstOnes, ...lastOnes].map((count) => {
    const part = pieces.slice(from, (from += count))
    const text = [...head, ...part.flat(), ''].join('\n')
    return {
      name: source.name,
      open: async function* () {
        yield Buffer.from(text)
      },
    }
  })
}

/** The lines of each piece; what stands below a piece as its variation belongs to it. */
async function readPieces(
  feed: Parameters<typeof readParts>[0],
  lines: readonly string[],
): Promise<string[][]> {
  const pieces: string[][] = []
  for await (const part of readParts(feed)) {
    if ('reason' in part) continue
    const own = part.rows.flatMap(({ line, last }) => lines.slice(line - 1, last))
    const before = pieces.at(-1)
    if (part.parent !== null && before) before.push(...own)
    else pieces.push(own)
  }
  return pieces
}
