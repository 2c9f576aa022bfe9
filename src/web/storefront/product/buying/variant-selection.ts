import type { VariantData, ProductDetailData } from '#features/catalogue/catalog/contract.ts'

/** In what variants of a product differ. `title` stands in when size, colour and material do not tell them apart. */
export type VariantAxis = 'size' | 'color' | 'material' | 'title'

/**
 * One value to choose. `isSoldOut`: with what else is chosen, nothing of it is left. `isElsewhere`: with what else is
 * chosen there is no such product, so that choosing it changes that as well.
 */
export type VariantOption = Readonly<{
  value: string
  isChosen: boolean
  isSoldOut: boolean
  isElsewhere: boolean
}>

/** All values of one axis; with a single value there is nothing to choose, only to say. */
export type VariantPicker = Readonly<{ axis: VariantAxis; legend: string; options: readonly VariantOption[] }>

const NAMED_AXES = ['size', 'color', 'material'] as const
const AXIS_LABELS = { size: 'Size', color: 'Color', material: 'Material', title: 'Option' } as const

/**
 * Returns the variant that a page starts with; undefined without variants. It is the one its address names, else
 * the one whose price lists show, which is the cheapest in stock, or the cheapest when all are sold out, the
 * earlier of equals.
 */
export function initialVariant(
  variants: readonly VariantData[],
  requestedId?: string,
): VariantData | undefined {
  const requestedVariant = variants.find((variant) => variant.id === requestedId)
  if (requestedVariant) return requestedVariant
  const inStock = variants.filter((variant) => variant.stock > 0)
  const sellingPrice = ({ offerPrice, price }: VariantData) => offerPrice ?? price
  return (inStock.length > 0 ? inStock : variants).toSorted((a, b) => sellingPrice(a) - sellingPrice(b))[0]
}

/** Returns the pickers of a product, with the selected values marked. */
export function variantPickers(
  variants: readonly VariantData[],
  chosen: VariantData,
): readonly VariantPicker[] {
  const axes = findAxes(variants)
  return axes.map((axis) => ({
    axis,
    legend: AXIS_LABELS[axis],
    options: axisValues(variants, axis).map((value) => {
      const next = selectVariant({ variants, chosen, axis, value })
      return {
        value,
        isChosen: chosen[axis] === value,
        isSoldOut: (next?.stock ?? 0) <= 0,
        isElsewhere: axes.some((other) => other !== axis && next?.[other] !== chosen[other]),
      }
    }),
  }))
}

/**
 * Returns the variant after choosing `value` on one axis. Of those that have it, it is the one that keeps most of
 * the other choices, and of equal ones the first in stock. Undefined when no variant has the value.
 */
export function selectVariant(input: {
  variants: readonly VariantData[]
  chosen: VariantData
  axis: VariantAxis
  value: string
}): VariantData | undefined {
  const otherAxes = findAxes(input.variants).filter((axis) => axis !== input.axis)
  const countMatches = (variant: VariantData): number =>
    otherAxes.filter((axis) => variant[axis] === input.chosen[axis]).length
  const inStock = (variant: VariantData): number => (variant.stock > 0 ? 1 : 0)
  return input.variants
    .filter((variant) => variant[input.axis] === input.value)
    .toSorted((a, b) => countMatches(b) - countMatches(a) || inStock(b) - inStock(a))[0]
}

function findAxes(variants: readonly VariantData[]): readonly VariantAxis[] {
  const named = NAMED_AXES.filter((axis) => axisValues(variants, axis).length > 0)
  const combinations = new Set(variants.map((variant) => JSON.stringify(named.map((axis) => variant[axis]))))
  return combinations.size < variants.length ? ['title'] : named
}

function axisValues(variants: readonly VariantData[], axis: VariantAxis): readonly string[] {
  return [...new Set(variants.flatMap((variant) => variant[axis] || []))]
}

/** Returns the address of a product in a variant; the plain one for a product with only one. */
export function variantHref(
  product: Pick<ProductDetailData, 'id' | 'variants'>,
  variant: Pick<VariantData, 'id'> | undefined,
): string {
  const path = `/product/${product.id}`
  return variant && product.variants.length > 1 ? `${path}?variant=${variant.id}` : path
}
