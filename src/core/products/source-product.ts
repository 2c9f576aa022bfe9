/** The type of a store's product: `digital` needs no shipping, `other` is a plug-in's own type. */
export type StoreProductKind = 'simple' | 'variable' | 'external' | 'grouped' | 'digital' | 'other'

/**
 * The visibility of a product in its store. `public` is for everyone, `hidden` for visitors with its link, the others
 * for staff only or not at all.
 */
export type StoreProductStatus =
  | 'public'
  | 'hidden'
  | 'draft'
  | 'pending'
  | 'private'
  | 'scheduled'
  | 'archived'

/**
 * A variant of a product in its supplier's store; amounts in hundredths of the store's currency. `values` has one
 * value per option. `externalId` is empty for a product without variations, `quantity` null when it is in stock and
 * the store does not count it.
 */
export type SourceVariant = Readonly<{
  externalId: string
  /** The store's id for counting stock. */
  stockId: string
  sku: string
  /** The content of its barcode field, unchecked. */
  barcode: string
  values: readonly string[]
  /** The current price, and the crossed-out price. */
  priceAmount: number | null
  listAmount: number | null
  wholesaleAmount: number | null
  quantity: number | null
  weightGrams: number | null
  picture: string | null
}>

/**
 * A product in its supplier's store with all data that a marketplace lists. The name is plain text; categories are
 * paths from the widest to the narrowest, joined by ` > `. `modifiedAt` is null when the store does not report it.
 */
export type SourceProduct = Readonly<{
  externalId: string
  name: string
  descriptionHtml: string
  shortDescriptionHtml: string
  kind: StoreProductKind
  status: StoreProductStatus
  categories: readonly string[]
  tags: readonly string[]
  options: readonly string[]
  variants: readonly SourceVariant[]
  pictures: readonly Readonly<{ url: string; alt: string }>[]
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  /** The country (ISO 3166 alpha-2) and the Harmonised System code. */
  originCountry: string | null
  tariffNumber: string | null
  modifiedAt: Date | null
}>
