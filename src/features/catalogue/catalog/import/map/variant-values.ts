import { createHash } from 'node:crypto'
import { toGtin } from '#core/products/gtin.ts'
import { readPrice, truncate } from '../read/cells.ts'
import type { ProductAssembly } from './assembly.ts'
import type { FeedVariant } from './feed-product.ts'

/**
 * Returns the list price and, if lower, the current price. They come from the feed's selling price and its struck-out
 * price. A product that is not on sale may have no price yet, and gets 0. A string is the reason why a price cannot be
 * read.
 */
export function readPrices(input: {
  selling: string
  list: string
  isOnSale: boolean
}): Pick<FeedVariant, 'priceCents' | 'offerCents'> | string {
  if (!input.isOnSale && (input.selling === '' || readPrice(input.selling) === 0))
    return { priceCents: 0, offerCents: null }
  if (input.selling === '') return 'it has no price'
  const selling = readPrice(input.selling)
  if (selling === undefined) return `the price “${input.selling}” is not an amount in dollars and cents`
  if (selling === 0) return 'the price is 0'
  const list = input.list === '' ? selling : readPrice(input.list)
  if (list === undefined) return `the compare-at price “${input.list}” is not an amount in dollars and cents`
  return list > selling
    ? { priceCents: list, offerCents: selling }
    : { priceCents: selling, offerCents: null }
}

/**
 * Returns a variant's key for later imports and its shown SKU. The SKU is the supplier's, else built from the product's
 * key and the variant's name, the same in every import. A hash is appended when the name alone would be ambiguous.
 */
export function toSku(key: string, sku: string, title: string): Pick<FeedVariant, 'externalKey' | 'sku'> {
  if (sku !== '') return { externalKey: sku, sku: truncate(sku, 100) }
  const name = [key, title]
    .filter((part) => part !== '')
    .map(toCode)
    .join('/')
  const isUnambiguous =
    name.length <= 60 && /^[a-z0-9-]+$/.test(key) && /^[\p{L}\p{N} ]*$/u.test(title.replaceAll(' / ', ' '))
  if (isUnambiguous) return { externalKey: title || 'default', sku: name }
  const suffix = createHash('sha256').update(`${key}\n${title}`).digest('hex').slice(0, 6).toUpperCase()
  return { externalKey: title || 'default', sku: `${truncate(name, 53)}-${suffix}` }
}

function toCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/**
 * Returns the GTIN of a barcode cell, with a warning if it looks like a GTIN but is invalid. Other barcodes are
 * ignored.
 */
export function readGtin(
  assembly: Pick<ProductAssembly, 'warn'>,
  line: number,
  barcode = '',
): Pick<FeedVariant, 'gtin'> {
  const gtin = toGtin(barcode)
  if (gtin !== null) return { gtin }
  if (/^\d[.,]\d+E\+\d+$/i.test(barcode))
    assembly.warn(line, 'the barcode was damaged by a spreadsheet and was left out')
  else if (/^[\d\s-]{8,}$/.test(barcode))
    assembly.warn(
      line,
      `the barcode ${truncate(barcode, 40)} is not a GTIN: its length or check digit is wrong, so it was left out`,
    )
  return {}
}
