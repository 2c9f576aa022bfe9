import { invalid } from '#ground/errors.ts'

/** A feed that can be read more than once, from its first byte each time; `name` is shown to people. */
export type FeedSource = Readonly<{ name: string; open(): AsyncIterable<Uint8Array> }>

/** A line longer than this is not collected any further. */
const MAX_LINE = 4_000_000

/** The encodings that suppliers' spreadsheets write. */
export type FeedEncoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/**
 * In which encoding the file is written: UTF-16 by its mark, UTF-8 when every byte fits, Windows-1252 otherwise.
 * Reads the whole file, keeping none of it, because one stray byte may stand in the last row.
 */
export async function detectEncoding(source: FeedSource): Promise<FeedEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isStart = true
  try {
    for await (const chunk of source.open()) {
      if (isStart && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isStart = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The file's physical lines without their ends (CRLF, LF or CR) and without a byte order mark. */
export async function* readLines(source: FeedSource, encoding: FeedEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for await (const chunk of source.open()) {
    // NUL is no letter that a database keeps.
    const text = rest + decoder.decode(chunk, { stream: true }).replaceAll('\u0000', '')
    // A CR at the very end may be the first half of a CRLF.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = usable.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(usable.length)
    yield* lines
    if (rest.length > MAX_LINE)
      throw invalid('unknown_feed', 'The file has a line of more than 4 MB: this is no CSV file.')
  }
  const last = (rest + decoder.decode()).replace(/\r$/, '')
  if (last !== '') yield last
}

/** The first lines of the file, at most `count` of them and about 256 KB. */
export async function readHead(source: FeedSource, encoding: FeedEncoding, count: number): Promise<string[]> {
  const head: string[] = []
  let length = 0
  for await (const line of readLines(source, encoding)) {
    head.push(line)
    length += line.length
    if (head.length >= count || length > 262_144) break
  }
  return head
}
