import { invalid, type AppError } from '#core/errors.ts'
import { parseCsvLine, type CsvLayout } from './csv-records.ts'

/** The feed formats that can be imported. */
export type FeedFormat = 'shopify' | 'woocommerce' | 'google' | 'mapped'

/** The columns of product fields in a custom file, by their names in `Columns`. */
export type ColumnMapping = Readonly<Partial<Record<MappedField, string>>>

/** The fields that a column of any file may contain. */
export const MAPPED_FIELDS = [
  'title',
  'price',
  'compareAt',
  'wholesale',
  'quantity',
  'sku',
  'barcode',
  'key',
  'description',
  'category',
  'image',
  'size',
  'color',
  'material',
  'weight',
  'metal',
  'stones',
  'origin',
  'tariff',
  'status',
  'warehouse',
] as const

export type MappedField = (typeof MAPPED_FIELDS)[number]

/** The indexes of a row's cells: the header's names in lower case with single spaces → the column. */
export type Columns = ReadonlyMap<string, number>

/** The layout of a file: the feed's format, and its rows and columns. */
export type FeedLayout = CsvLayout &
  Readonly<{ format: FeedFormat; columns: Columns; mapping?: ColumnMapping }>

/** A table of any kind: the names of its columns as written, and their indexes. */
export type TableLayout = CsvLayout & Readonly<{ headers: readonly string[]; columns: Columns }>

const DELIMITERS = [',', ';', '\t']

/** The required columns: at least one of each list. */
const REQUIRED_COLUMNS: Record<'shopify' | 'woocommerce', readonly (readonly string[])[]> = {
  shopify: [
    ['handle', 'url handle'],
    ['title'],
    ['variant price', 'price', 'option1 value', 'image src', 'product image url'],
  ],
  woocommerce: [['type'], ['name'], ['regular price'], ['id', 'sku']],
}

const TRANSLATED_HEADERS = [
  'artikelnummer',
  'regulärer preis',
  'ugs',
  'tarif régulier',
  'prezzo di listino',
  'precio normal',
]

/**
 * Detects the feed's format and delimiter from the header, which may follow other lines. Throws `unknown_feed` with
 * what the file seems to be instead.
 */
export function detectFeedLayout(head: readonly string[]): FeedLayout {
  const start = head.slice(0, 30)
  for (const [index, line] of start.entries()) {
    for (const delimiter of DELIMITERS) {
      const found = detectHeader(parseCsvLine(line, delimiter))
      if (found) return { ...found, delimiter, headerLine: index + 1 }
    }
  }
  throw unknownFeedError(start)
}

function detectHeader(
  cells: readonly string[],
): Pick<FeedLayout, 'format' | 'columns' | 'width'> | undefined {
  if (cells.length < 3) return undefined
  const columns = indexColumns(cells)
  const format = (['shopify', 'woocommerce'] as const).find((name) =>
    REQUIRED_COLUMNS[name].every((choices) => choices.some((choice) => columns.has(choice))),
  )
  return format && { format, columns, width: cells.length }
}

/** Returns the columns by name; the first of two columns with the same name counts. */
function indexColumns(cells: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const name = toColumnName(cell)
    if (name && !columns.has(name)) columns.set(name, index)
  }
  return columns
}

/** Returns a column's name in the form of `Columns`. */
export function toColumnName(header: string): string {
  return header
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

/**
 * Reads the first filled line as the header of a table, with the delimiter that gives the most columns. Throws
 * `unknown_feed`, with the apparent kind of file, if it is not a table.
 */
export function detectTable(head: readonly string[]): TableLayout {
  const start = head.slice(0, 30)
  const index = start.findIndex((line) => line.trim() !== '')
  const line = start[index] ?? ''
  const [widest] = DELIMITERS.map((delimiter) => ({
    delimiter,
    headers: parseCsvLine(line, delimiter),
  })).toSorted((a, b) => b.headers.length - a.headers.length)
  const isOther = /^(PK|%PDF|\s*\uFEFF?[<{[])/.test(start.join('\n'))
  if (!widest || isOther || widest.headers.length < 2) throw unknownFeedError(start)
  const headers = widest.headers.map((header) => header.replace(/^\uFEFF/, '').trim())
  return {
    delimiter: widest.delimiter,
    headers,
    columns: indexColumns(headers),
    width: headers.length,
    headerLine: index + 1,
  }
}

function unknownFeedError(head: readonly string[]): AppError {
  return invalid(
    'unknown_feed',
    `${explainUnknownFeed(head)} Cabochon reads Shopify and WooCommerce product exports as CSV.`,
  )
}

function explainUnknownFeed(head: readonly string[]): string {
  const text = head.join('\n')
  if (text.trim() === '') return 'The file is empty.'
  if (text.startsWith('PK')) return 'This is a spreadsheet or a zip archive. Save it as CSV first.'
  if (/^\s*\uFEFF?<(\?xml|rss|feed)/i.test(text)) return explainXml(text)
  if (/^\s*[{[]/.test(text)) return 'This is JSON, not a CSV file.'
  const words = text.toLowerCase()
  if (TRANSLATED_HEADERS.some((word) => words.includes(word))) {
    return 'This looks like a WooCommerce export in another language. Switch the store to English and export it again.'
  }
  return `No header of a product feed was found in the first ${head.length} lines.`
}

function explainXml(text: string): string {
  if (text.includes('xmlns:wp'))
    return 'This is a WordPress export (WXR); export the products as CSV under Products → Export.'
  if (text.includes('base.google.com')) return 'This is a Google Merchant feed.'
  return 'This is XML, not a CSV file.'
}
