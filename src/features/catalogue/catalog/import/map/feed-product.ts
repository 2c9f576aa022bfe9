import type { CategoryName } from '../../contract.ts'
import type { CustomsFacts } from './customs-facts.ts'

/** The lines of the file that something was read from, both ends inclusive; 1 is the first physical line. */
export type LineRange = Readonly<{ first: number; last: number }>

/** Whether a product may be listed: the shop's three states. */
export type FeedStatus = 'active' | 'draft' | 'archived'

/**
 * A variant of a product, as stated in the feed. Prices are cents of the shop's currency: `priceCents` is the list
 * price, `offerCents` the lower current price. `externalKey` is the same in every import.
 */
export type FeedVariant = Readonly<{
  externalKey: string
  sku: string
  /** Whether the feed itself has the SKU; omitted if the key shows that. */
  hasOwnSku?: boolean
  /** The barcode as a GTIN of 14 digits; omitted if the feed has no valid one. */
  gtin?: string
  title: string
  size: string | null
  color: string | null
  material: string | null
  priceCents: number
  offerCents: number | null
  wholesaleCents: number | null
  stock: number
  weightGrams: number | null
  imageUrl: string | null
}>

/** A linked picture, in display order. */
export type FeedImage = Readonly<{ url: string; alt: string }>

/** Comparable facts of jewellery and customs data; null if the feed states none. Lengths in millimetres. */
export type FeedFacts = CustomsFacts &
  Readonly<{
    metal: string | null
    purity: string | null
    plating: string | null
    stones: string | null
    sizeStandard: string | null
    weightGrams: number | null
    lengthMm: number | null
    widthMm: number | null
    heightMm: number | null
  }>

/** A product as described in a supplier's feed of any format. `descriptionHtml` is not sanitised yet. */
export type FeedProduct = Readonly<{
  externalKey: string
  lines: LineRange
  title: string
  descriptionHtml: string
  category: CategoryName
  /** Whether the category is a guess because no word of the feed names one. */
  isCategoryGuess?: boolean
  status: FeedStatus
  variants: readonly FeedVariant[]
  images: readonly FeedImage[]
  facts: FeedFacts
  /**
   * The warehouse that the feed names; its key is null until the lookup. If omitted, the product's warehouse is
   * unchanged.
   */
  warehouse?: Readonly<{ name: string; id: number | null }>
}>

/** Why a row was not imported, as a message for the supplier; `title` is its product's name, if known. */
export type FeedRefusal = Readonly<{
  lines: LineRange
  externalKey: string | null
  title?: string
  reason: string
}>

/**
 * A value that was imported differently from the file; `assumes` is the field that the feed left open, if that is why.
 */
export type FeedWarning = Readonly<{ line: number; text: string; assumes?: 'category' | 'stock' }>

/** The result of assembling one product: the product or a refusal, and warnings for the supplier. */
export type AssemblyResult =
  | Readonly<{ ok: true; product: FeedProduct; warnings: readonly FeedWarning[] }>
  | Readonly<{ ok: false; refusal: FeedRefusal }>
