import { readMeasure } from '../read/cells.ts'
import { readLength } from '../map/jewellery-facts.ts'
import type { FeedFacts } from '../map/feed-product.ts'
import type { WooRow } from './woo-rows.ts'

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lb: 453.592_37, lbs: 453.592_37, oz: 28.349_523_125 }

/** Returns a row's weight in grams, by its column's unit (kilograms by default); null without weight. */
export function readGrams(row: WooRow): number | null {
  return readMeasure(row.weight ?? '', GRAMS[row.weightUnit ?? 'kg'] ?? 1_000)
}

/** Returns a row's known lengths in millimetres, by its columns' unit (centimetres by default). */
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
