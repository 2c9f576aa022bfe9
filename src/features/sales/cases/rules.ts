import type { Deadlines } from '#core/deadlines.ts'
import { DAY, addMs } from '#core/time.ts'
import {
  CASE_EVENTS,
  CASE_REASONS,
  type CaseEvent,
  type CaseKind,
  type CaseSide,
  type CaseState,
} from './shapes.ts'

/** The time limits of a case besides the deadlines of its order (`core/deadlines.ts`), in milliseconds. */
export const CASE_TIMING = {
  /** The least time that operators have, however late it becomes their turn. */
  operator_turn: 7 * DAY,
  /** How long before the end of a case the operator whose turn it is gets reminders. */
  reminders: [10 * DAY, 3 * DAY, DAY],
  /** How long after its delivery date an order that did not arrive may be reported. */
  notDelivered: 20 * DAY,
  /** How long after it was marked as sent a parcel that its carrier has not received can be reported. */
  unseen: 7 * DAY,
} as const

/**
 * The target of a transition. `agreed` is a proposal or decision that was accepted: it pays at once or waits for the
 * goods; `settled` pays; `closed` pays nothing.
 */
export type CaseTransitionTarget = CaseState | 'agreed' | 'settled' | 'stays'

/**
 * The status of a case: whose turn it is, and the state of its return: whether goods were sent back, whether there is a
 * return address, and whether an earlier case was settled.
 */
export type CaseStatus = Readonly<{
  state: CaseState
  isSentBack: boolean
  isFollowUp: boolean
  hasReturnAddress: boolean
}>

/**
 * A transition of a case: its states, and who may cause it. `isSentBack`, `isFollowUp` and `hasReturnAddress` restrict
 * it to cases with, or without, that property.
 */
export type CaseTransition = Readonly<{
  from: readonly CaseState[]
  event: Exclude<CaseEvent, 'open'>
  by: readonly CaseSide[]
  to: CaseTransitionTarget
  isSentBack?: boolean
  isFollowUp?: boolean
  hasReturnAddress?: boolean
}>

const NEGOTIATION_STATES = ['supplier_turn', 'buyer_turn', 'operator_turn'] as const
const RETURN_STATES = ['awaiting_return', 'returning'] as const

/** All transitions of a case. */
export const CASE_TRANSITIONS: readonly CaseTransition[] = [
  {
    from: [...NEGOTIATION_STATES, ...RETURN_STATES],
    event: 'message',
    by: ['buyer', 'supplier', 'operator'],
    to: 'stays',
  },
  { from: ['supplier_turn'], event: 'propose', by: ['supplier'], to: 'buyer_turn' },
  { from: ['buyer_turn'], event: 'propose', by: ['buyer'], to: 'supplier_turn' },
  { from: ['supplier_turn'], event: 'accept', by: ['supplier'], to: 'agreed' },
  { from: ['buyer_turn'], event: 'accept', by: ['buyer'], to: 'agreed' },
  {
    from: ['supplier_turn', 'buyer_turn'],
    event: 'escalate',
    by: ['buyer', 'supplier'],
    to: 'operator_turn',
  },
  // The returned item is not the one that was sent: an operator has to decide.
  { from: ['returning'], event: 'escalate', by: ['supplier'], to: 'operator_turn' },
  { from: [...NEGOTIATION_STATES, ...RETURN_STATES], event: 'rule', by: ['operator'], to: 'agreed' },
  // A buyer who has sent the goods back can no longer keep them.
  {
    from: [...NEGOTIATION_STATES, 'awaiting_return'],
    event: 'withdraw',
    by: ['buyer'],
    to: 'closed',
    isSentBack: false,
  },
  { from: ['awaiting_return'], event: 'send_back', by: ['buyer', 'carrier'], to: 'returning' },
  // Goods may arrive that their buyer did not report as sent.
  { from: [...RETURN_STATES], event: 'receive_back', by: ['supplier', 'operator'], to: 'settled' },
  { from: ['supplier_turn', 'buyer_turn'], event: 'stand', by: ['timer'], to: 'agreed' },
  {
    from: ['operator_turn'],
    event: 'stand',
    by: ['timer'],
    to: 'agreed',
    isSentBack: false,
    isFollowUp: false,
  },
  // An agreement from before the goods were sent applies to them, whatever was proposed earlier.
  { from: ['operator_turn'], event: 'stand', by: ['timer'], to: 'settled', isSentBack: true },
  // Silence does not override an earlier resolution.
  {
    from: ['operator_turn'],
    event: 'close',
    by: ['timer'],
    to: 'closed',
    isSentBack: false,
    isFollowUp: true,
  },
  { from: ['returning'], event: 'stand', by: ['timer'], to: 'settled' },
  { from: ['awaiting_return'], event: 'lapse', by: ['timer'], to: 'closed', hasReturnAddress: true },
  // Without an address nothing can be sent back: the agreed amount is paid anyway.
  { from: ['awaiting_return'], event: 'stand', by: ['timer'], to: 'settled', hasReturnAddress: false },
]

/** Returns the transition of `event` by that side from that state; undefined where it isn't allowed. */
export function findCaseTransition(
  status: CaseStatus,
  event: CaseEvent,
  side: CaseSide,
): CaseTransition | undefined {
  return listTransitions(status, side).find((transition) => transition.event === event)
}

/** Returns all events that a side may cause now. */
export function listPossibleCaseEvents(status: CaseStatus, side: CaseSide): CaseEvent[] {
  const transitions = listTransitions(status, side)
  return CASE_EVENTS.filter((event) => transitions.some((transition) => transition.event === event))
}

/** Returns the transition caused by a case's timer; undefined if the case is over. */
export function findTimerTransition(status: CaseStatus): CaseTransition | undefined {
  return listTransitions(status, 'timer')[0]
}

function listTransitions(status: CaseStatus, side: CaseSide): CaseTransition[] {
  const { state, isSentBack, isFollowUp, hasReturnAddress } = status
  return CASE_TRANSITIONS.filter(
    (transition) =>
      transition.from.includes(state) &&
      transition.by.includes(side) &&
      (transition.isSentBack ?? isSentBack) === isSentBack &&
      (transition.isFollowUp ?? isFollowUp) === isFollowUp &&
      (transition.hasReturnAddress ?? hasReturnAddress) === hasReturnAddress,
  )
}

/** The timers of a case: a due answer, the final deadline, and the operators' reminder of it. */
export type CaseTimer = 'answer' | 'end' | 'remind'

/** Returns the deadline of the side whose turn it is; undefined without a time limit. */
export function getAnswerDeadline(state: CaseState, deadlines: Deadlines, now: Date): Date | undefined {
  if (state === 'operator_turn' || state === 'closed') return undefined
  return addMs(now, deadlines[ANSWER_DEADLINES[state]] * DAY)
}

const ANSWER_DEADLINES = {
  supplier_turn: 'supplierDays',
  buyer_turn: 'buyerDays',
  awaiting_return: 'returnDays',
  returning: 'arrivalDays',
} as const

/** Returns when operators are reminded next of an undecided case; undefined after the last reminder. */
export function getNextReminder(endsAt: Date, now: Date): Date | undefined {
  return CASE_TIMING.reminders.map((leadTime) => addMs(endsAt, -leadTime)).find((at) => at > now)
}

/** The proposed or decided terms: the refund in cents, and whether the goods are to be sent back first. */
type Terms = Readonly<{ amount: number; withReturn: boolean }>

/**
 * Returns the terms that apply after silence, in cents; null if the case is over. They follow from both sides'
 * proposals and the agreement.
 */
export function getDefaultTerms(
  status: CaseStatus,
  {
    buyer,
    supplier,
    agreedAmount,
  }: Readonly<{ buyer: Terms; supplier: Terms | null; agreedAmount: number | null }>,
): Terms | null {
  switch (findTimerTransition(status)?.to) {
    case 'agreed':
      return (status.state === 'buyer_turn' && supplier) || buyer
    case 'settled':
      return { amount: agreedAmount ?? 0, withReturn: false }
    case undefined:
      return null
    default:
      return { amount: 0, withReturn: false }
  }
}

/** Returns whether the final deadline runs in that state, which is while nothing is agreed. */
export function isInNegotiation(state: CaseState): boolean {
  return NEGOTIATION_STATES.some((negotiationState) => negotiationState === state)
}

/** Returns whether a reason belongs to a kind. */
export function isReasonForKind(kind: CaseKind, reason: string): boolean {
  return CASE_REASONS[kind].some((known) => known === reason)
}

/** Returns when a shipped order can first be reported as not delivered. */
export function getNotDeliveredDate(deliverBy: Date | null): Date | undefined {
  return deliverBy ? addMs(deliverBy, CASE_TIMING.notDelivered) : undefined
}

/**
 * Returns the default refund of what is `left`, in cents. By the policy, shipping is included only if the seller is at
 * fault.
 */
export function getDefaultAmount(
  kind: CaseKind,
  { left, shippingLeft }: Readonly<{ left: number; shippingLeft: number }>,
): number {
  return kind === 'return' && left > shippingLeft ? left - shippingLeft : left
}

/** Returns whether a complaint is only a change of mind; a late delivery never is. */
export function isChangeOfMind(kind: CaseKind, reason: string): boolean {
  return kind === 'return' && reason !== 'arrived_late'
}

/** A sold line, as input of the return rules; amounts in cents. */
type ReturnableLine = Readonly<{
  id: number
  title: string
  unitAmount: number
  shippedQuantity: number
  isReturnable: boolean
}>

/**
 * Returns the titles of items that cannot be returned without a reason, and the largest refund in cents. Without lines
 * all sent items are meant; undefined if all can be returned.
 */
export function assessReturn(
  lines: readonly ReturnableLine[],
  about: readonly Readonly<{ lineId: number; quantity: number }>[],
): Readonly<{ finalSale: readonly string[]; most: number }> | undefined {
  const shippedLines = lines.filter(({ shippedQuantity }) => shippedQuantity > 0)
  if (shippedLines.every(({ isReturnable }) => isReturnable)) return undefined
  const claimedLines = shippedLines.map((line) => {
    const claimedQuantity = about.find(({ lineId }) => lineId === line.id)?.quantity ?? 0
    return { ...line, quantity: about.length === 0 ? line.shippedQuantity : claimedQuantity }
  })
  return {
    finalSale: claimedLines
      .filter((line) => line.quantity > 0 && !line.isReturnable)
      .map(({ title }) => title),
    most: claimedLines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0),
  }
}

/** Units of an order's lines; an empty list means all of them. */
type LineQuantities = readonly Readonly<{ lineId: number; quantity: number }>[]

/**
 * Returns whether a complaint covers only units with an earlier resolved complaint for the same reason. Other units of
 * the same line may still get one.
 */
export function isAlreadyResolved(
  { reason, lines: about }: Readonly<{ reason: string; lines: LineQuantities }>,
  {
    earlier,
    sold,
  }: Readonly<{
    earlier: readonly Readonly<{ reason: string; isSettled: boolean; lines: LineQuantities }>[]
    sold: readonly Pick<ReturnableLine, 'id' | 'shippedQuantity'>[]
  }>,
): boolean {
  const resolvedCases = earlier.filter((each) => each.isSettled && each.reason === reason)
  if (resolvedCases.length === 0) return false
  const getQuantity = (units: LineQuantities, id: number, shipped: number) =>
    units.length === 0 ? shipped : (units.find(({ lineId }) => lineId === id)?.quantity ?? 0)
  return sold.some(({ id, shippedQuantity }) => {
    const claimedQuantity = getQuantity(about, id, shippedQuantity)
    const resolvedQuantity = resolvedCases.reduce(
      (sum, { lines }) => sum + getQuantity(lines, id, shippedQuantity),
      0,
    )
    return claimedQuantity > 0 && resolvedQuantity > 0 && claimedQuantity + resolvedQuantity > shippedQuantity
  })
}
