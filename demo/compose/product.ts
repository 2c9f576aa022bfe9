import type { Category, SupplierStyle } from './product-specs.ts'

/** One variant, ready to be written: prices and cost in US dollars, stock in units. */
export type Variant = Readonly<{
  sku: string
  options: string[]
  price: number
  listPrice?: number
  cost: number
  stock: number
  grams: number
  lengthMm: number
  picture?: string
}>

/** One product of a feed, the same for every dialect. Option values of the variants stand in the order of `optionNames`. */
export type Product = Readonly<{
  handle: string
  name: string
  vendor: string
  /** Where it was made, as ISO 3166 alpha-2. */
  originCountry: string
  category: Category
  html: string
  summary: string
  tags: string[]
  facts: Facts
  optionNames: string[]
  variants: Variant[]
  pictures: { url: string; alt: string }[]
}>

/** The jewellery facts of a product as text; measures in whole or tenths of millimetres. */
export type Facts = Readonly<{
  metal: string
  purity: string
  plating: string
  stones: string
  sizeStandard: string
  lengthMm: number
  widthMm: number
  heightMm: number
}>

/** The feed formats of the demo's suppliers. */
export type Dialect = SupplierStyle['dialect']

/**
 * Returns whether all pictures of a product are rendered. One without is not offered, but keeps its place and its
 * numbers.
 */
export function hasPictures({ pictures }: Product): boolean {
  return pictures.length > 0
}
