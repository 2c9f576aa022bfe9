import type { Actor, SupplierOrderState } from '../shapes.ts'

/** The events of a supplier order. */
export type SupplierOrderEvent =
  | 'quote'
  | 'pay'
  | 'expire'
  | 'submit'
  | 'accept'
  | 'reject'
  | 'reject_lines'
  | 'cancel_lines'
  | 'escalate'
  | 'miss_promise'
  | 'pack'
  | 'ship'
  | 'unpack'
  | 'deliver'
  | 'wait'
  | 'complete'
  | 'ask_cancel'
  | 'keep'
  | 'cancel'
  | 'cancel_rest'
  | 'open_case'
  | 'close_case'
  | 'refund_case'

/** The conditions of a transition on an order's units. */
export type Guard = 'nothing_sent' | 'something_sent' | 'units_left' | 'no_units_left'

/**
 * The money that a transition moves, by the postings of the ledger: P1 the payment into escrow, P4 a parcel's worth to
 * the supplier's pending earnings, P4r the same back because the parcel was not sent, P5 pending to available earnings,
 * P7 the rest of the escrow back to the buyer.
 */
export type MoneyMove = 'P1' | 'P4' | 'P4r' | 'P5' | 'P7'

/** A transition of a supplier order: its states, actors, conditions, and money. */
export type OrderTransition = Readonly<{
  from: SupplierOrderState
  event: SupplierOrderEvent
  to: SupplierOrderState
  by: readonly Actor[]
  guard?: Guard
  money?: MoneyMove
}>

// The actor `payment` cancels an order whose payment was charged back.
const BUYER_ACTORS: readonly Actor[] = ['shopper', 'vendor', 'store']
const UNSENT_STATES = ['paid_hold', 'submitted', 'accepted', 'in_progress', 'cancel_requested'] as const

/** All transitions of a supplier order. A state that only a case can change is final. */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = [
  { from: 'draft', event: 'quote', to: 'awaiting_payment', by: ['shopper', 'vendor', 'store'] },
  { from: 'awaiting_payment', event: 'pay', to: 'paid_hold', by: ['payment'], money: 'P1' },
  { from: 'awaiting_payment', event: 'expire', to: 'expired', by: ['timer'] },

  // A vendor may end the hold of an order of their store.
  { from: 'paid_hold', event: 'submit', to: 'submitted', by: ['timer', 'vendor', 'operator'] },
  {
    from: 'paid_hold',
    event: 'cancel',
    to: 'cancelled',
    by: [...BUYER_ACTORS, 'payment', 'operator'],
    money: 'P7',
  },

  // The vendor, or the vendor's store, wants fewer units.
  { from: 'paid_hold', event: 'cancel_lines', to: 'paid_hold', by: ['store', 'vendor'], guard: 'units_left' },

  { from: 'submitted', event: 'accept', to: 'accepted', by: ['supplier', 'setting'] },
  { from: 'submitted', event: 'reject', to: 'rejected', by: ['supplier', 'timer', 'operator'], money: 'P7' },
  { from: 'submitted', event: 'reject_lines', to: 'submitted', by: ['supplier'], guard: 'units_left' },
  { from: 'submitted', event: 'cancel_lines', to: 'submitted', by: ['store', 'vendor'], guard: 'units_left' },
  { from: 'submitted', event: 'escalate', to: 'submitted', by: ['timer'] },
  // Not accepted yet: the buyer may still cancel freely.
  {
    from: 'submitted',
    event: 'cancel',
    to: 'cancelled',
    by: [...BUYER_ACTORS, 'payment', 'timer', 'operator'],
    money: 'P7',
  },

  { from: 'accepted', event: 'reject_lines', to: 'accepted', by: ['supplier'], guard: 'units_left' },
  // The supplier agreed, because the vendor's store wants fewer units.
  { from: 'accepted', event: 'cancel_lines', to: 'accepted', by: ['supplier'], guard: 'units_left' },
  {
    from: 'accepted',
    event: 'cancel',
    to: 'cancelled',
    by: ['supplier', 'payment', 'timer', 'operator'],
    guard: 'nothing_sent',
    money: 'P7',
  },
  { from: 'accepted', event: 'ask_cancel', to: 'cancel_requested', by: BUYER_ACTORS },
  ...createPackTransitions('accepted'),

  ...createPackTransitions('in_progress'),
  ...createUnpackTransitions('in_progress'),
  { from: 'in_progress', event: 'cancel_lines', to: 'in_progress', by: ['supplier'], guard: 'units_left' },
  { from: 'in_progress', event: 'ask_cancel', to: 'cancel_requested', by: BUYER_ACTORS },
  {
    from: 'in_progress',
    event: 'cancel_rest',
    to: 'shipped',
    by: ['supplier', 'payment', 'timer', 'operator'],
    guard: 'something_sent',
    money: 'P7',
  },

  {
    from: 'cancel_requested',
    event: 'cancel',
    to: 'cancelled',
    by: ['supplier', 'payment', 'timer', 'operator'],
    guard: 'nothing_sent',
    money: 'P7',
  },
  {
    from: 'cancel_requested',
    event: 'cancel_rest',
    to: 'shipped',
    by: ['supplier', 'payment', 'timer', 'operator'],
    guard: 'something_sent',
    money: 'P7',
  },
  {
    from: 'cancel_requested',
    event: 'keep',
    to: 'accepted',
    by: [...BUYER_ACTORS, 'supplier', 'operator'],
    guard: 'nothing_sent',
  },
  {
    from: 'cancel_requested',
    event: 'keep',
    to: 'in_progress',
    by: [...BUYER_ACTORS, 'supplier', 'timer', 'operator'],
    guard: 'something_sent',
  },
  // Sending a parcel declines the cancellation request.
  ...createPackTransitions('cancel_requested'),

  {
    from: 'shipped',
    event: 'deliver',
    to: 'delivered',
    // The party that is paid for it does not decide that it has arrived.
    by: ['carrier', ...BUYER_ACTORS, 'timer', 'operator'],
  },
  ...createUnpackTransitions('shipped'),
  // It is due, but its carrier reports that it has not arrived.
  { from: 'shipped', event: 'wait', to: 'shipped', by: ['timer'] },
  { from: 'delivered', event: 'complete', to: 'completed', by: ['timer', 'operator'], money: 'P5' },

  { from: 'shipped', event: 'open_case', to: 'in_case', by: [...BUYER_ACTORS, 'operator'] },
  { from: 'delivered', event: 'open_case', to: 'in_case', by: [...BUYER_ACTORS, 'operator'] },
  // The return period is longer than earnings are pending, so nothing may be left to freeze.
  { from: 'completed', event: 'open_case', to: 'in_case', by: [...BUYER_ACTORS, 'operator'] },
  // A case ends by agreement, by silence, or by a decision; the rest of its frozen money becomes available then.
  {
    from: 'in_case',
    event: 'close_case',
    to: 'completed',
    by: [...BUYER_ACTORS, 'supplier', 'timer', 'operator'],
    money: 'P5',
  },
  {
    from: 'in_case',
    event: 'refund_case',
    to: 'refunded',
    by: [...BUYER_ACTORS, 'supplier', 'timer', 'operator'],
    money: 'P5',
  },

  ...UNSENT_STATES.map((state) => ({
    from: state,
    event: 'miss_promise' as const,
    to: state,
    by: ['timer'] as const,
  })),
]

function createPackTransitions(from: SupplierOrderState): OrderTransition[] {
  const by = ['supplier', 'operator'] as const
  return [
    { from, event: 'pack', to: 'in_progress', by, guard: 'units_left', money: 'P4' },
    { from, event: 'ship', to: 'shipped', by, guard: 'no_units_left', money: 'P4' },
  ]
}

/** Returns the transitions that reverse a parcel that its carrier never received: its units are to be sent again. */
function createUnpackTransitions(from: SupplierOrderState): OrderTransition[] {
  const shared = { from, event: 'unpack', by: ['supplier', 'operator'], money: 'P4r' } as const
  return [
    { ...shared, to: 'accepted', guard: 'nothing_sent' },
    { ...shared, to: 'in_progress', guard: 'something_sent' },
  ]
}

/** Returns whether an actor is the buyer of an order, or acts for the buyer. */
export function isBuyer(actor: Actor): boolean {
  return BUYER_ACTORS.includes(actor)
}

/** The numbers of an order's units in parcels, and of those left to pack. */
export type UnitCounts = Readonly<{ sent: number; left: number }>

/** Returns the state to which `actor` moves an order from `state` by `event`; undefined if not allowed. */
export function findTransition(
  { state, units }: Readonly<{ state: SupplierOrderState; units: UnitCounts }>,
  event: SupplierOrderEvent,
  actor: Actor,
): OrderTransition | undefined {
  return ORDER_TRANSITIONS.find(
    (transition) =>
      transition.from === state &&
      transition.event === event &&
      transition.by.includes(actor) &&
      (transition.guard === undefined || GUARDS[transition.guard](units)),
  )
}

const GUARDS: Readonly<Record<Guard, (units: UnitCounts) => boolean>> = {
  nothing_sent: ({ sent }) => sent === 0,
  something_sent: ({ sent }) => sent > 0,
  units_left: ({ left }) => left > 0,
  no_units_left: ({ left }) => left === 0,
}

/** Returns all events that `actor` may cause to an order in its state. */
export function listPossibleEvents(
  order: Readonly<{ state: SupplierOrderState; units: UnitCounts }>,
  actor: Actor,
): SupplierOrderEvent[] {
  const events = new Set(
    ORDER_TRANSITIONS.filter((transition) => transition.from === order.state).map((step) => step.event),
  )
  return [...events].filter((event) => findTransition(order, event, actor))
}

/** Returns whether nothing can happen to an order in that state, except a new case. */
export function isTerminal(state: SupplierOrderState): boolean {
  return !ORDER_TRANSITIONS.some(
    (transition) => transition.from === state && transition.event !== 'open_case',
  )
}

/** Returns an event's transitions where units don't matter, one for each state that allows it. */
export function listTransitions(
  event: 'pay' | 'expire',
  actor: Actor,
): Readonly<Pick<OrderTransition, 'from' | 'to'>>[] {
  return ORDER_TRANSITIONS.filter(
    (transition) => transition.event === event && transition.by.includes(actor),
  ).map(({ from, to }) => ({
    from,
    to,
  }))
}

/** Returns the default reason of an order's refund, as a message. */
export function explainRefund(event: SupplierOrderEvent): string {
  if (event === 'reject' || event === 'reject_lines') return 'Not sent by the supplier'
  return event === 'cancel_rest' ? 'The rest was cancelled' : 'The order was cancelled'
}
