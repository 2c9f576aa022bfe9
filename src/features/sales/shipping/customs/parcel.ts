import { createHash } from 'node:crypto'
import type { ShippableUnits } from '#features/catalogue/catalog/service.ts'
import type { Shipment } from '../port.ts'

/** The measures of a parcel, in grams and millimetres. */
export type Measures = Pick<Shipment, 'weightGrams' | 'lengthMm' | 'widthMm' | 'heightMm'>

/** The parcel quoted when the items' weights are unknown: 2 kg, 25 × 20 × 15 cm (API-21, API-22). */
export const STANDARD_PARCEL: Measures = { weightGrams: 2_000, lengthMm: 250, widthMm: 200, heightMm: 150 }

/** The box of each item, with its margin on each side; items of unknown measures get the box of a ring. */
const BOX = { weightGrams: 80, marginMm: 10, lengthMm: 90, widthMm: 90, heightMm: 45 } as const
/** The carton around the boxes: its empty weight, and its minimum measures. */
const CARTON = { weightGrams: 120, marginMm: 10, lengthMm: 200, widthMm: 150, heightMm: 60 } as const

/**
 * Returns the carton that holds these items, each boxed; undefined if a weight is unknown. The carton is as long and
 * wide as its largest box, and high enough for all of them.
 */
export function packParcel(products: readonly ShippableUnits[]): Measures | undefined {
  const weights = products.flatMap(({ weightGrams, quantity }) => (weightGrams ? weightGrams * quantity : []))
  if (products.length === 0 || weights.length < products.length) return undefined
  const boxes = products.map((product) => ({ ...packBox(product), quantity: product.quantity }))
  const count = sum(boxes.map(({ quantity }) => quantity))
  const lengthMm = Math.max(CARTON.lengthMm, ...boxes.map((box) => box.lengthMm))
  const widthMm = Math.max(CARTON.widthMm, ...boxes.map((box) => box.widthMm))
  const volume = sum(boxes.map((box) => box.lengthMm * box.widthMm * box.heightMm * box.quantity))
  const heightMm = Math.max(
    CARTON.heightMm,
    Math.ceil(volume / (lengthMm * widthMm)),
    ...boxes.map((box) => box.heightMm),
  )
  const margin = 2 * CARTON.marginMm
  return {
    weightGrams: Math.ceil(sum(weights) + count * BOX.weightGrams + CARTON.weightGrams),
    lengthMm: lengthMm + margin,
    widthMm: widthMm + margin,
    heightMm: heightMm + margin,
  }
}

/**
 * The weight of an item whose product is gone: heavy for jewellery, because carriers surcharge parcels that are heavier
 * than declared.
 */
const UNKNOWN_GRAMS = 500

/** Returns the parcel of sold items; items without a weight count with their category's typical weight. */
export function packLabelParcel(
  products: readonly (ShippableUnits & Readonly<{ typicalGrams: number | null }>)[],
): Measures {
  const weighed = products.map((product) => ({
    ...product,
    weightGrams: product.weightGrams || product.typicalGrams || UNKNOWN_GRAMS,
  }))
  return packParcel(weighed) ?? STANDARD_PARCEL
}

/** Returns the box of an item, lying flat, with its sides sorted, because length and width are interchangeable. */
function packBox({ lengthMm, widthMm, heightMm }: ShippableUnits) {
  const sides = [lengthMm, widthMm, heightMm].filter((side) => side !== null)
  if (sides.length < 3) return BOX
  const [longest = 0, middle = 0, shortest = 0] = sides
    .map((side) => Math.ceil(side) + 2 * BOX.marginMm)
    .toSorted((a, b) => b - a)
  return { lengthMm: longest, widthMm: middle, heightMm: shortest }
}

/** A quantity of an item, by public ids; without a variant it means the first one. */
export type RequestedProduct = Readonly<{ productId: string; variantId: string | null; quantity: number }>

/** Returns a digest of items and quantities, independent of their order and their split into lines. */
export function hashContents(requested: readonly RequestedProduct[]): string {
  const counts = new Map<string, number>()
  for (const { productId, variantId, quantity } of requested) {
    const key = `${productId}/${variantId ?? ''}`
    counts.set(key, (counts.get(key) ?? 0) + quantity)
  }
  const lines = [...counts].map(([key, count]) => `${key}×${count}`).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
