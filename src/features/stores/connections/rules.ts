import { SHOP_CURRENCY } from '#core/money.ts'
import { MINUTE } from '#core/time.ts'
import type { OptionChoices } from '#core/products/store-variants.ts'
import { type RestoredFields, type TextField, toSupplierTexts } from './listings/listing-texts.ts'
import type { OutgoingProduct } from './port.ts'

/** The most products of a selection. */
export const MAX_SELECTED = 5_000

/** The most products read from a store. */
export const MAX_PULLED = 5_000

/** The number of products pushed to a store at once. */
export const CHUNK_SIZE = 10

/** The number of fruitless attempts in a row after which a run ends. */
export const MAX_MISSES = 6

/** How long a chunk is claimed; its worker renews that three times as often. */
export const LEASE_MS = MINUTE

/** How long without progress until a run counts as dead; the next click restarts it. */
export const STALE_MS = 10 * MINUTE

/** A variant of a selected product in the marketplace; amounts in cents of the marketplace's currency. */
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
  /** The store's ids of it, if known. */
  knownIds?: readonly string[] | null
  /** What other options of it in the store mean. */
  choices?: OptionChoices | null
}>

/** A selected product, and its owner's settings; pictures are paths or URLs. */
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
  /** Whether it has had its pictures in the store; null if unknown. */
  hasPictures: boolean | null
  /** Whether the owner sets its price in the store, so that it is left unchanged. */
  isPriceLocked: boolean
  /** The shop's ids of variants that its supplier removed. */
  removedIds?: readonly string[]
  /** Texts that follow the supplier. */
  supplierFields?: readonly TextField[]
  /** Values that undoing a change writes back once. */
  restore?: RestoredFields | null
  /** Whether to take it off sale, or put it back; null if its visibility is right. */
  visibility: 'hide' | 'show' | null
  variants: readonly SelectedVariant[]
}>

/**
 * Prices by the vendor's rule in hundredths of the store's currency, by variant. Variants without a known cost are left
 * out.
 */
export type RulePrices = ReadonlyMap<string, number>

/**
 * A product in the form for a store, or why it cannot be sent, as a message. `priceProblem`: why the price of an
 * existing one stays unchanged, while its stock keeps syncing.
 */
export type PreparedProduct =
  | Readonly<{ isReady: true; product: OutgoingProduct; priceProblem: string | null }>
  | Readonly<{ isReady: false; problem: string }>

/**
 * Returns a selected product prepared for a store that sells in `currency`. The retail price applies to a variant at
 * the marketplace's own price; other variants' prices differ in proportion. Without a retail price the vendor's rule
 * sets prices, and without a rule the marketplace's prices apply. The quantity never exceeds the supplier's, and is
 * zero for a product that is not offered.
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
    ...(variant.choices ? { choices: variant.choices } : {}),
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

/** Returns why a product has no price in a store; null if it has one. */
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

/** Returns the retail price, rounded half up to the cent; at least a cent. */
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

/** The fields of a variant that its options in stores are made of. */
export type OptionFields = Pick<SelectedVariant, 'sku' | 'title' | 'size' | 'color' | 'material'>

/** Returns the options that distinguish variants; if they don't, titles with numbers. */
export function toOptions(variants: readonly OptionFields[]): VariantOptions {
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
