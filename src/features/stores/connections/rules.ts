import { SHOP_CURRENCY } from '#core/money.ts'
import { MINUTE } from '#core/time.ts'
import type { OutgoingProduct } from './port.ts'

/** More than any shop's owner looks after by hand. */
export const MOST_SELECTED = 5_000

/** Products that are read of one shop. */
export const MOST_PULLED = 5_000

/** Pieces that are brought into a shop in one go. */
export const CHUNK = 10

/** Attempts in a row that brought nothing, before we give up. */
export const MOST_MISSES = 6

/** For so long nobody else does a chunk that somebody does. */
export const LEASE_MS = 5 * MINUTE

/** A run that has not moved for so long has lost its worker; whoever clicks sets it going again. */
export const STALE_MS = 10 * MINUTE

/** A variant of a chosen piece, as the marketplace has it; amounts in cents of the marketplace's currency. */
export type ChosenVariant = Readonly<{
  publicId: string
  sku: string
  title: string
  size: string | null
  color: string | null
  material: string | null
  sellAmount: number
  stock: number
}>

/** A chosen piece, and what its owner wants of it; pictures are paths or addresses. */
export type ChosenPiece = Readonly<{
  publicId: string
  externalId: string | null
  name: string
  descriptionHtml: string
  isOffered: boolean
  sellAmount: number
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
  pictures: readonly string[]
  /** Whether it has had its pictures in the store; null where that is not known. */
  hasPictures: boolean | null
  variants: readonly ChosenVariant[]
}>

/** A piece as it goes into a shop, or why it cannot, in words. */
export type Outgoing =
  | Readonly<{ isReady: true; product: OutgoingProduct }>
  | Readonly<{ isReady: false; problem: string }>

/**
 * A chosen piece for a shop that sells in `currency`. The retail price is what the piece costs where the marketplace asks its own
 * price; variants that cost more or less there do so by the same share. There are never more than the supplier has, and none of a
 * piece that is not offered any more.
 */
export function outgoingOf(piece: ChosenPiece, currency: string): Outgoing {
  if (!piece.isOffered && piece.externalId === null)
    return { isReady: false, problem: 'This piece is not offered at the moment.' }
  if (piece.retailAmount === null && currency !== SHOP_CURRENCY)
    return {
      isReady: false,
      problem: `Your store sells in ${currency}: please give this piece a retail price in ${currency}.`,
    }
  if (piece.retailAmount !== null && piece.retailCurrency !== currency)
    return {
      isReady: false,
      problem: `Your store sells in ${currency}, but the retail price is in ${piece.retailCurrency}. Please set it again.`,
    }
  const { publicId, externalId, name, descriptionHtml, pictures } = piece
  const { options, values } = optionsOf(piece.variants)
  const variants = piece.variants.map((variant, index) => ({
    reference: variant.publicId,
    values: values[index] ?? [],
    price: decimalOf(priceOf(variant, piece)),
    quantity: piece.isOffered ? Math.max(0, Math.min(variant.stock, piece.quantity ?? variant.stock)) : 0,
  }))
  return {
    isReady: true,
    product: {
      reference: publicId,
      externalId,
      name,
      descriptionHtml,
      pictures,
      mayAddPictures: piece.hasPictures !== true,
      options,
      variants,
    },
  }
}

/** Rounded to the cent, half up; at least a cent. */
function priceOf({ sellAmount }: ChosenVariant, piece: ChosenPiece): number {
  if (piece.retailAmount === null) return Math.max(1, sellAmount)
  if (piece.sellAmount <= 0) return piece.retailAmount
  const [whole, share, of] = [BigInt(piece.retailAmount), BigInt(sellAmount), BigInt(piece.sellAmount)]
  return Math.max(1, Number((2n * whole * share + of) / (2n * of)))
}

type Options = Readonly<{ options: readonly string[]; values: readonly (readonly string[])[] }>

const SLOTS = [
  ['Size', 'size'],
  ['Color', 'color'],
  ['Material', 'material'],
] as const

/** By what the variants differ; where that does not tell them apart, by their titles and numbers. */
function optionsOf(variants: readonly ChosenVariant[]): Options {
  if (variants.length < 2) return { options: [], values: variants.map(() => []) }
  const used = SLOTS.filter(([, slot]) => new Set(variants.map((variant) => variant[slot])).size > 1)
  const values = variants.map((variant) => used.map(([, slot]) => variant[slot] || 'Standard'))
  if (used.length > 0 && areDistinct(values.map((one) => one.join('\n'))))
    return { options: used.map(([name]) => name), values }
  const titles = variants.map(({ title, sku }) => title || sku)
  const names = areDistinct(titles) ? titles : variants.map(({ title, sku }) => `${title} ${sku}`.trim())
  return { options: ['Variant'], values: names.map((name) => [name]) }
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map((text) => text.toLowerCase())).size === texts.length
}

/** Hundredths as a decimal with two places, as shops take prices. */
function decimalOf(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
