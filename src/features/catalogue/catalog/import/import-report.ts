import { formatEncoding } from './encoding/encoding-names.ts'
import type { FeedRefusal, FeedWarning } from './map/feed-product.ts'

/** A product of advice that several rows share: how many, and the first lines where it applies. */
export type CountedWarning = Readonly<{ text: string; count: number; lines: readonly number[] }>

/**
 * What an import did. `created`, `updated`, `unchanged` and `refusedCount` count products (and rows that name none);
 * `refused` holds the first thousand refusals. `encoding` is what
 * it was read as (a decoder's name), `asOf` the moment its stock is taken to be counted at. `stopped` says why nothing was written, if so.
 */
export type ImportReport = Readonly<{
  created: number
  updated: number
  unchanged: number
  refusedCount: number
  refused: readonly FeedRefusal[]
  warnings: readonly CountedWarning[]
  rows: number
  products: number
  encoding: string
  asOf: Date
  seconds: number
  stopped: string | null
}>

/** Counts while an import runs. */
export type ImportTally = {
  created: number
  updated: number
  unchanged: number
  rows: number
  products: number
  refusedCount: number
  refused: FeedRefusal[]
  warnings: Map<string, { count: number; lines: number[] }>
}

const MAX_REFUSALS = 1_000
const MAX_WARNINGS = 200
const MAX_LINES = 5

/** Nothing counted yet. */
export function createImportTally(): ImportTally {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    rows: 0,
    products: 0,
    refusedCount: 0,
    refused: [],
    warnings: new Map(),
  }
}

/** Records that something was not taken in. */
export function addRefusal(tally: ImportTally, refusal: FeedRefusal): void {
  tally.refusedCount += 1
  if (tally.refused.length < MAX_REFUSALS) tally.refused.push(refusal)
}

/** Notes warnings, those with the same text together. */
export function addWarnings(tally: ImportTally, warnings: readonly FeedWarning[]): void {
  for (const { line, text } of warnings) {
    const key = tally.warnings.has(text) || tally.warnings.size < MAX_WARNINGS ? text : 'other remarks'
    const counted = tally.warnings.get(key) ?? { count: 0, lines: [] }
    counted.count += 1
    if (counted.lines.length < MAX_LINES && !counted.lines.includes(line)) counted.lines.push(line)
    tally.warnings.set(key, counted)
  }
}

/** The report of what was counted. */
export function createReport(
  tally: ImportTally,
  outcome: Pick<ImportReport, 'encoding' | 'asOf' | 'seconds' | 'stopped'>,
): ImportReport {
  const { warnings, refused, ...counts } = tally
  return {
    ...counts,
    ...outcome,
    refused: refused.toSorted((a, b) => a.lines.first - b.lines.first),
    warnings: [...warnings].map(([text, counted]) => ({ text, ...counted })),
  }
}

/**
 * Returns the lines of the report: how the file was read, when its stock was counted, what was refused and why, what was corrected, and last the totals
 * such as `created 20, updated 0, unchanged 0, refused 1 (of 54 rows, 0.4 s)`.
 */
export function formatReport(report: ImportReport): string[] {
  const refused = report.refused.map(({ lines, externalKey, reason }) => {
    const location = lines.first === lines.last ? `line ${lines.first}` : `lines ${lines.first}–${lines.last}`
    return `refused ${location}${externalKey === null ? '' : ` (${externalKey})`}: ${reason}`
  })
  const hiddenRefusals = report.refusedCount - report.refused.length
  const warnings = report.warnings.map(({ text, count, lines }) => {
    const ellipsis = count > lines.length ? ', …' : ''
    return `note, ${count} ×: ${text} (line ${lines.join(', ')}${ellipsis})`
  })
  const totals =
    `created ${report.created}, updated ${report.updated}, unchanged ${report.unchanged}, refused ${report.refusedCount} ` +
    `(of ${report.rows} rows, ${report.seconds.toFixed(1)} s)`
  return [
    `read as ${formatEncoding(report.encoding)}, stock as of ${report.asOf.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...refused,
    ...(hiddenRefusals > 0 ? [`… and ${hiddenRefusals} more refused`] : []),
    ...warnings,
    ...(report.stopped === null ? [] : [report.stopped]),
    totals,
  ]
}
