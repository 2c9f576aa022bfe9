import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

type State = AnswerTo<'GET /operator/orders'>['orders'][number]['state']

const STATES: Readonly<Record<State, Readonly<{ label: string; tone: StatusTone }>>> = {
  draft: { label: 'Draft', tone: 'plain' },
  awaiting_payment: { label: 'Not paid', tone: 'wait' },
  expired: { label: 'Expired', tone: 'plain' },
  paid_hold: { label: 'Free cancellation', tone: 'plain' },
  submitted: { label: 'With the supplier', tone: 'wait' },
  accepted: { label: 'To ship', tone: 'do' },
  rejected: { label: 'Rejected', tone: 'plain' },
  in_progress: { label: 'Partly shipped', tone: 'do' },
  shipped: { label: 'In transit', tone: 'good' },
  delivered: { label: 'Delivered', tone: 'good' },
  completed: { label: 'Completed', tone: 'plain' },
  in_case: { label: 'Case open', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'plain' },
  cancel_requested: { label: 'Cancellation requested', tone: 'wait' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

/** Returns the label and tone of an order's state for operators. */
export function getOrderState(state: State): Readonly<{ label: string; tone: StatusTone }> {
  return STATES[state]
}

const EVENTS: Readonly<Record<string, string>> = {
  place: 'Order placed',
  pay: 'Payment received',
  submit: 'Sent to the supplier',
  accept: 'Accepted by the supplier',
  reject: 'Order rejected',
  reject_lines: 'Some items rejected',
  cancel_lines: 'Some items cancelled by the customer',
  escalate: 'No response for a day',
  miss_promise: 'The ship-by date passed',
  pack: 'Parcel added',
  unpack: 'Label refunded, items to ship again',
  ship: 'All items shipped',
  deliver: 'Delivered',
  wait: 'The carrier reports it as still on its way',
  complete: 'Completed, the earnings are available',
  ask_cancel: 'Cancellation requested',
  keep: 'Cancellation request declined or withdrawn',
  cancel: 'Order cancelled and refunded',
  cancel_rest: 'Remaining items cancelled and refunded',
  open_case: 'Case opened, the earnings are on hold',
  close_case: 'Case closed',
  refund_case: 'Case closed with a full refund',
  expire: 'Not paid in time',
}

/** Describes an event of an order for operators. */
export function describeEvent(event: string): string {
  return EVENTS[event] ?? event
}

const ACTORS: Readonly<Record<string, string>> = {
  payment: 'Payment provider',
  timer: 'Automatic',
  setting: 'Automatic, by the supplier’s settings',
  carrier: 'Carrier',
  shopper: 'Buyer',
  vendor: 'Vendor',
  store: 'Connected store',
  supplier: 'Supplier',
  operator: 'Operator',
}

/** Returns the cause of an event for operators. */
export function describeActor(actor: string): string {
  return ACTORS[actor] ?? actor
}

/** The transitions of an order by an operator, by the names of calls, with their effects. */
export const MOVES = {
  submit: {
    label: 'Send to supplier now',
    text: 'This ends the free cancellation period and notifies the supplier.',
  },
  reject: {
    label: 'Reject the order',
    text: 'The buyer gets a full refund, and the supplier earns nothing.',
  },
  cancel: {
    label: 'Cancel the order',
    text: 'The buyer gets a full refund, and the supplier earns nothing.',
  },
  cancel_rest: {
    label: 'Cancel what isn’t shipped',
    text: 'We refund the buyer for the items that haven’t shipped.',
  },
  keep: {
    label: 'Decline the cancellation',
    text: 'We close the request, and the order continues.',
  },
  deliver: { label: 'Mark as delivered', text: 'The period for reporting problems starts now.' },
  complete: { label: 'Complete the order', text: 'The supplier’s earnings become available immediately.' },
} as const

export type Move = keyof typeof MOVES
