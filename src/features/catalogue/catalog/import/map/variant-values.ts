import { createHash } from 'node:crypto'
import { readPrice, cut } from '../read/cells.ts'
import type { FeedVariant } from './feed-product.ts'

/**
 * List price and, when it is lower, the price at which the piece sells now, from what the feed calls its selling price and
 * its struck-out one. A string is the reason why it has no price.
 */
export function listAndOffer(given: {
  selling: string
  list: string
}): Pick<FeedVariant, 'priceCents' | 'offerCents'> | string {
  if (given.selling === '') return 'it has no price'
  const selling = readPrice(given.selling)
  if (selling === undefined) return `the price “${given.selling}” is not an amount in dollars and cents`
  if (selling === 0) return 'the price is 0'
  const list = given.list === '' ? selling : readPrice(given.list)
  if (list === undefined) return `the compare-at price “${given.list}” is not an amount in dollars and cents`
  return list > selling
    ? { priceCents: list, offerCents: selling }
    : { priceCents: selling, offerCents: null }
}

/**
 * What a variant is known by from one import to the next, and the SKU that is shown: the supplier's own, else one made of
 * the piece's key and the variant's name, the same each time; what those letters cannot tell apart a mark does.
 */
export function skuFor(key: string, sku: string, title: string): Pick<FeedVariant, 'externalKey' | 'sku'> {
  if (sku !== '') return { externalKey: sku, sku: cut(sku, 100) }
  const name = [key, title]
    .filter((part) => part !== '')
    .map(codeOf)
    .join('/')
  const isFaithful =
    name.length <= 60 && /^[a-z0-9-]+$/.test(key) && /^[\p{L}\p{N} ]*$/u.test(title.replaceAll(' / ', ' '))
  if (isFaithful) return { externalKey: title || 'default', sku: name }
  const mark = createHash('sha256').update(`${key}\n${title}`).digest('hex').slice(0, 6).toUpperCase()
  return { externalKey: title || 'default', sku: `${cut(name, 53)}-${mark}` }
}

function codeOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
