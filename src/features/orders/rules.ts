/** Where a supplier order can be in its life. */
export type SupplierOrderState = 'awaiting_payment' | 'paid_hold' | 'expired'

/** What can happen to a supplier order. */
export type SupplierOrderEvent = 'pay' | 'expire'

/** Who may cause something. */
export type Actor = 'payment' | 'timer'

/** A step in the life of a supplier order. */
export type Transition = Readonly<{ from: SupplierOrderState; to: SupplierOrderState }>

type Step = Transition & Readonly<{ event: SupplierOrderEvent; by: readonly Actor[] }>

/** The whole life of a supplier order: what leads from where to where, and who may cause it. */
const LIFE: readonly Step[] = [
  { from: 'awaiting_payment', event: 'pay', to: 'paid_hold', by: ['payment'] },
  { from: 'awaiting_payment', event: 'expire', to: 'expired', by: ['timer'] },
]

/** The steps that `event` takes when `actor` causes it, one for each state in which it may happen. */
export function transitionsOf(event: SupplierOrderEvent, actor: Actor): Transition[] {
  return LIFE.filter((step) => step.event === event && step.by.includes(actor))
}

/** How a purchase stands, derived from its supplier orders. */
export type PurchaseStatus = 'awaiting_payment' | 'paid' | 'expired'

/** Paid as soon as one part is, expired when all parts are. */
export function purchaseStatus(states: readonly SupplierOrderState[]): PurchaseStatus {
  if (states.includes('paid_hold')) return 'paid'
  if (states.includes('awaiting_payment')) return 'awaiting_payment'
  return 'expired'
}

/**
 * How many pieces unpaid orders may hold at once: of one e-mail address what a small dealer orders, of one network
 * address three times as much, for a whole office or half a mobile network may stand behind it.
 */
export function mostHeld(factor: number): Readonly<{ byEmail: number; byClient: number }> {
  const byEmail = Math.max(1, Math.floor(200 * factor))
  return { byEmail, byClient: 3 * byEmail }
}
