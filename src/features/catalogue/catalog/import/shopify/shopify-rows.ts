import { readCell, type Row, truncate } from '../read/cells.ts'
import type { Columns } from '../read/feed-format.ts'
import { isCustomsName } from '../map/customs-facts.ts'
import { isFactName, type NamedFact } from '../map/jewellery-facts.ts'
import type { CsvRecord } from '../read/csv-records.ts'

/**
 * One row of a Shopify file, without empty cells. Old and new headers are read:
 * help.shopify.com/manual/products/import-export/using-csv
 */
export type ShopifyRow = Readonly<{
  line: number
  last: number
  /** Why the rest of the row is unreliable. */
  broken?: string
  title?: string
  body?: string
  type?: string
  path?: string
  tags?: string
  published?: string
  status?: string
  options?: readonly Readonly<{ name: string; value: string }>[]
  sku?: string
  grams?: string
  tracker?: string
  quantity?: string
  policy?: string
  price?: string
  compareAt?: string
  cost?: string
  barcode?: string
  isGiftCard?: boolean
  imageUrl?: string
  imagePosition?: string
  imageAlt?: string
  variantImage?: string
  warehouse?: string
  facts?: readonly NamedFact[]
}>

/** A row and the key of its product; no `key` when it names none. */
export type KeyedShopifyRow = Readonly<{ key: string | undefined; row: ShopifyRow }>

const CELLS = {
  title: ['title'],
  body: ['body (html)', 'description', 'body html', 'body'],
  type: ['type'],
  path: ['product category', 'google shopping / google product category'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'compare-at price'],
  cost: ['wholesale price', 'cost per item'],
  barcode: ['variant barcode', 'barcode'],
  imageUrl: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  warehouse: ['warehouse'],
} as const

/** Creates a reader for one file's rows, whose columns are detected once. */
export function createShopifyRowReader(columns: Columns): (record: CsvRecord) => KeyedShopifyRow {
  const factColumns = [...columns.keys()].filter(
    (name) =>
      isCustomsName(name) ||
      (name.includes('(product.metafields.') && isFactName(name.replace(/\s*\(product\..*$/, ''))),
  )
  return (record) => {
    const row = { cells: record.cells, columns }
    return { key: readKey(row), row: readRow(row, record, factColumns) }
  }
}

/** Returns the handle; a file in the new format may omit it, so that the shop derives it from the title. */
function readKey(row: Row): string | undefined {
  const handle = readCell(row, 'handle', 'url handle')
  return truncate(handle || toHandle(readCell(row, 'title')), 255) || undefined
}

/** Returns a product key derived from the title, for a product without one. */
export function toHandle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function readRow(row: Row, record: CsvRecord, factColumns: readonly string[]): ShopifyRow {
  const read: Record<string, unknown> = { line: record.first, last: record.last }
  for (const [name, headers] of Object.entries(CELLS)) {
    const text = readCell(row, ...headers)
    if (text !== '') read[name] = text
  }
  const options = [1, 2, 3].map((n) => ({
    name: readCell(row, `option${n} name`),
    value: readCell(row, `option${n} value`),
  }))
  if (options.some((option) => option.name || option.value)) read['options'] = options
  if (readCell(row, 'gift card').toLowerCase() === 'true') read['isGiftCard'] = true
  const facts = factColumns.map((name) => ({
    name: name.replace(/\s*\(product\..*$/, ''),
    value: readCell(row, name),
  }))
  const filled = facts.filter((fact) => fact.value !== '')
  if (filled.length > 0) read['facts'] = filled
  // Every name above is a field of the type.
  return read as ShopifyRow
}
