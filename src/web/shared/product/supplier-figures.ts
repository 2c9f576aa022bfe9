import type { ReliabilityData, StatedFiguresData } from '#features/catalogue/suppliers/contract.ts'
import { type FactRow, factRow, plainNumber } from './fact-row.ts'

/** Returns the figures that a supplier stated, one row each (PDP-33 to PDP-38); unstated ones have no row. */
export function supplierFigures(stated: StatedFiguresData): readonly FactRow[] {
  return [
    factRow('Store rating', stated.storeRating === null ? null : `${plainNumber(stated.storeRating)}/5`),
    factRow(
      'On-time delivery',
      stated.onTimeDeliveryPercent === null ? null : `${plainNumber(stated.onTimeDeliveryPercent)}%`,
    ),
    factRow('Response time', stated.responseTime),
    factRow('Online revenue', stated.onlineRevenue),
    factRow('Main market', stated.mainMarket),
    factRow('Collab suppliers', stated.collabSuppliers === null ? null : plainNumber(stated.collabSuppliers)),
  ].filter((fact) => fact !== undefined)
}

/** Returns the marketplace's figures of a supplier, one row each (PDP-39); none if it has too few orders. */
export function reliabilityFigures(reliability: ReliabilityData): readonly FactRow[] {
  if (!reliability) return []
  const { storeRating, onTimeDeliveryPercent, onTimeShippingPercent, answerMinutes } = reliability
  const percent = (value: number | null) => (value === null ? null : `${plainNumber(value)}%`)
  return [
    factRow('Store rating', storeRating === null ? null : `${plainNumber(storeRating)}/5`),
    factRow('On-time delivery', percent(onTimeDeliveryPercent)),
    factRow('Shipped on time', percent(onTimeShippingPercent)),
    factRow('Response time', answerMinutes === null ? null : formatAnswerTime(answerMinutes)),
  ].filter((fact) => fact !== undefined)
}

/** Returns a time such as `1h or less`, `5h or less` or `2 days`. */
function formatAnswerTime(minutes: number): string {
  const hours = Math.max(1, Math.ceil(minutes / 60))
  return hours <= 36 ? `${hours}h or less` : `${Math.ceil(hours / 24)} days`
}
