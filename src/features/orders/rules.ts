/** Where a supplier order can be in its life. */
export type SupplierOrderState = 'awaiting_payment' | 'paid_hold' | 'expired'

/** What can happen to a supplier order. */
export type SupplierOrderEvent = 'pay' | 'expire'

/** Who may cause something. */
export type Actor = 'payment' | 'timer'

type Transition = Readonly<{ to: SupplierOrderState; by: readonly Actor[] }>

/** The whole life of a supplier order: state → event → where to, and who may cause it. */
const LIFE: Readonly<Record<SupplierOrderState, Partial<Record<SupplierOrderEvent, Transition>>>> = {
  awaiting_payment: {
    pay: { to: 'paid_hold', by: ['payment'] },
    expire: { to: 'expired', by: ['timer'] },
  },
  paid_hold: {},
  expired: {},
}

/** Where `event` leads from `state` when `actor` causes it; undefined when it may not happen. */
export function nextState(
  state: SupplierOrderState,
  event: SupplierOrderEvent,
  actor: Actor,
): SupplierOrderState | undefined {
  const transition = LIFE[state][event]
  return transition?.by.includes(actor) ? transition.to : undefined
}

/** How a purchase stands, derived from its supplier orders. */
export type PurchaseStatus = 'awaiting_payment' | 'paid' | 'expired'

/** Paid as soon as one part is, expired when all parts are. */
export function purchaseStatus(states: readonly SupplierOrderState[]): PurchaseStatus {
  if (states.includes('paid_hold')) return 'paid'
  if (states.includes('awaiting_payment')) return 'awaiting_payment'
  return 'expired'
}
