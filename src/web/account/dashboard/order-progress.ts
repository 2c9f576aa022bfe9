import type { TrackedOrderData } from '#features/checkout/contract.ts'

/** One step of an order's way: behind it, where it stands, ahead of it, or where it ended. */
export type ProgressStep = Readonly<{
  label: string
  state: 'done' | 'current' | 'ahead' | 'ended'
  at?: string
}>

type SupplierState = TrackedOrderData['supplierOrders'][number]['state']

/** The steps of an order as far as the shop really knows them (ISO times where there are any). */
export function progressSteps(
  order: Pick<TrackedOrderData, 'status' | 'placedAt' | 'paidAt'>,
): readonly ProgressStep[] {
  const placed: ProgressStep = { label: 'Placed', state: 'done', at: order.placedAt }
  if (order.status === 'expired') return [placed, { label: 'Expired unpaid', state: 'ended' }]
  if (order.status === 'awaiting_payment') {
    return [
      placed,
      { label: 'Waiting for payment', state: 'current' },
      { label: 'With the supplier', state: 'ahead' },
    ]
  }
  return [
    placed,
    { label: 'Paid', state: 'done', ...(order.paidAt ? { at: order.paidAt } : {}) },
    { label: 'With the supplier', state: 'current' },
  ]
}

/** How an order or a supplier's part of it stands, in words. */
export const STATUS_TEXTS: Readonly<Record<TrackedOrderData['status'] | SupplierState, string>> = {
  awaiting_payment: 'Waiting for payment',
  paid: 'Paid',
  paid_hold: 'With the supplier',
  expired: 'Expired',
}

/** How the state is coloured: good, wrong, or neither. */
export function statusTone(
  status: TrackedOrderData['status'] | SupplierState,
): 'accent' | 'danger' | 'plain' {
  if (status === 'paid' || status === 'paid_hold') return 'accent'
  return status === 'awaiting_payment' ? 'plain' : 'danger'
}
