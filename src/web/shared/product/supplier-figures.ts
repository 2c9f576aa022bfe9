import type { StatedFiguresData } from '#features/catalogue/suppliers/contract.ts'
import { type FactRow, factRow, plainNumber } from './fact-row.ts'

/** What the supplier has stated of itself, one row each (PDP-33 to PDP-38); what it has not stated has no row. */
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
