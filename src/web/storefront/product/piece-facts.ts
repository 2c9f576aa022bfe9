import type { ProductDetailData } from '#features/catalog/contract.ts'

/** One line of a table of facts, as shown. */
export type FactRow = Readonly<{ name: string; value: string }>

/** What is known of a piece, one row each; what is not known has no row. Weights in grams, measures in millimetres. */
export function pieceFacts(facts: ProductDetailData['facts'], sku: string): readonly FactRow[] {
  return [
    row('Metal', facts.metal),
    row('Purity', facts.purity),
    row('Plating', facts.plating),
    row('Stones', facts.stones),
    row('Ring sizes', facts.sizeStandard),
    row('Measures', measures(facts)),
    row('Weight', facts.weightGrams === null ? null : `${plain(facts.weightGrams)} g`),
    row('SKU', sku),
  ].filter((fact) => fact !== undefined)
}

/** How ring sizes are to be read; undefined for what is not worn on a finger. */
export function ringSizeNote(category: string, sizeStandard: string | null): string | undefined {
  if (category !== 'Rings') return undefined
  const standard = sizeStandard ? `Sizes follow the ${sizeStandard} standard. ` : ''
  return `${standard}Between two sizes? Take the larger one, and measure in the evening, when fingers are widest.`
}

/** What the supplier has stated of itself, one row each (PDP-33 to PDP-38); what it has not stated has no row. */
export function statedFigures(stated: ProductDetailData['manufacturer']['stated']): readonly FactRow[] {
  return [
    row('Store rating', stated.storeRating === null ? null : `${plain(stated.storeRating)}/5`),
    row(
      'On-time delivery',
      stated.onTimeDeliveryPercent === null ? null : `${plain(stated.onTimeDeliveryPercent)}%`,
    ),
    row('Response time', stated.responseTime),
    row('Online revenue', stated.onlineRevenue),
    row('Main market', stated.mainMarket),
    row('Collab suppliers', stated.collabSuppliers === null ? null : plain(stated.collabSuppliers)),
  ].filter((fact) => fact !== undefined)
}

function row(name: string, value: string | null): FactRow | undefined {
  return value ? { name, value } : undefined
}

function measures(facts: ProductDetailData['facts']): string | null {
  const sides = [facts.lengthMm, facts.widthMm, facts.heightMm].filter((side) => side !== null)
  return sides.length === 0 ? null : `${sides.map(plain).join(' × ')} mm`
}

/** At most two decimals, and none that say nothing. */
function plain(value: number): string {
  return String(Math.round(value * 100) / 100)
}
