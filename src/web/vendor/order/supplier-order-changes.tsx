import type { VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { useOrderAction } from './use-order-action.ts'

type Change = VendorSupplierOrderData['changes'][number]

const STATES: Readonly<Record<Change['state'], readonly [label: string, tone: StatusTone]>> = {
  applied: ['Changed', 'good'],
  open: ['Waiting for the supplier', 'wait'],
  accepted: ['Agreed', 'good'],
  declined: ['Declined', 'bad'],
  withdrawn: ['Withdrawn', 'plain'],
}

/** Renders changes by the vendor or in the store after a supplier order was paid, and their outcomes. */
export function SupplierOrderChanges({
  supplierOrder: { id, changes },
}: {
  supplierOrder: VendorSupplierOrderData
}) {
  const action = useOrderAction()
  const can = useCan()
  if (changes.length === 0) return null
  return (
    <section aria-label="Changes after payment">
      <h3 className="text-xs font-semibold text-ink-soft">Changes after payment</h3>
      <ul className="mt-1 flex flex-col gap-2">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {describeChange(change)}
              <span className="block text-xs text-ink-soft">
                {[explainState(change), formatDateTime(change.answeredAt ?? change.requestedAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Status tone={STATES[change.state][1]}>{STATES[change.state][0]}</Status>
            {change.state === 'open' && change.requestedBy === 'vendor' && can('orders:write') && (
              <Action
                isSmall
                busy={action.isPending}
                onClick={() =>
                  action.mutate(() =>
                    call('POST /vendor/supplier-orders/{id}/items/keep', { params: { id } }),
                  )
                }
              >
                Withdraw the request
              </Action>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeChange({ kind, requestedBy, state, address, items }: Change): string {
  if (kind === 'recipient') return `New address in your store: ${address.join(', ')}`
  const isDone = state === 'applied' || state === 'accepted'
  const own = isDone ? 'Cancelled by you' : 'You asked to cancel'
  const label = requestedBy === 'vendor' ? own : 'Removed in your store'
  return `${label}: ${items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}`
}

function explainState({ kind, state, reason }: Change): string {
  if (state === 'declined') {
    const answer = reason === null ? 'The supplier declined it.' : `“${reason}”`
    return kind === 'recipient'
      ? `${answer} It ships to the old address. Let your customer know.`
      : `${answer} The items will ship. Ask your customer to return them.`
  }
  if (state === 'open') return 'The supplier has accepted the order and will decide'
  return kind === 'units' && state !== 'withdrawn' ? 'We refund you for them' : ''
}
