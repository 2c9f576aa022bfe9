import { formatAddressLines } from '../parcels/recipient.ts'
import type { ChangeData } from '../shapes.ts'
import type { SupplierOrderLine } from '../views/purchase-queries.ts'
import type { ChangeRequest } from './change-queries.ts'
import type { Recipient } from './recipient-rules.ts'

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
    address: change.kind === 'recipient' ? formatRecipient(change.content) : [],
    items:
      change.kind === 'units'
        ? change.content.map(({ lineId, quantity }) => ({
            title: lines.find((line) => line.id === lineId)?.title ?? '',
            quantity,
          }))
        : [],
  }
}

/** Returns the lines of a recipient's name and address. */
export function formatRecipient(recipient: Recipient): string[] {
  const name = `${recipient.firstName} ${recipient.lastName}`.trim()
  return [name, ...formatAddressLines({ ...recipient, shippingMethod: 'ship' })]
}
