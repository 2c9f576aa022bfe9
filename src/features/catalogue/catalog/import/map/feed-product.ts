import type { CategoryName } from '../../contract.ts'
import type { CustomsFacts } from './customs-facts.ts'

/** Lines of the file (1 = the first physical line) from which something was read, both included. */
export type LineRange = Readonly<{ first: number; last: number }>

/** Whether a product may be listed; the shop's own three states. */
export type FeedStatus = 'active' | 'draft' | 'archived'

/**
 * A variant of a product, as the feed means it. Prices are cents of the shop's currency: `priceCents` is the list price,
 * `offerCents` the lower one at which it sells now. `externalKey` stays the same from one import to the next.
 */
export type FeedVariant = Readonly<{
  externalKey: string
  sku: string
  /** Whether the feed itself has the SKU; left out where the key tells. */
  hasOwnSku?: boolean
  /** The barcode as a GTIN of 14 digits; left out where the feed has none that is right. */
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

/** A linked picture, in the order in which the product shows them. */
export type FeedImage = Readonly<{ url: string; alt: string }>

/** The facts that make jewellery comparable, and customs data; null where the feed does not say. Lengths in millimetres. */
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

/** A product as a supplier's feed describes it, whatever the format. `descriptionHtml` is not sanitised yet. */
export type FeedProduct = Readonly<{
  externalKey: string
  lines: LineRange
  title: string
  descriptionHtml: string
  category: CategoryName
  /** Whether no word of the feed names the category. */
  isCategoryGuess?: boolean
  status: FeedStatus
  variants: readonly FeedVariant[]
  images: readonly FeedImage[]
  facts: FeedFacts
  /** The warehouse that the feed names; its key is null until that is looked up. Left out, the product stays where it is. */
  warehouse?: Readonly<{ name: string; id: number | null }>
}>

/** Why a row was not imported, as a message for the supplier; `title` names its product where that is known. */
export type FeedRefusal = Readonly<{
  lines: LineRange
  externalKey: string | null
  title?: string
  reason: string
}>

/** A value imported otherwise than it was written; `assumes` names what the feed left open where that is why. */
export type FeedWarning = Readonly<{ line: number; text: string; assumes?: 'category' | 'stock' }>

/** The result of the rows of one product: the product or a refusal, and warnings for the supplier. */
export type AssemblyResult =
  | Readonly<{ ok: true; product: FeedProduct; warnings: readonly FeedWarning[] }>
  | Readonly<{ ok: false; refusal: FeedRefusal }>
