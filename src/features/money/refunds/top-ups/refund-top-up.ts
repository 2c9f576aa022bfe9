import { newSecretId } from '#core/ids.ts'
import type { Transaction } from '#database/database.ts'
import {
  listPostings,
  lockVendorMoney,
  post,
  readVendorMoney,
  restoreVendorDebt,
  topUpRefundedPosting,
} from '#features/money/ledger/service.ts'
import { findTopUp, type TopUp } from '#features/money/payments/service.ts'
import { insertRefundRequest, type NewRefundRequest } from '../refunds/refund-queries.ts'
import { NO_LIABILITY } from '../unapplied/unapplied.ts'
import { readTopUpRefundable } from './top-up-queries.ts'

/** A top-up with the vendor's money locked, and its refundable amount. */
export type LockedTopUp = TopUp & Readonly<{ refundable: number }>

/** Returns a receipt's top-up, with the vendor's money locked; undefined without one. */
export async function lockTopUp(tx: Transaction, receiptId: number): Promise<LockedTopUp | undefined> {
  const topUp = await findTopUp(tx, receiptId)
  if (!topUp) return undefined
  await lockVendorMoney(tx, topUp.vendor)
  return { ...topUp, refundable: await readTopUpRefundable(tx, receiptId) }
}

/** A refund of a locked top-up: how its money was received, and the stored request. */
export type TopUpRefund = Readonly<{ topUp: LockedTopUp; provider: string; method: string; amount: number }> &
  Pick<NewRefundRequest, 'key' | 'reason' | 'actor' | 'accountId' | 'state' | 'providerRefundId' | 'now'>

/**
 * Books a top-up's refund from the wallet; a shortfall becomes the vendor's debt. The money goes to its original
 * payment method. Returns the refund's id; the caller requests it from the provider.
 */
export async function refundTopUp(tx: Transaction, refund: TopUpRefund): Promise<string> {
  const { topUp, provider, method, amount, ...request } = refund
  const { receiptId, vendor, currency } = topUp
  const refundId = newSecretId('refund')
  await insertRefundRequest(tx, {
    ...NO_LIABILITY,
    ...request,
    publicId: refundId,
    receiptId,
    currency,
    amount,
  })
  const { wallet: balance } = await readVendorMoney(tx, { vendor, currency })
  const wallet = Math.min(balance, amount)
  const posting = { refundId, provider, method, vendor, currency, wallet, receivable: amount - wallet }
  await post(tx, topUpRefundedPosting(posting), request.now)
  return refundId
}

/** Returns a vendor's repayments of a top-up's debt to the wallet, before the refund is reversed. */
export async function restoreTopUpDebt(tx: Transaction, key: string, now: Date): Promise<void> {
  const [posting] = await listPostings(tx, [key])
  if (posting) await restoreVendorDebt(tx, posting, now)
}
