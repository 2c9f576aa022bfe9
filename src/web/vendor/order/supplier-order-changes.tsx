import type { VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'

type Change = VendorSupplierOrderData['changes'][number]

const STATES: Readonly<Record<Change['state'], readonly [label: string, tone: StatusTone]>> = {
  applied: ['Changed', 'good'],
  open: ['Waiting for the supplier', 'wait'],
  accepted: ['Agreed', 'good'],
  declined: ['Declined', 'bad'],
  withdrawn: ['Withdrawn', 'plain'],
}

/** Renders changes in the store after a supplier order was paid, and their outcomes. */
export function SupplierOrderChanges({ changes }: Pick<VendorSupplierOrderData, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-label="Changes in your store">
      <h3 className="text-xs font-semibold text-ink-soft">Changes in your store</h3>
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
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeChange({ kind, address, items }: Change): string {
  if (kind === 'recipient') return `New address: ${address.join(', ')}`
  return `Removed: ${items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}`
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
