import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'

/** A step of an order's progress: done, current, upcoming, or where the order ended. */
export type ProgressStep = Readonly<{
  label: string
  state: 'done' | 'current' | 'ahead' | 'ended'
  at?: string
}>

type ShippingMethod = TrackedOrderData['shippingMethod']
type OrderStatus = TrackedOrderData['status']
type SupplierOrderState = TrackedOrderData['supplierOrders'][number]['state']

/** Returns the known steps of an order, with ISO times if known. */
export function progressSteps(
  order: Pick<TrackedOrderData, 'status' | 'placedAt' | 'paidAt' | 'shippingMethod'>,
): readonly ProgressStep[] {
  const { status } = order
  const placedStep: ProgressStep = { label: 'Placed', state: 'done', at: order.placedAt }
  if (status === 'expired') return [placedStep, { label: 'Expired unpaid', state: 'ended' }]
  if (status === 'awaiting_payment') {
    return [
      placedStep,
      { label: 'Waiting for payment', state: 'current' },
      { label: 'With the supplier', state: 'ahead' },
    ]
  }
  const paid: ProgressStep = {
    label: 'Paid',
    state: 'done',
    ...(order.paidAt ? { at: order.paidAt } : {}),
  }
  if (status === 'cancelled') return [placedStep, paid, { label: 'Cancelled', state: 'ended' }]
  const steps = STEPS_BY_METHOD[order.shippingMethod]
  const shippedSteps: readonly ProgressStep[] = [placedStep, paid, ...steps.slice(0, 2).map(doneStep)]
  if (status === 'in_case') return [...shippedSteps, { label: STATUS_TEXTS.in_case, state: 'current' }]
  if (status === 'refunded') return [...shippedSteps, doneStep(STATUS_TEXTS.refunded)]
  return [
    placedStep,
    paid,
    ...steps.map((label, index) => ({ label, state: stepStateAt(index, REACHED_STEP[status]) })),
  ]
}

function doneStep(label: string): ProgressStep {
  return { label, state: 'done' }
}

const STEPS_BY_METHOD = {
  ship: ['With the supplier', 'On its way', 'Delivered'],
  pickup: ['With the supplier', 'Ready to collect', 'Collected'],
} as const

/** The number of completed steps by an order's status. */
const REACHED_STEP: Readonly<
  Record<Exclude<OrderStatus, 'expired' | 'awaiting_payment' | 'cancelled' | 'in_case' | 'refunded'>, number>
> = {
  paid: 0,
  partly_shipped: 0,
  shipped: 1,
  delivered: STEPS_BY_METHOD.ship.length,
  completed: STEPS_BY_METHOD.ship.length,
}

function stepStateAt(index: number, reached: number): ProgressStep['state'] {
  if (index === reached) return 'current'
  return index < reached ? 'done' : 'ahead'
}

const STATUS_TEXTS: Readonly<Record<OrderStatus | SupplierOrderState, string>> = {
  draft: 'Not placed yet',
  awaiting_payment: 'Waiting for payment',
  paid: 'Paid',
  paid_hold: 'With the supplier',
  submitted: 'With the supplier',
  accepted: 'Accepted',
  rejected: 'Declined',
  in_progress: 'Partly on its way',
  partly_shipped: 'Partly on its way',
  shipped: 'On its way',
  delivered: 'Delivered',
  completed: 'Completed',
  in_case: 'In review',
  refunded: 'Refunded',
  cancel_requested: 'Cancellation requested',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** The texts that differ for orders with pickup. */
const PICKUP_STATUS_TEXTS: Readonly<Partial<typeof STATUS_TEXTS>> = {
  in_progress: 'Partly ready to collect',
  partly_shipped: 'Partly ready to collect',
  shipped: 'Ready to collect',
  delivered: 'Collected',
}

/** Returns the label of an order's status; without a method, the one for shipping. */
export function statusText(
  status: OrderStatus | SupplierOrderState,
  method: ShippingMethod = 'ship',
): string {
  return (method === 'pickup' && PICKUP_STATUS_TEXTS[status]) || STATUS_TEXTS[status]
}

const FAILED_STATUSES: readonly (OrderStatus | SupplierOrderState)[] = ['expired', 'rejected', 'cancelled']
const NEUTRAL_STATUSES: readonly (OrderStatus | SupplierOrderState)[] = [
  'draft',
  'awaiting_payment',
  'in_case',
  'refunded',
  'cancel_requested',
]

/** Returns the colour of a status: good, bad, or neither. */
export function statusTone(status: OrderStatus | SupplierOrderState): 'accent' | 'danger' | 'plain' {
  if (FAILED_STATUSES.includes(status)) return 'danger'
  return NEUTRAL_STATUSES.includes(status) ? 'plain' : 'accent'
}
