import type { CategoryName } from '#features/catalogue/catalog/contract.ts'
import type {
  OwnPictureData,
  OwnProductData,
} from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { toDecimal } from '#core/money.ts'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'

/** The kinds of a product's variations. */
export const VARIATION_KINDS = ['size', 'color', 'material'] as const

export type VariationKind = (typeof VARIATION_KINDS)[number]

/** The labels of the kinds of variations. */
export const VARIATION_LABELS: Readonly<Record<VariationKind, string>> = {
  size: 'Size',
  color: 'Colour',
  material: 'Material',
}

/**
 * A typed variant; `id` is empty for a new one. Fields that start with `seen` have the values at the time the product
 * was opened.
 */
export type VariantForm = Readonly<Record<VariationKind, string>> &
  Readonly<{
    key: string
    id: string
    quantity: string
    price: string
    wholesale: string
    minimumRetail: string
    barcode: string
    sku: string
    seenQuantity: number | null
    seenWholesale: string
    seenMinimumRetail: string
    seenBarcode: string
    seenSku: string
  }>

/**
 * A typed product. `id` is empty until it is saved; `draftKey` then finds the draft again if a response was lost. There
 * is always a first variant: without `kinds` it represents the product.
 */
export type ProductForm = Readonly<{
  id: string
  revision: number
  draftKey: string
  isPublished: boolean
  name: string
  description: string
  category: CategoryName | ''
  price: string
  isReturnable: boolean
  isMadeToOrder: boolean
  /** The key of its warehouse; empty for the warehouse of new products. */
  warehouse: string
  kinds: readonly VariationKind[]
  variants: readonly VariantForm[]
  pictures: readonly OwnPictureData[]
}>

/** Returns a new, empty variant. */
export function newVariant(): VariantForm {
  return {
    key: randomUuid(),
    id: '',
    size: '',
    color: '',
    material: '',
    quantity: '',
    price: '',
    wholesale: '',
    minimumRetail: '',
    barcode: '',
    sku: '',
    seenQuantity: null,
    seenWholesale: '',
    seenMinimumRetail: '',
    seenBarcode: '',
    seenSku: '',
  }
}

/** Returns a new, empty product. */
export function newProductForm(): ProductForm {
  return {
    id: '',
    revision: 0,
    draftKey: randomUuid(),
    isPublished: false,
    name: '',
    description: '',
    category: '',
    price: '',
    isReturnable: true,
    isMadeToOrder: false,
    warehouse: '',
    kinds: [],
    variants: [newVariant()],
    pictures: [],
  }
}

/** Returns the form of an existing product. */
export function toProductForm(product: OwnProductData): ProductForm {
  const kinds = VARIATION_KINDS.filter((kind) => product.variants.some((variant) => variant[kind] !== null))
  const { id, revision, state, name, description, category, isReturnable, isMadeToOrder, pictures } = product
  return {
    ...newProductForm(),
    id,
    revision,
    name,
    description,
    category,
    isReturnable,
    isMadeToOrder,
    warehouse: String(product.warehouse),
    pictures,
    kinds,
    isPublished: state === 'published',
    price: formatPriceInput(product.priceCents),
    variants: product.variants.map((variant) => ({
      ...toWholesaleFields(variant),
      barcode: variant.barcode ?? '',
      seenBarcode: variant.barcode ?? '',
      sku: variant.sku,
      seenSku: variant.sku,
      key: variant.id,
      id: variant.id,
      size: variant.size ?? '',
      color: variant.color ?? '',
      material: variant.material ?? '',
      quantity: String(variant.quantity),
      price: variant.priceCents === product.priceCents ? '' : toDecimal(variant.priceCents).toFixed(2),
      seenQuantity: variant.quantity,
    })),
  }
}

function toWholesaleFields({ wholesaleCents, minimumRetailCents }: OwnProductData['variants'][number]) {
  const wholesale = formatOptionalPrice(wholesaleCents)
  const minimumRetail = formatOptionalPrice(minimumRetailCents)
  return { wholesale, minimumRetail, seenWholesale: wholesale, seenMinimumRetail: minimumRetail }
}

function formatOptionalPrice(cents: number | null): string {
  return cents === null ? '' : toDecimal(cents).toFixed(2)
}

function formatPriceInput(cents: number): string {
  return cents === 0 ? '' : toDecimal(cents).toFixed(2)
}

/** Returns whether the form is empty, so that there is nothing to save. */
export function isProductFormEmpty(form: ProductForm): boolean {
  const { id, name, description, category, price, pictures, kinds, variants } = form
  const texts = [id, name, description, category, price, ...variants.map(({ quantity }) => quantity)]
  return texts.every((text) => text.trim() === '') && pictures.length === 0 && kinds.length === 0
}

/** Returns the total quantity of all variants; invalid quantities are ignored. */
export function totalQuantity({ variants }: ProductForm): number {
  return variants.reduce(
    (sum, { quantity }) => sum + (/^\d+$/.test(quantity.trim()) ? Number(quantity) : 0),
    0,
  )
}
