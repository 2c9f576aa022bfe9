import { readMeasure } from '../read/cells.ts'
import { readLength } from '../map/jewellery-facts.ts'
import type { FeedFacts } from '../map/feed-product.ts'
import type { WooRow } from './woo-rows.ts'

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lb: 453.592_37, lbs: 453.592_37, oz: 28.349_523_125 }

/** The row's weight in grams, by the unit of its column (kilograms when it names none); null when it says none. */
export function readGrams(row: WooRow): number | null {
  return readMeasure(row.weight ?? '', GRAMS[row.weightUnit ?? 'kg'] ?? 1_000)
}

/** The row's lengths in millimetres, by the unit of its columns (centimetres when they name none), those that it says. */
export function readLengths(row: WooRow): Partial<Pick<FeedFacts, 'lengthMm' | 'widthMm' | 'heightMm'>> {
  const unit = row.lengthUnit ?? 'cm'
  const read = { lengthMm: row.length, widthMm: row.width, heightMm: row.height }
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, text]) => {
      const length = readLength(text ?? '', unit)
      return length === null ? [] : [[name, length]]
    }),
  )
}
