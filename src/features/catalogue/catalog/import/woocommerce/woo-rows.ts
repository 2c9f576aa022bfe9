import { readCell, type Row, truncate } from '../read/cells.ts'
import type { CsvRecord } from '../read/csv-records.ts'
import type { Columns } from '../read/feed-format.ts'
import { isCustomsName } from '../map/customs-facts.ts'
import { type NamedFact, readUnit } from '../map/jewellery-facts.ts'

/** An attribute of a row: a material of the product, or an option for shoppers. */
export type WooAttribute = Readonly<{ name: string; values: readonly string[] }>

/**
 * One row of a WooCommerce file, without empty cells. Weight and lengths are the text of the cell with the unit of its
 * column. github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
export type WooRow = Readonly<{
  line: number
  last: number
  /** Why the rest of the row is unreliable. */
  broken?: string
  kind: 'simple' | 'variable' | 'variation' | 'grouped' | 'external' | 'other'
  type: string
  id?: string
  sku?: string
  barcode?: string
  name?: string
  published?: string
  visibility?: string
  short?: string
  description?: string
  saleFrom?: string
  saleUntil?: string
  inStock?: string
  stock?: string
  backorders?: string
  salePrice?: string
  regularPrice?: string
  cost?: string
  categories?: string
  warehouse?: string
  tags?: string
  images?: string
  members?: string
  position?: string
  weight?: string
  weightUnit?: string
  length?: string
  width?: string
  height?: string
  lengthUnit?: string
  attributes?: readonly WooAttribute[]
  /** Columns with customs data. */
  customs?: readonly NamedFact[]
}>

/** All rows of the members of a grouped product, by the reference that it uses. */
export type WooMembers = ReadonlyMap<string, readonly WooRow[]>

/** A row with the names by which other rows refer to it, and the name of its parent. */
export type KeyedWooRow = Readonly<{
  key: string | undefined
  id: string | undefined
  sku: string | undefined
  parent: string | undefined
  row: WooRow
}>

const CELLS = {
  id: ['id'],
  sku: ['sku'],
  barcode: ['gtin, upc, ean, or isbn'],
  name: ['name'],
  published: ['published'],
  visibility: ['visibility in catalog', 'visibility in catalogue'],
  short: ['short description'],
  description: ['description'],
  saleFrom: ['date sale price starts'],
  saleUntil: ['date sale price ends'],
  inStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  salePrice: ['sale price'],
  regularPrice: ['regular price'],
  cost: [
    'wholesale price',
    'meta: wholesale_price',
    'meta: _wholesale_price',
    'cost of goods',
    'meta: _wc_cog_cost',
  ],
  categories: ['categories'],
  warehouse: ['warehouse'],
  tags: ['tags'],
  images: ['images'],
  members: ['grouped products'],
  position: ['position'],
} as const

const KINDS = ['simple', 'variable', 'variation', 'grouped', 'external'] as const

/** Creates a reader for one file's rows, whose units and attributes are detected once. */
export function createWooRowReader(columns: Columns): (record: CsvRecord) => KeyedWooRow {
  const sizes = findMeasureColumns(columns)
  const attributes = [...columns.keys()].flatMap((name) => /^attribute (\d+) name$/.exec(name)?.[1] ?? [])
  const customs = [...columns.keys()].filter((name) => isCustomsName(name))
  return (record) => {
    const row = { cells: record.cells, columns }
    const id = readCell(row, 'id')
    const sku = readCell(row, 'sku')
    const parent = readCell(row, 'parent') || undefined
    const key = truncate(id || sku, 255) || undefined
    return {
      key,
      id: id && `id:${id}`,
      sku,
      parent,
      row: readRow(row, record, { sizes, attributes, customs }),
    }
  }
}

type MeasureColumns = Readonly<{ name: string; column: string; unit: string | undefined }[]>

function findMeasureColumns(columns: Columns): MeasureColumns {
  return ['weight', 'length', 'width', 'height'].flatMap((name) => {
    const column = [...columns.keys()].find((header) => header.startsWith(`${name} (`) || header === name)
    return column === undefined ? [] : [{ name, column, unit: readUnit(column) }]
  })
}

function readRow(
  row: Row,
  record: CsvRecord,
  columnNames: { sizes: MeasureColumns; attributes: readonly string[]; customs: readonly string[] },
): WooRow {
  const type = readCell(row, 'type').toLowerCase()
  const kind =
    KINDS.find((name) => type.split(/\s*,\s*/).includes(name)) ?? (type === '' ? 'simple' : 'other')
  const read: Record<string, unknown> = { line: record.first, last: record.last, kind, type }
  for (const [name, headers] of Object.entries(CELLS)) {
    const text = readCell(row, ...headers)
    if (text !== '') read[name] = text
  }
  for (const { name, column, unit } of columnNames.sizes) {
    const text = readCell(row, column)
    if (text === '') continue
    read[name] = text
    read[name === 'weight' ? 'weightUnit' : 'lengthUnit'] = unit
  }
  const attributes = columnNames.attributes.flatMap((n) => readAttribute(row, n) ?? [])
  if (attributes.length > 0) read['attributes'] = attributes
  const customs = columnNames.customs.map((name) => ({ name, value: readCell(row, name) }))
  const filled = customs.filter(({ value }) => value !== '')
  if (filled.length > 0) read['customs'] = filled
  // Every name above is a field of the type.
  return read as WooRow
}

function readAttribute(row: Row, n: string): WooAttribute | undefined {
  const name = readCell(row, `attribute ${n} name`)
  if (name === '') return undefined
  return { name, values: splitList(readCell(row, `attribute ${n} value(s)`)) }
}

/** Splits a comma-separated list; `\,` is a comma inside an item. */
export function splitList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '')
}
