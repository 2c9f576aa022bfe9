import type { Queryable } from '#database/database.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import { findReturnLabel, type Label } from '#features/sales/orders/service.ts'
import { toDecimal } from '#core/money.ts'
import type { Case } from '../case-queries.ts'
import type { CaseReturnData, CaseSide } from '../shapes.ts'
import { getReadyFile, mayHaveLabel } from './return-labels.ts'
import { findReturn } from './return-queries.ts'

/** Returns a case's return as that side sees it; null where no return was agreed. */
export async function buildReturnView(
  db: Queryable,
  found: Pick<Case, 'id' | 'state'>,
  { side, sellsLabels }: Readonly<{ side: CaseSide; sellsLabels: boolean }>,
): Promise<CaseReturnData | null> {
  const agreed = await findReturn(db, found.id)
  if (!agreed) return null
  const label = await findReturnLabel(db, found.id)
  const hasLabel = label !== undefined && label.state !== 'failed'
  const isParty = side === 'buyer' || side === 'supplier'
  return {
    warehouse: agreed.warehouse,
    paidBy: agreed.paidBy,
    address: agreed.address,
    instructions: agreed.instructions,
    label: label && hasLabel ? toLabelView(label) : null,
    canGetLabel: sellsLabels && isParty && !hasLabel && mayHaveLabel(found, agreed, side),
    labelProblem: side === 'buyer' || hasLabel ? null : (label?.failure ?? agreed.labelProblem),
  }
}

function toLabelView(label: Label): NonNullable<CaseReturnData['label']> {
  const { carrier, carrierService, trackingNumber, amount, currency, chargedTo } = label
  return {
    isReady: getReadyFile(label) !== undefined,
    carrier: carrier === null || carrier === 'other' ? '' : carrierTitle(carrier),
    service: carrierService,
    trackingNumber,
    cost: amount === null ? null : toDecimal(amount, currency ?? undefined),
    currency,
    chargedTo: chargedTo ?? 'supplier',
  }
}
