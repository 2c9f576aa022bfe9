import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { type FactRow, factRow, plainNumber } from '#web/shared/product/fact-row.ts'

/** What is known of a piece, one row each; what is not known has no row. Weights in grams, measures in millimetres. */
export function pieceFacts(facts: ProductDetailData['facts']): readonly FactRow[] {
  return [
    factRow('Metal', facts.metal),
    factRow('Purity', facts.purity),
    factRow('Plating', facts.plating),
    factRow('Stones', facts.stones),
    factRow('Ring sizes', facts.sizeStandard),
    factRow('Measures', measures(facts)),
    factRow('Weight', facts.weightGrams === null ? null : `${plainNumber(facts.weightGrams)} g`),
  ].filter((fact) => fact !== undefined)
}

function measures(facts: ProductDetailData['facts']): string | null {
  const sides = [facts.lengthMm, facts.widthMm, facts.heightMm].filter((side) => side !== null)
  return sides.length === 0 ? null : `${sides.map(plainNumber).join(' × ')} mm`
}
