import { invalid } from '#core/errors.ts'
import { formatEncoding } from './encoding-names.ts'
import type { FeedSource } from '../read/feed-source.ts'
import { guessEncoding } from './guess-encoding.ts'

/** The size in bytes of the sample of lines with letters beyond ASCII. */
const SAMPLE_BYTES = 128 * 1024

/**
 * Returns a file's encoding. It is the one its sender states, UTF-16 by its byte order mark or zero bytes, UTF-8 if all
 * bytes are valid, else a guess from its words. Reads the whole file without storing it, because an invalid byte may be
 * in the last row. Throws `unknown_encoding` when the guess is uncertain.
 */
export async function detectEncoding(source: FeedSource): Promise<string> {
  if (source.encoding !== undefined) return source.encoding
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = new Uint8Array()
  try {
    for await (const chunk of source.open()) {
      if (start.length < 4) {
        start = Buffer.concat([start, chunk.subarray(0, 4)])
        const wideEncodingName = wideEncoding(start)
        if (wideEncodingName) return wideEncodingName
      }
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    // The two bytes of the byte order mark may arrive in different chunks.
    if (error instanceof TypeError) return wideEncoding(start) ?? (await guessSourceEncoding(source))
    throw error
  }
}

/** Detects UTF-16 by its byte order mark, or by the zero byte in each of the first two letters. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (fourth === undefined) return undefined
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return undefined
}

async function guessSourceEncoding(source: FeedSource): Promise<string> {
  const guess = guessEncoding(await readSample(source))
  if (guess.isSure) return guess.encoding
  throw invalid('unknown_encoding', `${explainUncertainty(guess.readings)} Nothing was imported.`)
}

function explainUncertainty(readings: readonly Readonly<{ encoding: string; word: string }>[]): string {
  const [first] = readings
  if (!first)
    return 'The encoding of this file is unknown. Save it as UTF-8, or set its encoding, such as --encoding windows-1253.'
  const readingsText = readings
    .map(({ encoding, word }) => `“${word}” as ${formatEncoding(encoding)}`)
    .join(' or ')
  return `The encoding of this file is unclear: it reads ${readingsText}. Choose one with --encoding ${first.encoding}, or save it as UTF-8.`
}

/** Reads the file's first lines with letters beyond ASCII, up to the size of the sample. */
async function readSample(source: FeedSource): Promise<Uint8Array> {
  const lines: Uint8Array[] = []
  let size = 0
  let rest: Uint8Array = new Uint8Array()
  const addLine = (line: Uint8Array) => {
    if (!line.some((byte) => byte > 0x7f)) return
    lines.push(line)
    size += line.length
  }
  for await (const chunk of source.open()) {
    const bytes = Buffer.concat([rest, chunk])
    // A line longer than the sample is cut at any byte.
    const end = bytes.length > SAMPLE_BYTES ? bytes.length : bytes.lastIndexOf(0x0a) + 1
    for (let at = 0; at < end;) {
      const next = bytes.indexOf(0x0a, at)
      const lineEnd = next === -1 || next >= end ? end : next + 1
      addLine(bytes.subarray(at, lineEnd))
      at = lineEnd
    }
    rest = bytes.subarray(end)
    if (size >= SAMPLE_BYTES) break
  }
  addLine(rest)
  return Buffer.concat(lines).subarray(0, 2 * SAMPLE_BYTES)
}
