import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  findMoney,
  lockOrder,
  type LockedOrder,
  type OrderDeps,
  getRefundableAmount,
  type OrderScope,
  dropReturnLabel,
  findReturnLabel,
} from '#features/sales/orders/service.ts'
import {
  type Case,
  findCaseOrderId,
  findProposal,
  insertEntry,
  lockCase,
  type Terms,
  updateCase,
} from '../case-queries.ts'
import { resetCaseTimers } from '../timers/reset-timers.ts'
import { agreeReturn } from '../returns/agree-return.ts'
import { amountTooHigh } from './open-case.ts'
import { type CaseTransition, findCaseTransition } from '../rules.ts'
import { resolveCase } from './resolve-case.ts'
import { checkMessageLimit, notifyOfMessage } from '../messages/notify-messages.ts'
import type { CaseEvent, CaseSide, CaseState } from '../shapes.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { isSentBy } from '../returns/return-rules.ts'

/** An action of one side in a case; `terms` of a proposal or decision, in cents. */
export type CaseAction = Readonly<{
  event: Exclude<CaseEvent, 'open'>
  text: string
  pictures: readonly string[]
  version?: number | undefined
  terms?: Terms
  byMarketplace?: boolean
  tracking?: string
}>

/** The actor of an action, and the case. */
export type CaseActionContext = Readonly<{
  caseId: string
  side: CaseSide
  scope: OrderScope
  accountId: number | null
  deps: OrderDeps
  now: Date
}>

/**
 * Performs one action in a case, with its timeline, turn, timers, refund and emails. Throws `case_not_found`; refuses
 * with `case_state`, `case_changed`, `more_than_left`, `sent_back_before`, `picture_not_found`, `empty_message` and
 * `too_many_messages`.
 */
export async function performCaseAction(
  db: Database,
  context: CaseActionContext,
  action: CaseAction,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { found, locked } = await lockCaseWithOrder(tx, context)
    if (action.version !== undefined && action.version !== found.version) throw caseChanged()
    await performLockedCaseAction(tx, { ...context, found, locked }, action)
  })
}

/** A case and its order, both locked, and who acts. */
export type LockedCaseContext = CaseActionContext & Readonly<{ found: Case; locked: LockedOrder }>

/** Performs one action in a locked case, as `performCaseAction` does. */
export async function performLockedCaseAction(
  tx: Transaction,
  context: LockedCaseContext,
  action: CaseAction,
): Promise<void> {
  const { found, side, accountId, deps, now } = context
  const transition = findCaseTransition(found, action.event, side)
  if (!transition)
    throw refused('case_state', 'This is no longer possible in this case.', {
      state: found.state,
    })
  if (action.event === 'message' && action.text === '' && action.pictures.length === 0)
    throw refused('empty_message', 'Write a message or add a picture.')
  if (action.event === 'message') await checkMessageLimit(tx, { caseId: found.id, side }, now)
  const { terms } = action
  if (terms) await checkTerms(tx, context, terms)
  const { event, text, pictures } = action
  const entryInput = { caseId: found.id, event, side, accountId, text, pictures, now }
  const entry = await insertEntry(tx, { ...entryInput, ...(terms ? { terms } : {}) })
  if (entry.pictures < new Set(pictures).size)
    throw refused('picture_not_found', 'A picture is missing. Please add it again.')
  await applyTransition(tx, { ...context, step: transition, act: action })
  const { enqueue } = deps
  const notification = { caseId: found.id, side, entryId: entry.id, now }
  await (event === 'message'
    ? notifyOfMessage(tx, notification, enqueue)
    : enqueue(tx, { job: 'cases.mail_news', input: { entryId: entry.id } }))
}

type CaseTransitionContext = LockedCaseContext & Readonly<{ step: CaseTransition; act: CaseAction }>

async function applyTransition(tx: Transaction, context: CaseTransitionContext): Promise<void> {
  const { found, step, act } = context
  switch (step.to) {
    case 'stays':
      return undefined
    case 'agreed':
      return applyAgreement(tx, context, await getAgreedTerms(tx, found, act))
    case 'settled':
      return closeCase(tx, context, found.agreedAmount ?? 0)
    case 'closed':
      return closeCase(tx, context, 0)
    default:
      return moveToState(tx, context, {
        state: step.to,
        ...(act.tracking ? { returnTracking: act.tracking } : {}),
      })
  }
}

/**
 * Returns the agreed terms: the decision, or the proposal of the waiting side, which is the buyer's after an
 * escalation.
 */
async function getAgreedTerms(tx: Transaction, { id, state }: Case, { terms }: CaseAction): Promise<Terms> {
  const proposal = terms ?? (await findProposal(tx, id, state === 'buyer_turn' ? 'supplier' : 'buyer'))
  if (!proposal) throw new Error('nothing was proposed')
  return proposal
}

async function applyAgreement(
  tx: Transaction,
  context: CaseTransitionContext,
  { amount, withReturn }: Terms,
): Promise<void> {
  const { found, act, now } = context
  const agreedBy = act.event === 'rule' ? 'ruling' : act.event === 'stand' ? 'silence' : 'agreement'
  const agreement = { agreedAmount: amount, agreedBy } as const
  if (withReturn && amount > 0) {
    await moveToState(tx, context, { state: 'awaiting_return', ...agreement })
    return agreeReturn(tx, { case: found, locked: context.locked, enqueue: context.deps.enqueue, now })
  }
  await updateCase(tx, { id: found.id, state: found.state, ...agreement, now })
  return closeCase(tx, context, amount)
}

async function closeCase(tx: Transaction, context: CaseTransitionContext, amount: number): Promise<void> {
  const { act, found, step, deps, now } = context
  const isBack = step.to === 'settled'
  const deductedAmount = await settleReturnLabel(tx, { found, isBack, enqueue: deps.enqueue, now })
  const outcomeWithoutRefund = act.event === 'withdraw' ? 'withdrawn' : 'not_refunded'
  return resolveCase(tx, {
    ...context,
    amount,
    deductedAmount,
    byMarketplace: act.byMarketplace ?? false,
    otherwise: outcomeWithoutRefund,
  })
}

type CaseStateUpdate = Readonly<{
  state: CaseState
  returnTracking?: string
  agreedAmount?: number
  agreedBy?: Case['agreedBy']
}>

async function moveToState(
  tx: Transaction,
  { found, now }: CaseTransitionContext,
  to: CaseStateUpdate,
): Promise<void> {
  await updateCase(tx, { id: found.id, ...to, now })
  await resetCaseTimers(tx, { caseId: found.id, from: found.state, to: to.state, now })
}

async function checkTerms(
  tx: Transaction,
  { found, locked }: LockedCaseContext,
  { amount, withReturn }: Terms,
): Promise<void> {
  const refundable = getRefundableAmount(await findMoney(tx, locked.order.id))
  if (amount > refundable) throw amountTooHigh(refundable)
  if (withReturn && found.isSentBack)
    throw refused('sent_back_before', 'The items were already returned. Decide without asking for them.')
}

/** Returns a case and its order, both locked, the order first. Throws `case_not_found`. */
export async function lockCaseWithOrder(
  tx: Transaction,
  { caseId, scope }: Pick<CaseActionContext, 'caseId' | 'scope'>,
): Promise<{ found: Case; locked: LockedOrder }> {
  const orderId = await findCaseOrderId(tx, caseId)
  const locked = orderId === undefined ? undefined : await lockOrder(tx, orderId, scope)
  const caseRecord = locked && (await lockCase(tx, caseId))
  if (!locked || !caseRecord) throw caseNotFound()
  return { found: caseRecord, locked }
}

/** Returns the error for a case that doesn't exist or isn't the caller's. */
export function caseNotFound() {
  return notFound('case_not_found', 'This case doesn’t exist.')
}

function caseChanged() {
  return refused('case_changed', 'The case has changed since you opened it. Reload the page and try again.')
}

/**
 * Settles the return label as its case ends, and returns the supplier's share of the refund, in cents. That share pays
 * for the label. An unused label is refunded. Items that came back without notice count as sent by the label.
 */
async function settleReturnLabel(
  tx: Transaction,
  { found, isBack, enqueue, now }: Readonly<{ found: Case; isBack: boolean; enqueue: Enqueue; now: Date }>,
): Promise<number> {
  const label = await findReturnLabel(tx, found.id)
  if (!label) return 0
  const { trackingNumber, amount, chargedTo } = label
  const isUsed =
    label.state === 'used' &&
    trackingNumber !== null &&
    (isSentBy(found.returnTracking, trackingNumber) || (isBack && found.returnTracking === null))
  if (!isUsed) {
    await dropReturnLabel(tx, { caseKey: found.id, enqueue, now })
    return 0
  }
  return isBack && chargedTo === 'buyer' ? (amount ?? 0) : 0
}
