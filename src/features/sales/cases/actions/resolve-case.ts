import type { Transaction } from '#database/database.ts'
import {
  changeOrder,
  findMoney,
  type LockedOrder,
  type OrderDeps,
  getRefundableAmount,
} from '#features/sales/orders/service.ts'
import { refundOrder, unfreezeEarning } from '#features/money/refunds/service.ts'
import { type Case, deleteTimers, updateCase } from '../case-queries.ts'
import { eraseCases } from './erase-cases.ts'
import { listClosedBuyerAccounts } from './erase-queries.ts'
import type { CaseOutcome, CaseSide } from '../shapes.ts'

/** The end of a case on a locked order: the refund, its actor, and the reason for emails. */
export type CaseResolution = Readonly<{
  found: Case
  locked: LockedOrder
  amount: number
  /** The part of the amount that the supplier keeps for the return label. */
  deductedAmount: number
  byMarketplace: boolean
  /** The outcome if nothing is refunded. */
  otherwise: Exclude<CaseOutcome, 'refunded'>
  side: CaseSide
  accountId: number | null
  deps: OrderDeps
  now: Date
}>

const ACTOR = {
  buyer: 'shopper',
  supplier: 'supplier',
  operator: 'operator',
  carrier: 'carrier',
  timer: 'timer',
} as const

/**
 * Resolves a case and refunds the agreed amount, frozen earnings first (P9). The rest of these is released. The order
 * becomes refunded if nothing is left of it, else completed.
 */
export async function resolveCase(tx: Transaction, resolution: CaseResolution): Promise<void> {
  const { found, locked, side, accountId, deps, now } = resolution
  // A bank may have taken the money meanwhile: the refund is limited to what is left.
  const refundable = getRefundableAmount(await findMoney(tx, locked.order.id))
  const owedAmount = Math.min(resolution.amount, refundable)
  const amount = Math.max(0, owedAmount - resolution.deductedAmount)
  if (amount > 0)
    await refund(tx, resolution, amount === refundable ? { of: 'all' } : { of: 'amount', amount })
  await unfreezeEarning(tx, locked, { caseId: found.publicId, now })
  const isFullRefund = amount > 0 && amount === refundable
  await changeOrder(tx, {
    locked,
    event: isFullRefund ? 'refund_case' : 'close_case',
    cause: { actor: ACTOR[side], ...(accountId === null ? {} : { accountId }) },
    deps,
    now,
  })
  await updateCase(tx, {
    id: found.id,
    state: 'closed',
    outcome: amount > 0 ? 'refunded' : resolution.otherwise,
    refundedAmount: amount,
    now,
  })
  await deleteTimers(tx, found.id)
  // The data of an account that was closed meanwhile is erased now that the case is resolved.
  for (const closedId of await listClosedBuyerAccounts(tx, found.id))
    await eraseCases(tx, { accountId: closedId, enqueue: deps.enqueue, now })
}

async function refund(
  tx: Transaction,
  { found, locked, deductedAmount, byMarketplace, accountId, deps, now }: CaseResolution,
  scope: { of: 'all' } | { of: 'amount'; amount: number },
): Promise<void> {
  await refundOrder(tx, locked, {
    what: scope,
    key: `case:${found.publicId}`,
    hash: null,
    reason: 'Your complaint about it',
    byMarketplace,
    deductedAmount,
    actor: 'case',
    accountId,
    enqueue: deps.enqueue,
    now,
  })
}
