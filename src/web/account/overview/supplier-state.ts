import type { SuppliersOrderData } from '#features/sales/orders/contract.ts'

type State = SuppliersOrderData['state']

const LABELS: Readonly<Record<State, string>> = {
  draft: 'Draft',
  awaiting_payment: 'Unpaid',
  paid_hold: 'On hold',
  submitted: 'New',
  accepted: 'To ship',
  rejected: 'Rejected',
  in_progress: 'Partly shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  in_case: 'In a case',
  refunded: 'Refunded',
  cancel_requested: 'Cancellation requested',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** Returns the status of a supplier order as its supplier reads it. */
export function supplierStateLabel(state: State): string {
  return LABELS[state]
}

const ENDED: readonly State[] = ['rejected', 'cancelled', 'expired', 'refunded']
const WAITING: readonly State[] = ['submitted', 'accepted', 'in_progress', 'cancel_requested', 'in_case']

/** Returns the tone of that status: accent for what waits for the supplier, danger for what ended without a sale. */
export function supplierStateTone(state: State): 'accent' | 'danger' | 'plain' {
  if (ENDED.includes(state)) return 'danger'
  return WAITING.includes(state) ? 'accent' : 'plain'
}

/** Returns the address that shows a supplier order to its supplier. */
export function supplierOrderHref(id: string): string {
  return `/dashboard?supplierOrder=${encodeURIComponent(id)}`
}
