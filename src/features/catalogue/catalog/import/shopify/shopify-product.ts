import { plainText } from '#core/html-names.ts'
import { readDecimal, readFlag, readMeasure, readPictureUrl, readPrice } from '../read/cells.ts'
import { chooseCategory } from '../map/choose-category.ts'
import { customsFaults } from '../map/customs-facts.ts'
import type { Assembled, FeedStatus, FeedVariant } from '../map/feed-product.ts'
import { readFacts } from '../map/jewellery-facts.ts'
import { fillSlots, type OptionValue } from '../map/option-slots.ts'
import { collectPictures, type GivenPicture } from '../write/pictures.ts'
import { assembly, clash, stockWithin, UNTRACKED_STOCK, type Assembly } from '../map/assembly.ts'
import type { ShopifyRow } from './shopify-rows.ts'
import { listAndOffer, skuFor } from '../map/variant-values.ts'

/**
 * The piece that the rows of one handle describe, in the order of the file. The first row that carries a title speaks for
 * the piece, every row with an option, SKU or price is a variant, every row with a picture adds it.
 */
export function assembleShopify(key: string, rows: readonly ShopifyRow[]): Assembled {
  const piece = assembly(key, rows)
  const broken = rows.find((row) => row.broken !== undefined)
  if (broken?.broken)
    return piece.refuse(rows.length > 1 ? `${broken.broken} (line ${broken.line})` : broken.broken)
  const head = rows.find((row) => row.title !== undefined)
  if (!head) return piece.refuse('the title is missing')
  if (rows.some((row) => row.isGiftCard)) return piece.refuse('a gift card is not a piece of jewellery')

  const variants = variantsOf(piece, rows)
  if (typeof variants === 'string') return piece.refuse(variants)
  const { category, isGuess } = chooseCategory({
    type: head.type ?? '',
    title: head.title ?? '',
    path: head.path ?? '',
    tags: head.tags ?? '',
  })
  if (isGuess) piece.warn(head.line, `no word says which kind of jewellery it is: filed under ${category}`)
  const named = rows.flatMap((row) => row.facts ?? [])
  for (const fault of customsFaults(named)) piece.warn(head.line, fault)
  return piece.finish({
    title: plainText(head.title ?? ''),
    descriptionHtml: head.body ?? '',
    category,
    status: statusOf(head),
    variants,
    images: collectPictures(piece, picturesOf(rows)),
    facts: {
      ...readFacts(named),
      weightGrams: variants[0]?.weightGrams ?? null,
    },
  })
}

function statusOf(head: ShopifyRow): FeedStatus {
  const status = head.status?.toLowerCase()
  if (status === 'archived') return 'archived'
  return status === 'draft' || !readFlag(head.published ?? '', true) ? 'draft' : 'active'
}

function isVariant(row: ShopifyRow): boolean {
  return (
    row.price !== undefined ||
    row.sku !== undefined ||
    (row.options ?? []).some((option) => option.value !== '')
  )
}

/** The variants, or the reason why the piece cannot be taken in. */
function variantsOf(piece: Assembly, rows: readonly ShopifyRow[]): FeedVariant[] | string {
  const names = (rows.find((row) => row.options?.some((option) => option.name !== ''))?.options ?? []).map(
    (option) => option.name,
  )
  const given = rows.filter(isVariant)
  if (given.length === 0) return 'it has no price'
  const variants: FeedVariant[] = []
  for (const row of given) {
    const variant = variantOf(piece, names, row)
    if (typeof variant === 'string') return rows.length > 1 ? `${variant} (line ${row.line})` : variant
    variants.push(variant)
  }
  return clash(variants) ?? variants
}

function variantOf(piece: Assembly, names: readonly string[], row: ShopifyRow): FeedVariant | string {
  const prices = listAndOffer({ selling: row.price ?? '', list: row.compareAt ?? '' })
  if (typeof prices === 'string') return prices
  const stock = stockOf(piece, row)
  if (typeof stock === 'string') return stock
  if (row.barcode && /^\d[.,]\d+E\+\d+$/i.test(row.barcode)) {
    piece.warn(row.line, 'a spreadsheet has destroyed the barcode: left out')
  }
  const options: OptionValue[] = (row.options ?? []).map((option, index) => ({
    name: names[index] ?? '',
    value: plainText(option.value),
  }))
  const slots = fillSlots(options)
  return {
    ...skuFor(piece.key, row.sku ?? '', slots.title),
    ...slots,
    ...prices,
    wholesaleCents: row.cost === undefined ? null : (readPrice(row.cost) ?? null),
    stock,
    weightGrams: readMeasure(row.grams ?? ''),
    imageUrl: readPictureUrl(row.variantImage ?? '') ?? null,
  }
}

/** The quantity; without a tracker it means nothing, and a piece sold on when out of stock is made to order. */
function stockOf(piece: Assembly, row: ShopifyRow): number | string {
  const isTracked = row.tracker !== undefined
  const sellsOn = row.policy?.toLowerCase() === 'continue' || readFlag(row.policy ?? '', false)
  if (!isTracked || sellsOn) {
    const why = isTracked ? 'sold on when out of stock' : 'stock is not tracked'
    piece.warn(row.line, `${why}: ${UNTRACKED_STOCK} pieces assumed`)
    return UNTRACKED_STOCK
  }
  const quantity = readDecimal(row.quantity ?? '0')
  if (quantity === undefined || !Number.isInteger(quantity))
    return `the quantity “${row.quantity}” is not a whole number`
  if (quantity < 0) return `the quantity ${quantity} is below zero`
  return stockWithin(piece, row.line, quantity)
}

function picturesOf(rows: readonly ShopifyRow[]): GivenPicture[] {
  const own = rows
    .filter((row) => row.imageUrl !== undefined)
    .map((row, index) => ({ row, position: readDecimal(row.imagePosition ?? '') ?? index + 1 }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ row }) => ({ url: row.imageUrl ?? '', alt: plainText(row.imageAlt ?? ''), line: row.line }))
  // A variant's picture is to be among the piece's own; where a file forgot it, it comes last.
  const ofVariants = rows
    .filter((row) => row.variantImage !== undefined)
    .map((row) => ({ url: row.variantImage ?? '', alt: '', line: row.line }))
  return [...own, ...ofVariants]
}
