/** The kind of a store's product: `digital` needs no shipping, `other` is a type of some plug-in. */
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
 * A variant of a product in its supplier's shop; amounts in hundredths of the shop's currency. `values` has one for each option.
 * `externalId` is empty where the product has no variations, `quantity` null where it is in stock and the shop does not count it.
 */
export type SourceVariant = Readonly<{
  externalId: string
  /** What stock is counted by there. */
  stockId: string
  sku: string
  /** What stands in its field for a barcode, whatever it is. */
  barcode: string
  values: readonly string[]
  /** What is asked now, and the price that is struck out. */
  priceAmount: number | null
  listAmount: number | null
  wholesaleAmount: number | null
  quantity: number | null
  weightGrams: number | null
  picture: string | null
}>

/**
 * A product in its supplier's shop with all that a marketplace lists. The name is plain text; categories go from the widest to the
 * narrowest, each path joined by ` > `. `modifiedAt` is null where the shop does not tell it.
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
  /** ISO 3166 alpha-2, and the code of the harmonized system. */
  originCountry: string | null
  tariffNumber: string | null
  modifiedAt: Date | null
}>
