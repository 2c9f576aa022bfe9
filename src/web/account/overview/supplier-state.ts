import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'

type SupplierOrderState = SupplierOrderViewData['state']

const LABELS: Readonly<Record<SupplierOrderState, string>> = {
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
export function supplierStateLabel(state: SupplierOrderState): string {
  return LABELS[state]
}

const FAILED_STATES: readonly SupplierOrderState[] = ['rejected', 'cancelled', 'expired', 'refunded']
const OPEN_STATES: readonly SupplierOrderState[] = [
  'submitted',
  'accepted',
  'in_progress',
  'cancel_requested',
  'in_case',
]

/** Returns the tone of that status: accent for what waits for the supplier, danger for what ended without a sale. */
export function supplierStateTone(state: SupplierOrderState): 'accent' | 'danger' | 'plain' {
  if (FAILED_STATES.includes(state)) return 'danger'
  return OPEN_STATES.includes(state) ? 'accent' : 'plain'
}

/** Returns the address that shows a supplier order to its supplier. */
export function supplierOrderHref(id: string): string {
  return `/dashboard?supplierOrder=${encodeURIComponent(id)}`
}
