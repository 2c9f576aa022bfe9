import type { ReactNode } from 'react'
import type { VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { useOrderAction } from './use-order-action.ts'

type PracticeAction = 'accept' | 'ship' | 'deliver' | 'reject' | 'agree' | 'decline'

const PRACTICE_ACTIONS: Partial<
  Record<VendorSupplierOrderData['state'], readonly (readonly [PracticeAction, string])[]>
> = {
  submitted: [
    ['accept', 'Accept as the supplier'],
    ['reject', 'Reject as the supplier'],
  ],
  accepted: [['ship', 'Ship as the supplier']],
  in_progress: [['ship', 'Ship as the supplier']],
  shipped: [['deliver', 'Deliver the parcel']],
}

const CHANGE_ANSWERS: readonly (readonly [PracticeAction, string])[] = [
  ['agree', 'Agree to the change'],
  ['decline', 'Decline the change'],
]

/** Renders the buttons that act as the supplier of a practice order. */
export function PracticeActions({ supplierOrder }: { supplierOrder: VendorSupplierOrderData }): ReactNode {
  const action = useOrderAction()
  const isRequested = supplierOrder.changes.some(({ state }) => state === 'open')
  const actions = [...(isRequested ? CHANGE_ANSWERS : []), ...(PRACTICE_ACTIONS[supplierOrder.state] ?? [])]
  if (actions.length === 0) return null
  return (
    <div
      role="group"
      aria-label="Practice supplier"
      className="flex flex-wrap items-center gap-2 rounded-md bg-mist p-3"
    >
      <p className="text-xs text-ink-soft">This is a practice order. Act as the supplier:</p>
      {actions.map(([name, label]) => (
        <Action
          key={name}
          isSmall
          busy={action.isPending}
          onClick={() =>
            action.mutate(() =>
              call('POST /vendor/supplier-orders/{id}/practice/{action}', {
                params: { id: supplierOrder.id, action: name },
              }),
            )
          }
        >
          {label}
        </Action>
      ))}
    </div>
  )
}
