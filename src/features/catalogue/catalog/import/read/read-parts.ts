import type { BrokenRecord, CsvRecord } from './csv-records.ts'
import { readRecords } from './csv-records.ts'
import { recogniseFeed, type FeedLayout } from './feed-format.ts'
import type { FeedRefusal } from '../map/feed-product.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { readHead, readLines, type FeedSource } from './feed-source.ts'
import { shopifyRowReader, type ShopifyRow } from '../shopify/shopify-rows.ts'
import { wooRowReader, type WooRow } from '../woocommerce/woo-rows.ts'

/** A row as either feed has it. */
export type FeedRow = ShopifyRow | WooRow

/**
 * Rows that stand together and speak of the same piece. `key` is the piece's name in the feed; a variation carries the name
 * of its `parent` instead, and `id` and `sku` are what others may call this piece by.
 */
export type FeedPart = Readonly<{
  key: string
  parent: string | null
  id: string | null
  sku: string | null
  rows: readonly FeedRow[]
}>

/** A recognised file: how it is written, and where it comes from. */
export type OpenFeed = Readonly<{ source: FeedSource; encoding: string; layout: FeedLayout }>

/** Rows of one piece kept together at most; a larger piece comes in several parts. */
const PART_ROWS = 100

/** Finds out how the file is written. Throws `unknown_feed` or `unknown_encoding` in words when it is no feed that can be read. */
export async function openFeed(source: FeedSource): Promise<OpenFeed> {
  const encoding = await detectEncoding(source)
  return { source, encoding, layout: recogniseFeed(await readHead(source, encoding, 30)) }
}

/** The rows of the file in its order, those of one piece that follow each other together; rows that name no piece are refused. */
export async function* readParts(feed: OpenFeed): AsyncGenerator<FeedPart | FeedRefusal> {
  const read = partReader(feed.layout)
  let open: (FeedPart & { rows: FeedRow[] }) | undefined
  for await (const record of readRecords(readLines(feed.source, feed.encoding), feed.layout)) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    const part = read(record)
    if ('reason' in part) {
      yield part
      continue
    }
    if (open && open.key === part.key && part.parent === null && open.rows.length < PART_ROWS) {
      open.rows.push(...part.rows)
      continue
    }
    if (open) yield open
    open = { ...part, rows: [...part.rows] }
  }
  if (open) yield open
}

function partReader(layout: FeedLayout): (record: CsvRecord | BrokenRecord) => FeedPart | FeedRefusal {
  if (layout.format === 'shopify') {
    const read = shopifyRowReader(layout.columns)
    return (record) => {
      const { key, row } = read(record)
      return partOf(record, { key, parent: null, id: null, sku: null, row: marked(record, row) }, 'handle')
    }
  }
  const read = wooRowReader(layout.columns)
  return (record) => {
    const { key, id, sku, parent, row } = read(record)
    const isChild = row.kind === 'variation'
    const own = isChild ? `parent ${parent ?? key}` : key
    const names = { parent: isChild ? (parent ?? '') : null, id: id ?? null, sku: sku ?? null }
    return partOf(record, { key: own, ...names, row: marked(record, row) }, 'ID or SKU')
  }
}

function marked<Row extends FeedRow>(record: CsvRecord | BrokenRecord, row: Row): Row {
  return 'broken' in record ? { ...row, broken: record.broken } : row
}

type Keyed = Readonly<Omit<FeedPart, 'key' | 'rows'> & { key: string | undefined; row: FeedRow }>

function partOf(
  record: CsvRecord | BrokenRecord,
  { row, key, ...names }: Keyed,
  keyName: string,
): FeedPart | FeedRefusal {
  if (key !== undefined) return { key, ...names, rows: [row] }
  const reason = 'broken' in record ? record.broken : `the row has no ${keyName}`
  return { lines: { first: record.first, last: record.last }, externalKey: null, reason }
}
