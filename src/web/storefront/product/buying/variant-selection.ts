import type { VariantData, ProductDetailData } from '#features/catalogue/catalog/contract.ts'

/**
 * A property in which variants of a product differ. `title` is used if size, colour and material do not distinguish
 * them.
 */
export type VariantAxis = 'size' | 'color' | 'material' | 'title'

/**
 * A value of an axis. `isSoldOut`: with the other selected values it is out of stock. `isElsewhere`: with the other
 * selected values there is no such variant, so selecting it changes them as well.
 */
export type VariantOption = Readonly<{
  value: string
  isChosen: boolean
  isSoldOut: boolean
  isElsewhere: boolean
}>

/** All values of an axis; a single value is shown but cannot be selected. */
export type VariantPicker = Readonly<{ axis: VariantAxis; legend: string; options: readonly VariantOption[] }>

const NAMED_AXES = ['size', 'color', 'material'] as const
const AXIS_LABELS = { size: 'Size', color: 'Color', material: 'Material', title: 'Option' } as const

/**
 * Returns the variant that a page starts with; undefined without variants. It is the one in the address, else the one
 * whose price listings show: the cheapest in stock, or the cheapest if all are sold out; of equal ones the first.
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
 * Returns the variant after selecting `value` on one axis. Of those with the value, it is the one that preserves most
 * other selected values; of equal ones, the first in stock. Undefined if no variant has the value.
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

/** Returns the address of a product in a variant; without the variant if the product has only one. */
export function variantHref(
  product: Pick<ProductDetailData, 'id' | 'variants'>,
  variant: Pick<VariantData, 'id'> | undefined,
): string {
  const path = `/product/${product.id}`
  return variant && product.variants.length > 1 ? `${path}?variant=${variant.id}` : path
}
