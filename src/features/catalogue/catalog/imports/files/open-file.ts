import { AppError } from '#core/errors.ts'
import type { Files } from '#platform/files/files.ts'
import { detectEncoding } from '../../import/encoding/detect-encoding.ts'
import { type CsvLayout, readRecords } from '../../import/read/csv-records.ts'
import {
  detectFeedLayout,
  detectTable,
  type FeedLayout,
  type FeedFormat,
} from '../../import/read/feed-format.ts'
import { isGoogleFeed } from '../../import/google/google-items.ts'
import { type FeedSource, readHead, readLines } from '../../import/read/feed-source.ts'
import type { OpenFeed } from '../../import/read/read-parts.ts'
import type { FileSample, StoredImport } from '../import-queries.ts'
import { applyMapping } from './mapping-rules.ts'

const HEAD_LINES = 30
const SAMPLE_ROWS = 5
/** The longest cell of a sample in characters; longer ones are truncated. */
const SAMPLE_CELL = 200
/** The most columns of a sample; wider files are read completely, but shown partly. */
const SAMPLE_COLUMNS = 200

/** The properties of a stored file: its format, encoding, header and first rows. */
export type InspectedFile = Readonly<{ format: FeedFormat; encoding: string; sample: FileSample }>

/** Reads enough of a stored file to detect its format. Throws `unknown_feed` and `unknown_encoding`. */
export async function inspectFile(source: FeedSource): Promise<InspectedFile> {
  const encoding = await detectEncoding(source)
  const layout = detectLayout(await readHead(source, encoding, HEAD_LINES))
  return { format: layout.format, encoding, sample: await readSample(source, encoding, layout) }
}

/** Opens an import's file with its store's column mapping. */
export async function openImport(files: Files, stored: StoredImport): Promise<OpenFeed> {
  const { encoding, mapping } = stored
  const source = toSource(files, stored)
  const layout = detectLayout(await readHead(source, encoding, HEAD_LINES))
  return { source, encoding, layout: applyMapping(layout, mapping) }
}

/** Returns a stored file as a feed source. */
export function toSource(
  files: Files,
  {
    fileKey,
    fileName,
    encoding,
  }: Readonly<{ fileKey: string; fileName: string; encoding?: string | undefined }>,
): FeedSource {
  return { name: fileName, encoding, open: () => files.read(fileKey) }
}

/** The layout of a feed, which has elements instead of columns. */
const GOOGLE_LAYOUT: FeedLayout = {
  format: 'google',
  columns: new Map(),
  delimiter: ',',
  width: 0,
  headerLine: 0,
}

/** Detects a format by its header; any other table needs a column mapping. */
function detectLayout(head: readonly string[]): FeedLayout {
  if (isGoogleFeed(head)) return GOOGLE_LAYOUT
  try {
    return detectFeedLayout(head)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unknown_feed') throw error
    const { headers: _headers, ...table } = detectTable(head)
    return { ...table, format: 'mapped' }
  }
}

async function readSample(source: FeedSource, encoding: string, layout: CsvLayout): Promise<FileSample> {
  if (layout === GOOGLE_LAYOUT) return { headers: [], rows: [] }
  const cut = (cells: readonly string[]) =>
    cells.slice(0, SAMPLE_COLUMNS).map((cell) =>
      cell
        .replace(/^\uFEFF/, '')
        .trim()
        .slice(0, SAMPLE_CELL)
        .toWellFormed(),
    )
  const rows: string[][] = []
  // Reads the header as a row, so that quoted names are parsed.
  const fromHeader = { ...layout, headerLine: layout.headerLine - 1 }
  for await (const record of readRecords(readLines(source, encoding), fromHeader)) {
    rows.push(cut(record.cells))
    if (rows.length > SAMPLE_ROWS) break
  }
  const [headers = [], ...samples] = rows
  return { headers, rows: samples }
}
