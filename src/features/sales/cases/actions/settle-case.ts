import type { Transaction } from '#database/database.ts'
import {
  changeOrder,
  findMoney,
  type LockedOrder,
  type OrderDesk,
  refundableOf,
} from '#features/sales/orders/service.ts'
import { refundOrder, thawEarning } from '#features/money/refunds/service.ts'
import { type Case, endTimers, updateCase } from '../case-queries.ts'
import { eraseCases } from './leave-cases.ts'
import { listLeft } from './leave-queries.ts'
import type { CaseOutcome, CaseSide } from '../shapes.ts'

/** A case that ends, on a locked order: what goes back, who causes it, and why as people are told. */
export type Settling = Readonly<{
  found: Case
  locked: LockedOrder
  amount: number
  byMarketplace: boolean
  /** How it ends where nothing goes back. */
  otherwise: Exclude<CaseOutcome, 'refunded'>
  side: CaseSide
  personId: number | null
  desk: OrderDesk
  now: Date
}>

const ACTOR = { buyer: 'shopper', supplier: 'supplier', operator: 'operator', timer: 'timer' } as const

/**
 * P9: ends a case with all that belongs to it: what was agreed goes back, borne first by what was frozen; what is left of that
 * is freed and may be paid out; the order is refunded when nothing is left of it, else completed.
 */
export async function settleCase(tx: Transaction, settling: Settling): Promise<void> {
  const { found, locked, side, personId, desk, now } = settling
  // A bank may have taken the money meanwhile: what is not there any more is not given back again.
  const left = refundableOf(await findMoney(tx, locked.order.id))
  const amount = Math.min(settling.amount, left)
  if (amount > 0) await refund(tx, settling, amount === left ? { of: 'all' } : { of: 'amount', amount })
  await thawEarning(tx, locked, { caseId: found.publicId, now })
  const isEmpty = amount > 0 && amount === left
  await changeOrder(tx, {
    locked,
    event: isEmpty ? 'refund_case' : 'close_case',
    cause: { actor: ACTOR[side], ...(personId === null ? {} : { personId }) },
    desk,
    now,
  })
  await updateCase(tx, {
    id: found.id,
    state: 'closed',
    outcome: amount > 0 ? 'refunded' : settling.otherwise,
    givenAmount: amount,
    now,
  })
  await endTimers(tx, found.id)
  // Who has closed the account meanwhile is forgotten now that it is settled.
  for (const buyer of await listLeft(tx, found.id))
    await eraseCases(tx, { personId: buyer, enqueue: desk.enqueue, now })
}

async function refund(
  tx: Transaction,
  { found, locked, byMarketplace, personId, desk, now }: Settling,
  what: { of: 'all' } | { of: 'amount'; amount: number },
): Promise<void> {
  await refundOrder(tx, locked, {
    what,
    key: `case:${found.publicId}`,
    hash: null,
    reason: 'Your complaint about it',
    byMarketplace,
    actor: 'case',
    personId,
    enqueue: desk.enqueue,
    now,
  })
}
