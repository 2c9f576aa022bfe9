import { invalid } from '#core/errors.ts'
import { formatEncoding } from '../encoding/encoding-names.ts'

/**
 * A feed that can be read repeatedly from its first byte; `name` is shown to operators. `encoding` is the one that the
 * sender states, by a name that TextDecoder knows; without it the encoding is detected.
 */
export type FeedSource = Readonly<{
  name: string
  encoding?: string | undefined
  open(): AsyncIterable<Uint8Array>
}>

/** The longest line that is read, in characters. */
const MAX_LINE_LENGTH = 4_000_000

/**
 * Yields the file's physical lines without line ends (CRLF, LF or CR) and byte order mark. Throws `unknown_feed` for a
 * line without end, and `unknown_encoding` for bytes that are invalid in that encoding.
 */
export async function* readLines(source: FeedSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let rest = ''
  for await (const chunk of source.open()) {
    // PostgreSQL cannot store NUL.
    const text = rest + decodeChunk(decoder, chunk).replaceAll('\u0000', '')
    // A CR at the very end may be the first half of a CRLF.
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = complete.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(complete.length)
    yield* lines
    if (rest.length > MAX_LINE_LENGTH)
      throw invalid('unknown_feed', 'The file is not a CSV file: it has a line of more than 4 MB.')
  }
  const last = (rest + decodeChunk(decoder)).replace(/\r$/, '')
  if (last !== '') yield last
}

/** Decodes the next chunk; without a chunk, the rest. */
function decodeChunk(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalid(
      'unknown_encoding',
      `The file has bytes that are not valid ${formatEncoding(decoder.encoding)}. Save it as UTF-8, or set its encoding with --encoding.`,
    )
  }
}

/** Returns the file's first lines, at most `count` of them and about 256 KB. */
export async function readHead(source: FeedSource, encoding: string, count: number): Promise<string[]> {
  const head: string[] = []
  let length = 0
  for await (const line of readLines(source, encoding)) {
    head.push(line)
    length += line.length
    if (head.length >= count || length > 262_144) break
  }
  return head
}
