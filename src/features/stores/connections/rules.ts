import { SHOP_CURRENCY } from '#core/money.ts'
import { MINUTE } from '#core/time.ts'
import { type RestoredFields, type TextField, toSupplierTexts } from './listings/listing-texts.ts'
import type { OutgoingProduct } from './port.ts'

/** More than any shop's owner looks after by hand. */
export const MAX_SELECTED = 5_000

/** Products that are read of one shop. */
export const MAX_PULLED = 5_000

/** Products that are brought into a shop in one go. */
export const CHUNK_SIZE = 10

/** Attempts in a row that brought nothing, before we give up. */
export const MAX_MISSES = 6

/** How long a chunk is claimed. */
export const LEASE_MS = 5 * MINUTE

/** A run that has not moved for so long has lost its worker; the next click starts it again. */
export const STALE_MS = 10 * MINUTE

/** A variant of a selected product, as the marketplace has it; amounts in cents of the marketplace's currency. */
export type SelectedVariant = Readonly<{
  publicId: string
  sku: string
  title: string
  size: string | null
  color: string | null
  material: string | null
  sellAmount: number
  stock: number
  weightGrams?: number | null
  /** The shop's id of it, if known. */
  knownIds?: readonly string[] | null
}>

/** A selected product, and what its owner wants of it; pictures are paths or addresses. */
export type SelectedProduct = Readonly<{
  publicId: string
  externalId: string | null
  name: string
  descriptionHtml: string
  summary?: string
  category?: string
  isOffered: boolean
  sellAmount: number
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
  pictures: readonly string[]
  /** Whether it has had its pictures in the store; null where that is not known. */
  hasPictures: boolean | null
  /** Its price in the shop is the owner's: it is left as it is. */
  isPriceLocked: boolean
  /** The shop's ids of variants that its supplier removed. */
  removedIds?: readonly string[]
  /** Texts that follow the supplier. */
  supplierFields?: readonly TextField[]
  /** What undoing a change writes back once. */
  restore?: RestoredFields | null
  /** It is to be taken off sale, or put back; null where the shop has it as it should be. */
  visibility: 'hide' | 'show' | null
  variants: readonly SelectedVariant[]
}>

/**
 * Prices by the vendor's rule in hundredths of the shop's currency, by variant. A variant without a known cost has
 * none.
 */
export type RulePrices = ReadonlyMap<string, number>

/**
 * A product as it goes into a shop, or why it cannot, as a message. `priceProblem`: why the price of one that is there stays as
 * it is, while its stock keeps syncing.
 */
export type PreparedProduct =
  | Readonly<{ isReady: true; product: OutgoingProduct; priceProblem: string | null }>
  | Readonly<{ isReady: false; problem: string }>

/**
 * Returns a selected product prepared for a store that sells in `currency`. The retail price is what the product costs
 * where the marketplace asks its own price; variants that cost more or less there do so by the same share. Without one,
 * prices are those of the vendor's rule, and without a rule those of the marketplace. There are never more than the
 * supplier has, and none of a product that is not offered.
 */
export function prepareProduct(
  product: SelectedProduct,
  currency: string,
  rulePrices?: RulePrices,
): PreparedProduct {
  if (!product.isOffered && product.externalId === null)
    return { isReady: false, problem: 'This product isn’t available right now.' }
  const restored = product.restore?.prices
  const isPriceLocked = product.isPriceLocked && restored === undefined
  const priceProblem =
    product.isPriceLocked || restored ? null : findPriceProblem(product, currency, rulePrices)
  if (priceProblem !== null && product.externalId === null) return { isReady: false, problem: priceProblem }
  const { publicId, externalId, name, descriptionHtml, summary = '', category = '' } = product
  const { pictures, visibility } = product
  const { options, values } = toOptions(product.variants)
  const isOnSale = product.isOffered && visibility !== 'hide'
  const variants = product.variants.map((variant, index) => ({
    reference: variant.publicId,
    values: values[index] ?? [],
    price:
      restored?.[variant.publicId] ??
      formatHundredths(
        (product.retailAmount === null ? rulePrices?.get(variant.publicId) : undefined) ??
          toRetailCents(variant, product),
      ),
    quantity: isOnSale ? Math.max(0, Math.min(variant.stock, product.quantity ?? variant.stock)) : 0,
    ...(variant.weightGrams ? { weightGrams: variant.weightGrams } : {}),
    ...(variant.knownIds ? { knownIds: variant.knownIds } : {}),
  }))
  const keepsPrice = externalId !== null && (isPriceLocked || priceProblem !== null)
  const texts = { ...toSupplierTexts(product, product.supplierFields ?? []), ...product.restore?.texts }
  return {
    isReady: true,
    priceProblem,
    product: {
      reference: publicId,
      externalId,
      name,
      descriptionHtml,
      ...(summary === '' ? {} : { shortDescription: summary }),
      ...(category === '' ? {} : { category }),
      pictures,
      mayAddPictures: product.hasPictures !== true,
      options,
      variants,
      ...(keepsPrice ? { keepsPrice } : {}),
      ...(product.removedIds?.length ? { removedIds: product.removedIds } : {}),
      ...(externalId !== null && Object.keys(texts).length > 0 ? { texts } : {}),
      ...(visibility === null ? {} : { visibility }),
    },
  }
}

/** Explains why a product has no price in a shop; null where it has one. */
function findPriceProblem(
  { retailAmount, retailCurrency, variants }: SelectedProduct,
  currency: string,
  rulePrices: RulePrices | undefined,
): string | null {
  if (retailAmount !== null)
    return retailCurrency === currency
      ? null
      : `Your store sells in ${currency}, but the retail price is in ${retailCurrency}. Set it again.`
  if (rulePrices)
    return variants.every(({ publicId }) => rulePrices.has(publicId))
      ? null
      : 'The supplier has set no wholesale price, so your price rule has no cost to start from. Set your own price.'
  return currency === SHOP_CURRENCY
    ? null
    : `Your store sells in ${currency}. Set a retail price in ${currency} for this product.`
}

/** Rounded to the cent, half up; at least a cent. */
function toRetailCents({ sellAmount }: SelectedVariant, product: SelectedProduct): number {
  if (product.retailAmount === null) return Math.max(1, sellAmount)
  if (product.sellAmount <= 0) return product.retailAmount
  const [retail, variantAmount, productAmount] = [
    BigInt(product.retailAmount),
    BigInt(sellAmount),
    BigInt(product.sellAmount),
  ]
  return Math.max(1, Number((2n * retail * variantAmount + productAmount) / (2n * productAmount)))
}

type VariantOptions = Readonly<{ options: readonly string[]; values: readonly (readonly string[])[] }>

const SLOTS = [
  ['Size', 'size'],
  ['Color', 'color'],
  ['Material', 'material'],
] as const

/** Returns the options by which variants differ; where those don't distinguish them, their titles and numbers. */
function toOptions(variants: readonly SelectedVariant[]): VariantOptions {
  if (variants.length < 2) return { options: [], values: variants.map(() => []) }
  const usedSlots = SLOTS.filter(([, slot]) => new Set(variants.map((variant) => variant[slot])).size > 1)
  const values = variants.map((variant) => usedSlots.map(([, slot]) => variant[slot] || 'Standard'))
  if (usedSlots.length > 0 && areDistinct(values.map((variantValues) => variantValues.join('\n'))))
    return { options: usedSlots.map(([name]) => name), values }
  const titles = variants.map(({ title, sku }) => title || sku)
  const names = areDistinct(titles) ? titles : variants.map(({ title, sku }) => `${title} ${sku}`.trim())
  return { options: ['Variant'], values: names.map((name) => [name]) }
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map((text) => text.toLowerCase())).size === texts.length
}

/** Formats hundredths as a decimal with two places, as shops take prices. */
function formatHundredths(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
