import { plainText } from '#core/html-names.ts'
import { stockWithin, UNTRACKED_STOCK, type Assembly } from '../map/assembly.ts'
import { readDecimal, readPictureUrl, readPrice } from '../read/cells.ts'
import type { FeedVariant } from '../map/feed-product.ts'
import { fillSlots, type OptionValue } from '../map/option-slots.ts'
import { listAndOffer, skuFor } from '../map/variant-values.ts'
import { gramsOf } from './woo-measures.ts'
import type { WooRow } from './woo-rows.ts'

/** The most variants that one variation may stand for when it leaves a choice open. */
const MAX_OPEN_CHOICES = 100

/** A piece being put together: the product's own row, all rows that speak of it, and the day by which sales run. */
export type WooPiece = Assembly & Readonly<{ head: WooRow; rows: readonly WooRow[]; now: Date }>

/** The variants of a variable product from its variations, or the reason why it cannot be taken in. */
export function variantsOf(piece: WooPiece): FeedVariant[] | string {
  const { head } = piece
  const variations = piece.rows.filter(
    (row) => row.kind === 'variation' && row.published !== '0' && row.published !== '-1',
  )
  if (variations.length === 0) return 'none of its variations is in the file'
  const taken = new Set<string>()
  const variants: FeedVariant[] = []
  // A variation that names every choice comes before one that leaves some open, as in WooCommerce itself.
  for (const row of variations.toSorted((a, b) => openness(head, a) - openness(head, b))) {
    for (const options of choicesOf(piece, row)) {
      const title = fillSlots(options).title
      if (taken.has(title) && openness(head, row) > 0) continue
      taken.add(title)
      const variant = variantOf(piece, row, options)
      if (typeof variant === 'string') return `${variant} (line ${row.line})`
      variants.push(variant)
    }
  }
  return variants
}

/**
 * One variant of a row, the product's own or a variation's, and its choices; what a variation leaves empty is the product's.
 * A string says why it cannot be sold.
 */
export function variantOf(
  piece: WooPiece,
  row: WooRow,
  options: readonly OptionValue[],
): FeedVariant | string {
  const prices = pricesOf(piece, row)
  if (typeof prices === 'string') return prices
  const stock = stockOf(piece, row)
  if (typeof stock === 'string') return stock
  const cost = row.cost ?? piece.head.cost
  const [picture = ''] = row.kind === 'variation' ? (row.images ?? '').split(/\s*,\s*(?=https?:)/) : []
  return {
    ...identity(piece, row, options),
    ...fillSlots(options),
    ...prices,
    wholesaleCents: cost === undefined ? null : (readPrice(cost) ?? null),
    stock,
    weightGrams: gramsOf(row) ?? gramsOf(piece.head),
    imageUrl: readPictureUrl(picture) ?? null,
  }
}

/** A variation that leaves a choice open stands for several variants: its SKU is kept and the choice put behind it. */
function identity(
  { key, head }: WooPiece,
  row: WooRow,
  options: readonly OptionValue[],
): Pick<FeedVariant, 'externalKey' | 'sku'> {
  const { title } = fillSlots(options)
  if (row.sku === undefined) return skuFor(key, '', title)
  const open = openChoices(head, row).map((attribute) => attribute.name)
  const chosen = options.filter((option) => open.includes(option.name)).map((option) => option.value)
  return skuFor(key, [row.sku, ...chosen].join('-').replace(/\s+/g, '-'), title)
}

function openness(head: WooRow, row: WooRow): number {
  return openChoices(head, row).length
}

function openChoices(head: WooRow, row: WooRow) {
  return (row.attributes ?? []).filter(
    (attribute) => attribute.values.length === 0 && valuesOf(head, attribute.name).length > 0,
  )
}

function valuesOf(head: WooRow, name: string): readonly string[] {
  return (
    head.attributes?.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())?.values ?? []
  )
}

/**
 * The combinations a variation stands for. An empty choice means any of the parent's: each becomes a variant, unless the
 * variation's pieces are counted, for then they would be sold once for each.
 */
function choicesOf(piece: WooPiece, row: WooRow): OptionValue[][] {
  const { head } = piece
  const own = (row.attributes ?? []).map(({ name, values }) => ({ name, values: values.map(plainText) }))
  const lists = own.map(({ name, values }) => {
    const choices = values.length > 0 ? values : valuesOf(head, name).map(plainText)
    return choices.map((value) => ({ name, value }))
  })
  const count = lists.reduce((product, list) => product * Math.max(list.length, 1), 1)
  const isCounted = row.stock !== undefined && readDecimal(row.stock) !== undefined
  if (openness(head, row) > 0 && (isCounted || count > MAX_OPEN_CHOICES)) {
    piece.warn(row.line, 'a choice is left open while its stock is counted: offered without that choice')
    return [own.flatMap(({ name, values }) => values.slice(0, 1).map((value) => ({ name, value })))]
  }
  return lists.reduce<OptionValue[][]>(
    (combined, list) =>
      list.length === 0 ? combined : combined.flatMap((one) => list.map((option) => [...one, option])),
    [[]],
  )
}

function pricesOf(piece: WooPiece, row: WooRow): Pick<FeedVariant, 'priceCents' | 'offerCents'> | string {
  const regular = listAndOffer({ selling: row.regularPrice ?? '', list: '' })
  if (typeof regular === 'string' || row.salePrice === undefined) return regular
  const sale = readPrice(row.salePrice)
  if (sale === undefined || sale === 0)
    return `the sale price “${row.salePrice}” is not an amount in dollars and cents`
  if (sale >= regular.priceCents) {
    piece.warn(row.line, 'the sale price is not below the regular price: left out')
    return regular
  }
  const day = piece.now.toISOString().slice(0, 10)
  if (row.saleFrom !== undefined && row.saleFrom.slice(0, 10) > day) {
    piece.warn(row.line, `the sale begins on ${row.saleFrom.slice(0, 10)}: import the file again then`)
    return regular
  }
  if (row.saleUntil !== undefined && row.saleUntil.slice(0, 10) < day) return regular
  return { priceCents: regular.priceCents, offerCents: sale }
}

function stockOf(piece: WooPiece, row: WooRow): number | string {
  if (row.inStock === '0') return 0
  const isShared = row.stock?.toLowerCase() === 'parent'
  const written = isShared ? piece.head.stock : row.stock
  const sellsOn =
    ['1', 'notify', 'yes'].includes(row.backorders?.toLowerCase() ?? '') || row.inStock === 'backorder'
  if (written === undefined || sellsOn) {
    piece.warn(
      row.line,
      `${sellsOn ? 'sold on when out of stock' : 'stock is not tracked'}: ${UNTRACKED_STOCK} pieces assumed`,
    )
    return UNTRACKED_STOCK
  }
  if (isShared) piece.warn(row.line, 'its stock is shared by several variants: each shows all of it')
  const count = readDecimal(written)
  if (count === undefined) return `the stock “${written}” is not a number`
  if (count < 0) return `the stock ${count} is below zero`
  return stockWithin(piece, row.line, count)
}
