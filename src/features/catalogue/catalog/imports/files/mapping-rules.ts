import { createHash } from 'node:crypto'
import { invalid, type AppError } from '#core/errors.ts'
import {
  type ColumnMapping,
  type FeedFormat,
  type FeedLayout,
  MAPPED_FIELDS,
  type MappedField,
  toColumnName,
} from '../../import/read/feed-format.ts'
import type { MissingFields } from '../plans/compare-rules.ts'

/** Column names with an obvious meaning; a column gets the first field that matches. */
const KNOWN_NAMES: readonly (readonly [MappedField, RegExp])[] = [
  ['title', /^(title|name|product( (title|name))?|item( name)?)$/],
  ['compareAt', /compare|^(list|regular|original|old) price$|^(rrp|msrp)$/],
  ['wholesale', /wholesale|trade price/],
  ['price', /^((sale|selling|retail|unit) )?price\b/],
  ['quantity', /^(quantity|qty|stock|inventory|available|on hand)/],
  ['sku', /^(sku|article|item (no|number|code)|product code|variant sku)\.?$/],
  ['barcode', /^(barcode|gtin|ean|upc)\b/],
  ['key', /^(handle|id|product id|parent( sku)?|group|model|style)$/],
  ['description', /^(description|body|details|text)/],
  ['category', /^(category|type|product type|kind)$/],
  ['image', /^(image|picture|photo)/],
  ['size', /^(ring )?(size|length)$/],
  ['color', /^colou?r$/],
  ['material', /^material$/],
  ['weight', /^(weight|grams)/],
  ['metal', /^metal/],
  ['stones', /^(gem)?stones?/],
  ['origin', /origin|made in/],
  ['tariff', /^(hs|tariff|customs)/],
  ['status', /^(status|published)$/],
  ['warehouse', /^(warehouse( name)?|ships? from)$/],
]

/** Suggests the fields of a file's columns, each column once. */
export function suggestMapping(headers: readonly string[]): ColumnMapping {
  const mapping: Partial<Record<MappedField, string>> = {}
  for (const header of headers) {
    const name = toColumnName(header).replaceAll('_', ' ')
    const field = KNOWN_NAMES.find(([candidate, pattern]) => !mapping[candidate] && pattern.test(name))?.[0]
    if (field) mapping[field] = toColumnName(header)
  }
  return mapping
}

/**
 * Returns the mapping with the file's own column names. Throws `column_missing` if a required field has no column in
 * the file.
 */
export function checkMapping(
  mapping: ColumnMapping,
  { headers, format }: Readonly<{ headers: readonly string[]; format: FeedFormat }>,
): ColumnMapping {
  const names = new Set(headers.map(toColumnName))
  const checked: Partial<Record<MappedField, string>> = {}
  for (const field of MAPPED_FIELDS) {
    const column = mapping[field] === undefined ? '' : toColumnName(mapping[field])
    if (column === '') continue
    if (!names.has(column)) throw columnError(field, `The file has no column “${mapping[field]}”.`)
    checked[field] = column
  }
  if (format !== 'mapped') return keepChoosable(checked)
  if (!checked.title) throw columnError('title', 'Choose the column with the title.')
  if (!checked.price) throw columnError('price', 'Choose the column with the price.')
  if (!checked.sku && !checked.key)
    throw columnError('sku', 'Choose the column with the SKU or the product ID. It identifies your products.')
  return checked
}

/** Returns the fields of a mapping that a store chooses in a shop's export, whose other columns are known. */
export function keepChoosable({ wholesale, warehouse }: ColumnMapping): ColumnMapping {
  return { ...(wholesale !== undefined && { wholesale }), ...(warehouse !== undefined && { warehouse }) }
}

function columnError(field: MappedField, message: string): AppError {
  return invalid('column_missing', message, { fields: [field] })
}

/** Returns the key that files with the same header share. */
export function toHeaderKey(headers: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(headers.map(toColumnName)))
    .digest('base64url')
}

/**
 * Returns a file's layout with the store's column mapping. Wholesale price and warehouse are read from the columns that
 * the store selected, else from those of that name. The supplier's own cost (`Cost per item`) is no price for vendors
 * unless selected.
 */
export function applyMapping(layout: FeedLayout, mapping: ColumnMapping | null): FeedLayout {
  if (layout.format === 'mapped') return { ...layout, mapping: mapping ?? {} }
  const { wholesale, warehouse } = mapping ?? suggestMapping([...layout.columns.keys()])
  const columns = new Map(layout.columns)
  for (const name of [...WHOLESALE_COLUMNS, WAREHOUSE_COLUMN]) columns.delete(name)
  for (const [name, chosen] of [
    ['wholesale price', wholesale],
    [WAREHOUSE_COLUMN, warehouse],
  ] as const) {
    const index = chosen === undefined ? undefined : layout.columns.get(chosen)
    if (index !== undefined) columns.set(name, index)
  }
  return { ...layout, columns }
}

const WAREHOUSE_COLUMN = 'warehouse'

/** The columns that the feed readers would use for the wholesale price. */
const WHOLESALE_COLUMNS = [
  'wholesale price',
  'cost per item',
  'cost of goods',
  'meta: wholesale_price',
  'meta: _wholesale_price',
  'meta: _wc_cog_cost',
]

/** Returns whether a file lacks columns of the fields stock, status and category. */
export function findMissingFields({ format, columns, mapping }: FeedLayout): MissingFields {
  const lacks = (...names: readonly string[]) => !names.some((name) => columns.has(name))
  if (format === 'mapped')
    return { stock: !mapping?.quantity, status: !mapping?.status, category: !mapping?.category }
  // A feed states at most that a product is sold out, and its categories are Google's.
  if (format === 'google') return { stock: true, status: true, category: true }
  if (format === 'woocommerce')
    return { stock: lacks('stock', 'in stock?'), status: lacks('published'), category: lacks('categories') }
  return {
    stock: lacks('variant inventory qty', 'inventory quantity'),
    status: lacks('status', 'published', 'published on online store'),
    category: lacks('type', 'product category', 'google shopping / google product category'),
  }
}
