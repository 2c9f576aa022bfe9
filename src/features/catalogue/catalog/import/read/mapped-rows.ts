import type { NamedFact } from '../map/jewellery-facts.ts'
import { type KeyedShopifyRow, type ShopifyRow, toHandle } from '../shopify/shopify-rows.ts'
import { readCell, truncate } from './cells.ts'
import type { CsvRecord } from './csv-records.ts'
import type { Columns, ColumnMapping, MappedField } from './feed-format.ts'

const OPTIONS = [
  ['size', 'Size'],
  ['color', 'Color'],
  ['material', 'Material'],
] as const

const FACTS = [
  ['metal', 'Metal'],
  ['stones', 'Stone'],
  ['origin', 'Country of origin'],
  ['tariff', 'HS code'],
] as const

const CELLS = [
  ['title', 'title'],
  ['description', 'body'],
  ['category', 'type'],
  ['status', 'status'],
  ['sku', 'sku'],
  ['barcode', 'barcode'],
  ['weight', 'grams'],
  ['price', 'price'],
  ['compareAt', 'compareAt'],
  ['wholesale', 'cost'],
  ['image', 'imageUrl'],
  ['warehouse', 'warehouse'],
] as const satisfies readonly (readonly [MappedField, keyof ShopifyRow])[]

/**
 * Creates a reader for the rows of a file with mapped columns. A row is a variant, and rows with the same key are one
 * product. Without a key column the key is the SKU, or is derived from the title if there are sizes, colours or
 * materials.
 */
export function createMappedRowReader(
  columns: Columns,
  mapping: ColumnMapping,
): (record: CsvRecord) => KeyedShopifyRow {
  const options = OPTIONS.filter(([field]) => mapping[field] !== undefined)
  return (record) => {
    const read = (field: MappedField) => {
      const column = mapping[field]
      return column === undefined ? '' : readCell({ cells: record.cells, columns }, column)
    }
    const key =
      read('key') || (options.length > 0 ? '' : read('sku')) || toHandle(read('title')) || read('sku')
    return { key: truncate(key, 255) || undefined, row: readRow(read, record, options) }
  }
}

function readRow(
  read: (field: MappedField) => string,
  record: CsvRecord,
  options: readonly (typeof OPTIONS)[number][],
): ShopifyRow {
  const row: Record<string, unknown> = { line: record.first, last: record.last }
  for (const [field, name] of CELLS) if (read(field) !== '') row[name] = read(field)
  if (read('quantity') !== '') Object.assign(row, { tracker: 'file', quantity: read('quantity') })
  if (options.length > 0) row['options'] = options.map(([field, name]) => ({ name, value: read(field) }))
  const facts: NamedFact[] = FACTS.map(([field, name]) => ({ name, value: read(field) })).filter(
    ({ value }) => value !== '',
  )
  if (facts.length > 0) row['facts'] = facts
  // Every name above is a field of the type.
  return row as ShopifyRow
}
