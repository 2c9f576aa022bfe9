import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { newSecretId } from '#core/ids.ts'
import { reversePosting } from '#features/money/ledger/service.ts'
import type { ProviderRefund } from '#features/money/payments/service.ts'
import {
  bookRefundCreatedAtProvider,
  PROVIDER_REFUND_FIELDS,
  type ProviderRefundUpdate,
} from './book-created-at-provider.ts'
import {
  type ManualRefund,
  listBookedProviderRefunds,
  lockManualRefunds,
  type BookedProviderRefund,
} from './created-at-provider-queries.ts'
import { type ReportedRefundChange, saveRefundChange } from './save-refund-change.ts'
import { lockPaidOrders } from './paid-orders.ts'
import { lockReceiptByExternalId, type LockedReceipt } from '../unapplied/receipt-queries.ts'
import { insertRefundRequest, type StoredRefund, lockRefund } from './refund-queries.ts'
import { matchManualRefunds } from '../rules.ts'
import { explainFailedRefund } from './send-refund.ts'
import { reverseOrderPosting } from './reverse-refund.ts'
import { restoreTopUpDebt } from '../top-ups/refund-top-up.ts'
import { NO_LIABILITY } from '../unapplied/unapplied.ts'

/** The outcome of a provider's report: recorded, booked as created at the provider, nothing new, or an unknown receipt. */
export type RefundOutcome = 'noted' | 'booked' | 'undone' | 'known' | 'unknown'

/** A refund as its provider reports it. */
export type RefundUpdate = ProviderRefundUpdate & Readonly<{ provider: string }>

/**
 * Applies a provider's report of a refund, in any order and any number of times. A refund of ours gets its state. One
 * created in the provider's panel is booked and shared among the orders that the money paid; if the payer's bank
 * returns it, it is reversed in the ledger too. One transaction.
 */
export async function applyRefund(db: Database, update: RefundUpdate): Promise<RefundOutcome> {
  return inTransaction(db, async (tx) => {
    const { provider, refund } = update
    const money = await lockReceiptByExternalId(tx, { provider, externalId: refund.receiptId })
    if (!money || money.currency !== refund.currency) return 'unknown'
    if (refund.refundId !== undefined) {
      const ours = await lockRefund(tx, refund.refundId)
      if (ours && ours.receiptId === money.receiptId && !isSecondRefund(ours, refund))
        return updateOwnRefund(tx, ours, update)
    }
    return applyRefundCreatedAtProvider(tx, money, update)
  })
}

const OPEN_STATES = ['asked', 'sent', 'unknown'] as const

/** Returns whether the provider made a second refund under the ID of a finished one. */
function isSecondRefund({ state, providerRefundId }: StoredRefund, update: ProviderRefund): boolean {
  return (
    state === 'done' &&
    update.state === 'succeeded' &&
    providerRefundId !== null &&
    providerRefundId !== update.providerRefundId
  )
}

async function updateOwnRefund(
  tx: Transaction,
  ours: StoredRefund,
  { refund, deps, now }: RefundUpdate,
): Promise<RefundOutcome> {
  const { publicId } = ours
  const { state, providerRefundId, reason } = refund
  // After a retry of a failed refund, reports about the failed one are outdated.
  if (state === 'failed' && ours.providerRefundId !== null && ours.providerRefundId !== providerRefundId)
    return 'known'
  // A failed refund stays failed, whichever webhook event comes later; a refusal without the provider's id may still
  // have been carried out.
  const isFinal = ours.state === 'refused' && ours.providerRefundId === providerRefundId
  const change: Pick<ReportedRefundChange, 'from' | 'state' | 'problem' | 'isRefusal'> =
    state === 'succeeded'
      ? { from: isFinal ? OPEN_STATES : [...OPEN_STATES, 'refused'], state: 'done' }
      : state === 'failed'
        ? {
            from: [...OPEN_STATES, 'done', 'refused'],
            state: 'refused',
            problem: explainFailedRefund(reason),
            isRefusal: true,
          }
        : { from: ['asked', 'unknown'], state: 'sent' }
  const nextAttemptAt = state === 'pending' ? now : undefined
  const update = { ...change, publicId, providerRefundId, nextAttemptAt, now }
  return (await saveRefundChange(tx, update, deps.enqueue)) ? 'noted' : 'known'
}

async function applyRefundCreatedAtProvider(
  tx: Transaction,
  money: LockedReceipt,
  update: RefundUpdate,
): Promise<RefundOutcome> {
  const { refund, now } = update
  const { providerRefundId } = refund
  const booked = await listBookedProviderRefunds(tx, money.receiptId, providerRefundId)
  if (booked.length > 0) {
    if (refund.state !== 'failed') return 'known'
    return (await reverseBookedRefunds(tx, money, { before: booked, word: update })) ? 'undone' : 'known'
  }
  const manualRefunds = await lockManualRefunds(tx, money.receiptId)
  if (refund.state === 'failed')
    return applyFailedProviderRefund(tx, money, { waiting: manualRefunds, word: update })
  // A refund that we could not make was made at the provider.
  const matchedIds = matchManualRefunds(refund, manualRefunds)
  for (const publicId of matchedIds)
    await saveRefundChange(
      tx,
      { publicId, from: ['refused', 'paid_by_hand'], state: 'done', providerRefundId, now },
      update.deps.enqueue,
    )
  if (matchedIds.length > 0) return 'noted'
  await bookRefundCreatedAtProvider(tx, money, update)
  return 'booked'
}

/**
 * Applies a failed refund created at the provider. A refund that failed before it was reported is not booked; one
 * recorded as made waits again.
 */
async function applyFailedProviderRefund(
  tx: Transaction,
  money: LockedReceipt,
  { waiting, word }: Readonly<{ waiting: readonly ManualRefund[]; word: RefundUpdate }>,
): Promise<RefundOutcome> {
  const { providerRefundId, amount, reason } = word.refund
  const problem = explainFailedRefund(reason)
  const { now } = word
  const recorded = waiting.find((one) => one.noted === providerRefundId)
  if (recorded) {
    const { publicId } = recorded
    await saveRefundChange(
      tx,
      { publicId, from: ['paid_by_hand'], state: 'refused', providerRefundId, problem, now },
      word.deps.enqueue,
    )
    return 'undone'
  }
  await insertRefundRequest(tx, {
    ...PROVIDER_REFUND_FIELDS,
    ...NO_LIABILITY,
    publicId: newSecretId('refund'),
    key: `${money.provider}:${providerRefundId}:failed`,
    receiptId: money.receiptId,
    currency: money.currency,
    amount,
    state: 'undone',
    providerRefundId,
    accountId: word.accountId ?? null,
    now,
  })
  return 'known'
}

type UndoInput = Readonly<{ before: readonly BookedProviderRefund[]; word: RefundUpdate }>

async function reverseBookedRefunds(
  tx: Transaction,
  money: LockedReceipt,
  { before, word }: UndoInput,
): Promise<boolean> {
  const { deps, now } = word
  const orders = await lockPaidOrders(tx, money.receiptId)
  const memo = 'The refund failed at the provider'
  let hasChanged = false
  for (const { publicId, orderId, isOurs, paidBack } of before) {
    if (isOurs) {
      // The buyer still has to receive the money.
      const problem = explainFailedRefund(word.refund.reason)
      const manualChange = { publicId, from: ['done'], state: 'refused', problem, now } as const
      hasChanged = (await saveRefundChange(tx, manualChange, deps.enqueue)) || hasChanged
      continue
    }
    const undoing = { publicId, from: ['done'], state: 'undone', now } as const
    if (!(await saveRefundChange(tx, undoing, deps.enqueue))) continue
    hasChanged = true
    const key = `refunded:${publicId}`
    if (orderId === null) await restoreTopUpDebt(tx, key, now)
    const locked = orders.find(({ order }) => order.id === orderId)
    await (locked
      ? reverseOrderPosting(tx, locked, { key, memo, paidBack, deps, now })
      : reversePosting(tx, { key, memo }, now))
  }
  return hasChanged
}
