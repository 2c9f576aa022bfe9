import type { BrokenRecord, CsvRecord } from './csv-records.ts'
import { readRecords } from './csv-records.ts'
import { detectFeedLayout, type FeedLayout } from './feed-format.ts'
import type { FeedRefusal } from '../map/feed-product.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { readHead, readLines, type FeedSource } from './feed-source.ts'
import { readGoogleItems } from '../google/google-items.ts'
import { createMappedRowReader } from './mapped-rows.ts'
import { createShopifyRowReader, type ShopifyRow } from '../shopify/shopify-rows.ts'
import { createWooRowReader, type WooRow } from '../woocommerce/woo-rows.ts'

/** A row of either kind of feed. */
export type FeedRow = ShopifyRow | WooRow

/**
 * Consecutive rows of the same product. `key` is the product's key in the feed; a variation has the reference of its
 * `parent` instead. Other rows may refer to this product by `id` and `sku`.
 */
export type FeedPart = Readonly<{
  key: string
  parent: string | null
  id: string | null
  sku: string | null
  rows: readonly FeedRow[]
}>

/** A recognised file: its format and encoding, and its source. */
export type OpenFeed = Readonly<{ source: FeedSource; encoding: string; layout: FeedLayout }>

/** The most rows in one part; a larger product has several parts. */
const PART_ROWS = 100

/**
 * Detects the format and encoding of a file. Throws `unknown_feed` or `unknown_encoding` when it is not a readable
 * feed.
 */
export async function openFeed(source: FeedSource): Promise<OpenFeed> {
  const encoding = await detectEncoding(source)
  return { source, encoding, layout: detectFeedLayout(await readHead(source, encoding, 30)) }
}

/** Yields a file's rows in order, grouping consecutive rows of a product. Rows that name no product are refused. */
export async function* readParts(feed: OpenFeed): AsyncGenerator<FeedPart | FeedRefusal> {
  if (feed.layout.format === 'google') return yield* readGoogleParts(feed)
  const readRecord = createPartReader(feed.layout)
  let openPart: (FeedPart & { rows: FeedRow[] }) | undefined
  for await (const record of readRecords(readLines(feed.source, feed.encoding), feed.layout)) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    const part = readRecord(record)
    if ('reason' in part) {
      yield part
      continue
    }
    if (openPart && openPart.key === part.key && part.parent === null && openPart.rows.length < PART_ROWS) {
      openPart.rows.push(...part.rows)
      continue
    }
    if (openPart) yield openPart
    openPart = { ...part, rows: [...part.rows] }
  }
  if (openPart) yield openPart
}

async function* readGoogleParts({ source, encoding }: OpenFeed): AsyncGenerator<FeedPart | FeedRefusal> {
  for await (const { key, rows } of readGoogleItems(readLines(source, encoding))) {
    const [row] = rows
    if (key !== undefined) yield { key, parent: null, id: null, sku: null, rows }
    else if (row)
      yield { lines: { first: row.line, last: row.last }, externalKey: null, reason: 'the item has no id' }
  }
}

function createPartReader(layout: FeedLayout): (record: CsvRecord | BrokenRecord) => FeedPart | FeedRefusal {
  if (layout.format !== 'woocommerce') {
    const readRecord =
      layout.mapping && layout.format === 'mapped'
        ? createMappedRowReader(layout.columns, layout.mapping)
        : createShopifyRowReader(layout.columns)
    return (record) => {
      const { key, row } = readRecord(record)
      return toPart(
        record,
        { key, parent: null, id: null, sku: null, row: withBroken(record, row) },
        'handle',
      )
    }
  }
  const readRecord = createWooRowReader(layout.columns)
  return (record) => {
    const { key, id, sku, parent, row } = readRecord(record)
    const isChild = row.kind === 'variation'
    const groupKey = isChild ? `parent ${parent ?? key}` : key
    const names = { parent: isChild ? (parent ?? '') : null, id: id ?? null, sku: sku ?? null }
    return toPart(record, { key: groupKey, ...names, row: withBroken(record, row) }, 'ID or SKU')
  }
}

function withBroken<Row extends FeedRow>(record: CsvRecord | BrokenRecord, row: Row): Row {
  return 'broken' in record ? { ...row, broken: record.broken } : row
}

type PartInput = Readonly<Omit<FeedPart, 'key' | 'rows'> & { key: string | undefined; row: FeedRow }>

function toPart(
  record: CsvRecord | BrokenRecord,
  { row, key, ...names }: PartInput,
  keyName: string,
): FeedPart | FeedRefusal {
  if (key !== undefined) return { key, ...names, rows: [row] }
  const reason = 'broken' in record ? record.broken : `the row has no ${keyName}`
  return { lines: { first: record.first, last: record.last }, externalKey: null, reason }
}
