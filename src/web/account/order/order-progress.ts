import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'

/** One step of an order's way: behind it, where it stands, ahead of it, or where it ended. */
export type ProgressStep = Readonly<{
  label: string
  state: 'done' | 'current' | 'ahead' | 'ended'
  at?: string
}>

type Method = TrackedOrderData['shippingMethod']
type Status = TrackedOrderData['status']
type SupplierState = TrackedOrderData['supplierOrders'][number]['state']

/** The steps of an order as far as the shop really knows them (ISO times where there are any). */
export function progressSteps(
  order: Pick<TrackedOrderData, 'status' | 'placedAt' | 'paidAt' | 'shippingMethod'>,
): readonly ProgressStep[] {
  const { status } = order
  const placed: ProgressStep = { label: 'Placed', state: 'done', at: order.placedAt }
  if (status === 'expired') return [placed, { label: 'Expired unpaid', state: 'ended' }]
  if (status === 'awaiting_payment') {
    return [
      placed,
      { label: 'Waiting for payment', state: 'current' },
      { label: 'With the supplier', state: 'ahead' },
    ]
  }
  const paid: ProgressStep = {
    label: 'Paid',
    state: 'done',
    ...(order.paidAt ? { at: order.paidAt } : {}),
  }
  if (status === 'cancelled') return [placed, paid, { label: 'Cancelled', state: 'ended' }]
  const way = WAYS[order.shippingMethod]
  const sent: readonly ProgressStep[] = [placed, paid, ...way.slice(0, 2).map(done)]
  if (status === 'in_case') return [...sent, { label: STATUS_TEXTS.in_case, state: 'current' }]
  if (status === 'refunded') return [...sent, done(STATUS_TEXTS.refunded)]
  return [placed, paid, ...way.map((label, index) => ({ label, state: stateAt(index, REACHED[status]) }))]
}

function done(label: string): ProgressStep {
  return { label, state: 'done' }
}

const WAYS = {
  ship: ['With the supplier', 'On its way', 'Delivered'],
  pickup: ['With the supplier', 'Ready to collect', 'Collected'],
} as const

/** At which place of the way an order stands. */
const REACHED: Readonly<
  Record<Exclude<Status, 'expired' | 'awaiting_payment' | 'cancelled' | 'in_case' | 'refunded'>, number>
> = {
  paid: 0,
  partly_shipped: 0,
  shipped: 1,
  delivered: WAYS.ship.length,
  completed: WAYS.ship.length,
}

function stateAt(index: number, reached: number): ProgressStep['state'] {
  if (index === reached) return 'current'
  return index < reached ? 'done' : 'ahead'
}

const STATUS_TEXTS: Readonly<Record<Status | SupplierState, string>> = {
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
  in_case: 'Being looked into',
  refunded: 'Refunded',
  cancel_requested: 'Cancellation asked for',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** The same where its buyer collects it. */
const COLLECTED_TEXTS: Readonly<Partial<typeof STATUS_TEXTS>> = {
  in_progress: 'Partly ready to collect',
  partly_shipped: 'Partly ready to collect',
  shipped: 'Ready to collect',
  delivered: 'Collected',
}

/** How an order or a supplier's part of it stands, in words; those of sending where the method is not known. */
export function statusText(status: Status | SupplierState, method: Method = 'ship'): string {
  return (method === 'pickup' && COLLECTED_TEXTS[status]) || STATUS_TEXTS[status]
}

const WRONG: readonly (Status | SupplierState)[] = ['expired', 'rejected', 'cancelled']
const NEITHER: readonly (Status | SupplierState)[] = [
  'draft',
  'awaiting_payment',
  'in_case',
  'refunded',
  'cancel_requested',
]

/** How the state is coloured: good, wrong, or neither. */
export function statusTone(status: Status | SupplierState): 'accent' | 'danger' | 'plain' {
  if (WRONG.includes(status)) return 'danger'
  return NEITHER.includes(status) ? 'plain' : 'accent'
}
