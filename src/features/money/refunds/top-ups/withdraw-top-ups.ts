import type { Transaction } from '#database/database.ts'
import type { Id } from '#core/ids.ts'
import { lockVendorMoney } from '#features/money/ledger/service.ts'
import { REFUND_EFFECT } from '#features/sales/orders/service.ts'
import { requestEffects } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { lockTopUp, refundTopUp } from './refund-top-up.ts'
import { listRefundableTopUps } from './top-up-queries.ts'

/** Money to withdraw from a wallet; `withdrawalId` identifies it permanently. */
export type TopUpWithdrawal = Readonly<{
  withdrawalId: Id<'withdrawal'>
  accountId: number
  vendor: Id<'account'>
  currency: string
  amount: number
  enqueue: Enqueue
  now: Date
}>

/**
 * Withdraws wallet money to its original payments, newest first, and requests the refunds. Returns the part of the
 * amount that no payment is left for; the caller has checked that the wallet has enough.
 */
export async function withdrawTopUps(tx: Transaction, withdrawal: TopUpWithdrawal): Promise<number> {
  const { withdrawalId, accountId, vendor, currency, enqueue, now } = withdrawal
  await lockVendorMoney(tx, vendor)
  let left = withdrawal.amount
  for (const { receiptId, provider, method } of await listRefundableTopUps(tx, { accountId, currency })) {
    const topUp = await lockTopUp(tx, receiptId)
    const amount = Math.min(left, topUp?.refundable ?? 0)
    if (!topUp || amount === 0) continue
    left -= amount
    const refundId = await refundTopUp(tx, {
      topUp,
      provider,
      method,
      amount,
      key: `${withdrawalId}:${receiptId}`,
      reason: 'Withdrawn from the wallet',
      actor: 'withdrawal',
      accountId,
      state: 'asked',
      providerRefundId: null,
      now,
    })
    await requestEffects(tx, [{ kind: REFUND_EFFECT, subject: refundId, lane: provider }], { enqueue, now })
    if (left === 0) break
  }
  return left
}
