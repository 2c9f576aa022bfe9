import { formatAddressLines } from '../parcels/recipient.ts'
import type { ChangeData } from '../shapes.ts'
import type { SupplierOrderLine } from '../views/purchase-queries.ts'
import type { ChangeRequest } from './change-queries.ts'

/** Returns a change as its supplier and its vendor see it. */
export function toChangeView(change: ChangeRequest, lines: readonly SupplierOrderLine[]): ChangeData {
  const { id, kind, requestedBy, state, reason, requestedAt, answeredAt } = change
  return {
    id,
    kind,
    requestedBy,
    state,
    reason,
    requestedAt: requestedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    address:
      change.kind === 'recipient'
        ? [
            `${change.content.firstName} ${change.content.lastName}`.trim(),
            ...formatAddressLines({ ...change.content, shippingMethod: 'ship' }),
          ]
        : [],
    items:
      change.kind === 'units'
        ? change.content.map(({ lineId, quantity }) => ({
            title: lines.find((line) => line.id === lineId)?.title ?? '',
            quantity,
          }))
        : [],
  }
}
