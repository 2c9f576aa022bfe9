import type { Transaction } from '#database/database.ts'
import {
  caseClosedPosting,
  listPostings,
  lossRecoveryReversedPosting,
  post,
  type Posting,
  readBalances,
  releasedPosting,
  restoreDebts,
  reversePosting,
} from '#features/money/ledger/service.ts'
import {
  refundEscrow,
  isTerminal,
  countRemaining,
  type LockedOrder,
  type OrderDeps,
} from '#features/sales/orders/service.ts'
import { findHold } from './hold-queries.ts'
import { toSupplierOrderRef } from './supplier-funds.ts'

/**
 * A posting about a locked order to reverse: its key, and the reason. `paidBack` is the amount that the order repaid to
 * the marketplace for it, in cents.
 */
export type ReversalInput = Readonly<{
  key: string
  memo: string
  paidBack: number
  deps: OrderDeps
  now: Date
}>

/**
 * Reverses a posting about an order, side for side. If the supplier has repaid its debt from it meanwhile, that amount
 * is restored first, because a repaid debt cannot be reversed. Money that returns to a finished order goes where it
 * belongs: earned money to the supplier, unearned money to the buyer. Unearned money also goes to the buyer as soon as
 * nothing is left to send, because no parcel will earn it.
 */
export async function reverseOrderPosting(
  tx: Transaction,
  locked: LockedOrder,
  { key, memo, paidBack, deps, now }: ReversalInput,
): Promise<void> {
  const [original] = await listPostings(tx, [key])
  if (!original) throw new Error(`there is no posting ${key} to take back`)
  await restoreDebts(tx, original, now)
  await reversePosting(tx, { key, memo }, now)
  if (paidBack > 0) await reverseLossRecovery(tx, locked, { original, paidBack, now })
  await unfreezeClosedCases(tx, locked, { original, now })
  const isEnded = isTerminal(locked.order.state)
  if (isEnded) await releasePending(tx, locked, { key, now })
  if (isEnded || locked.lines.every((line) => countRemaining(line) === 0))
    await refundEscrow(tx, locked, { reason: memo, key: `back:${key}`, deps, now })
}

type ReversalContext = Readonly<{ original: Posting; now: Date }>

/** Reverses the recovery of a loss that was itself reversed; the order's money belongs to the order again. */
async function reverseLossRecovery(
  tx: Transaction,
  locked: LockedOrder,
  { original, paidBack: amount, now }: ReversalContext & Pick<ReversalInput, 'paidBack'>,
): Promise<void> {
  const account = original.kind === 'goodwill_given' ? 'goodwill' : 'chargeback_loss'
  const { order, currency } = toSupplierOrderRef(locked)
  await post(tx, lossRecoveryReversedPosting({ of: original.key, account, order, currency, amount }), now)
}

/** Unfreezes money that returned to a closed case. */
async function unfreezeClosedCases(
  tx: Transaction,
  locked: LockedOrder,
  { original, now }: ReversalContext,
): Promise<void> {
  const open = await findHold(tx, locked.order.id)
  for (const { account, subledger, debit = 0 } of original.entries) {
    const caseId = subledger.split('/').at(1)
    if (account !== 'case_hold' || caseId === undefined || caseId === open) continue
    const unfrozen = {
      ...toSupplierOrderRef(locked),
      caseId,
      pending: debit,
      available: 0,
      again: original.key,
    }
    await post(tx, caseClosedPosting(unfrozen), now)
  }
}

async function releasePending(
  tx: Transaction,
  locked: LockedOrder,
  { key, now }: Pick<ReversalInput, 'key' | 'now'>,
): Promise<void> {
  const { order, supplierPublicId } = locked
  const subledger = `${supplierPublicId}/${order.publicId}`
  const pendingKey = { account: 'supplier_pending', subledger, currency: order.currency } as const
  const [pending = 0] = await readBalances(tx, [pendingKey], { locked: true })
  if (pending > 0)
    await post(
      tx,
      releasedPosting({ ...toSupplierOrderRef(locked), unit: `back:${key}`, amount: pending }),
      now,
    )
}
