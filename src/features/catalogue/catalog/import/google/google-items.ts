import { invalid } from '#core/errors.ts'
import { readDecimal, truncate } from '../read/cells.ts'
import { isFactName } from '../map/jewellery-facts.ts'
import type { ShopifyRow } from '../shopify/shopify-rows.ts'

/** An item of a Google Merchant feed as rows: the first row is the variant, further rows have its other pictures. */
export type GoogleItem = Readonly<{ key: string | undefined; rows: ShopifyRow[] }>

/** The largest size of an item, in characters; a longer text is not an item. */
const MAX_ITEM_LENGTH = 1_000_000

const OPTIONS = [
  ['size', 'Size'],
  ['color', 'Color'],
  ['material', 'Material'],
] as const

/** Returns whether a file's first lines belong to a Google Merchant feed. */
export function isGoogleFeed(head: readonly string[]): boolean {
  const text = head.join('\n')
  return /^\s*\uFEFF?<(\?xml|rss|feed)/i.test(text) && text.includes('base.google.com/ns/1.0')
}

/**
 * Yields the items of a Google Merchant feed (RSS or Atom) in their order. Items with the same `item_group_id` are
 * variants of one product. Attributes: support.google.com/merchants/answer/7052112. Throws `unknown_feed` for an item
 * without an end.
 */
export async function* readGoogleItems(lines: AsyncIterable<string>): AsyncGenerator<GoogleItem> {
  let number = 0
  let first = 0
  let open: string | undefined
  for await (const line of lines) {
    number += 1
    // Several items may be on one line.
    for (const fragment of line.split(/(?=<(?:item|entry)[\s>])|(?<=<\/(?:item|entry)>)/i)) {
      if (/^<(item|entry)[\s>]/i.test(fragment)) {
        open = ''
        first = number
      }
      if (open === undefined) continue
      open += `${fragment}\n`
      if (open.length > MAX_ITEM_LENGTH)
        throw invalid('unknown_feed', `The file is not a product feed: the item on line ${first} has no end.`)
      if (!/<\/(item|entry)>\s*$/i.test(fragment)) continue
      yield toItem(open, { first, last: number })
      open = undefined
    }
  }
}

function toItem(xml: string, lines: Readonly<{ first: number; last: number }>): GoogleItem {
  const fields = readFields(xml)
  const read = (name: string) => fields.get(name)?.[0] ?? ''
  const key = truncate(read('item_group_id') || read('id'), 255) || undefined
  const row: Record<string, unknown> = { line: lines.first, last: lines.last }
  const set = (name: keyof ShopifyRow, value: string) => {
    if (value !== '') row[name] = value
  }
  set('title', read('title'))
  set('body', read('description'))
  set('type', read('product_type'))
  set('path', read('google_product_category'))
  set('sku', read('id'))
  set('barcode', read('gtin'))
  set('price', read('sale_price') || read('price'))
  if (read('sale_price') !== '') set('compareAt', read('price'))
  set('grams', toGrams(read('product_weight') || read('shipping_weight')))
  if (/out.of.stock/i.test(read('availability'))) Object.assign(row, { tracker: 'file', quantity: '0' })
  const options = OPTIONS.map(([name, label]) => ({ name: label, value: read(name) }))
  if (options.some(({ value }) => value !== '')) row['options'] = options
  const facts = [...fields].flatMap(([name, [value = '']]) =>
    isFactName(name.replaceAll('_', ' ')) ? [{ name: name.replaceAll('_', ' '), value }] : [],
  )
  if (facts.length > 0) row['facts'] = facts
  const [image, ...images] = [
    ...(fields.get('image_link') ?? []),
    ...(fields.get('additional_image_link') ?? []),
  ]
  set('imageUrl', image ?? '')
  const pictureRows = images.map((imageUrl) => ({ line: lines.first, last: lines.last, imageUrl }))
  // Every name above is a field of the type.
  return { key, rows: [row as ShopifyRow, ...pictureRows] }
}

/** Returns the elements of an item by their names without prefix; nested elements are left out. */
function readFields(xml: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  const content = xml.replace(/^<(item|entry)[^>]*>/i, '')
  for (const [, prefix, name = '', value = ''] of content.matchAll(
    /<(g:|c:)?([a-z_]+)(?:\s[^>]*)?>([\s\S]*?)<\/\1?\2\s*>/gi,
  )) {
    const text = decodeXml(value).trim()
    // Google's own `<g:title>` has priority over the shop's `<title>`.
    const known = fields.get(name.toLowerCase()) ?? []
    if (text !== '')
      fields.set(name.toLowerCase(), prefix ? [...known, text] : known.length > 0 ? known : [text])
  }
  return fields
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeXml(value: string): string {
  return value
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(part)?.[1] ?? part.replace(/&(\w+);/g, decodeEntity))
    .join('')
}

/** Decodes a named entity. Numeric entities stay, because the text is parsed as HTML later. */
function decodeEntity(entity: string, name: string): string {
  return ENTITIES[name] ?? entity
}

const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1_000, oz: 28.349_523, lb: 453.592_37 }

function toGrams(text: string): string {
  const [, amount = '', unit = ''] = /^([\d.,]+)\s*(kg|g|oz|lb)s?$/i.exec(text) ?? []
  const value = readDecimal(amount)
  return value === undefined ? '' : String(value * (GRAMS[unit.toLowerCase()] ?? 1))
}
