import { parse } from 'csv-parse/sync'

/** One row of the file: its cells as written, and its physical lines. */
export type CsvRecord = Readonly<{ first: number; last: number; cells: readonly string[] }>

/** A row whose cells cannot be separated reliably, and why; the first cells may still be right. */
export type BrokenRecord = CsvRecord & Readonly<{ broken: string }>

/** The layout of a file's rows: cell separator, number of header cells, and the header's line. */
export type CsvLayout = Readonly<{ delimiter: string; width: number; headerLine: number }>

/** Physical lines that were read but not parsed yet; `first` is the number of the first. */
type PendingLines = { first: number; lines: string[]; size: number }

/** Lines that form one row by their quotation marks: it ends where these are balanced. */
type Block = Readonly<{ first: number; lines: readonly string[] }>

const BATCH_SIZE = 64 * 1024
/** The longest row; a longer one is assumed to have an unclosed quotation mark. */
const MAX_ROW_SIZE = 512 * 1024
const MAX_ROW_LINES = 1_000

/**
 * Yields the records below the header, parsed in batches of about 64 KB. For a row with unbalanced quotation marks,
 * only its first line is parsed, leniently, so that a stray mark costs that row at most. Empty lines are left out.
 */
export async function* readRecords(
  lines: AsyncIterable<string>,
  layout: CsvLayout,
): AsyncGenerator<CsvRecord | BrokenRecord> {
  let number = 0
  let threshold = BATCH_SIZE
  const pending: PendingLines = { first: layout.headerLine + 1, lines: [], size: 0 }
  for await (const line of lines) {
    number += 1
    if (number <= layout.headerLine) continue
    pending.lines.push(line)
    pending.size += line.length + 1
    if (pending.size < threshold) continue
    yield* parsePendingRows(pending, layout, false)
    threshold = pending.size + BATCH_SIZE
  }
  yield* parsePendingRows(pending, layout, true)
}

/** Parses one CSV line on its own; stray quotation marks are treated as text. */
export function parseCsvLine(line: string, delimiter: string): readonly string[] {
  return parseText(line, delimiter, true)?.[0] ?? []
}

/**
 * Yields the complete rows and removes their lines; an unfinished row waits for more lines until the end of the file.
 */
function* parsePendingRows(
  pending: PendingLines,
  layout: CsvLayout,
  isEnd: boolean,
): Generator<CsvRecord | BrokenRecord> {
  const blocks = [...splitBlocks(pending)]
  const usedLines = blocks.reduce((count, block) => count + block.lines.length, 0)
  const filled = blocks.filter((block) => !isBlank(block))
  const rows = parseStrictly(filled, layout)
  const canWait = !isEnd && isReasonable(pending.lines.slice(usedLines))
  if (rows?.length === filled.length && (canWait || usedLines === pending.lines.length)) {
    for (const [index, block] of filled.entries()) yield toRecord(block, rows[index] ?? [], layout.width)
    dropLines(pending, usedLines)
    return
  }
  yield* parseLineByLine(pending, layout, isEnd)
}

function* parseLineByLine(
  pending: PendingLines,
  layout: CsvLayout,
  isEnd: boolean,
): Generator<CsvRecord | BrokenRecord> {
  let at = 0
  while (at < pending.lines.length) {
    if (pending.lines[at]?.trim() === '') {
      at += 1
      continue
    }
    const rest = { first: pending.first + at, lines: pending.lines.slice(at, at + MAX_ROW_LINES) }
    const [block] = splitBlocks(rest)
    if (!block && !isEnd && isReasonable(pending.lines.slice(at))) break
    const rows = block && parseStrictly([block], layout)
    const isGood = block !== undefined && rows?.length === 1
    yield isGood
      ? toRecord(block, rows[0] ?? [], layout.width)
      : parseBrokenLine(rest.lines[0] ?? '', rest.first, layout)
    at += isGood ? block.lines.length : 1
  }
  dropLines(pending, at)
}

function* splitBlocks(text: { first: number; lines: readonly string[] }): Generator<Block> {
  let start = 0
  let isOpen = false
  for (const [index, line] of text.lines.entries()) {
    if (hasOddQuotes(line)) isOpen = !isOpen
    if (isOpen) continue
    yield { first: text.first + start, lines: text.lines.slice(start, index + 1) }
    start = index + 1
  }
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd
  return isOdd
}

function isReasonable(lines: readonly string[]): boolean {
  return lines.length < MAX_ROW_LINES && lines.reduce((size, line) => size + line.length, 0) < MAX_ROW_SIZE
}

function isBlank(block: Block): boolean {
  return block.lines.length === 1 && block.lines[0]?.trim() === ''
}

function dropLines(pending: PendingLines, count: number): void {
  pending.lines = pending.lines.slice(count)
  pending.first += count
  pending.size = pending.lines.reduce((size, line) => size + line.length + 1, 0)
}

function parseBrokenLine(line: string, number: number, layout: CsvLayout): CsvRecord | BrokenRecord {
  const cells = parseCsvLine(line, layout.delimiter)
  if (cells.length === layout.width) return { first: number, last: number, cells }
  // The line is split at every delimiter: the cells before the stray mark, usually with the row's key, are right.
  const fragments = line.split(layout.delimiter)
  return {
    first: number,
    last: number,
    cells: fragments,
    broken: 'a quotation mark is never closed or is inside a cell',
  }
}

/**
 * Returns the record of a row. Cells may be missing at the end; filled cells beyond the header mean that earlier ones
 * are in wrong columns.
 */
function toRecord(block: Block, cells: readonly string[], width: number): CsvRecord | BrokenRecord {
  const record = { first: block.first, last: block.first + block.lines.length - 1, cells }
  if (cells.slice(width).every((cell) => cell.trim() === '')) return record
  return { ...record, broken: `the row has ${cells.length} cells and the header only ${width}` }
}

function parseStrictly(blocks: readonly Block[], layout: CsvLayout): string[][] | undefined {
  return parseText(blocks.map((block) => block.lines.join('\n')).join('\n'), layout.delimiter, false)
}

function parseText(text: string, delimiter: string, isLenient: boolean): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: isLenient,
    })
  } catch {
    return undefined
  }
}
