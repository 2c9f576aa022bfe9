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

/** A top-up whose vendor's money is locked, and what of it may still go back. */
export type LockedTopUp = TopUp & Readonly<{ refundable: number }>

/** Returns what of a receipt went into a wallet, with the vendor's money locked; undefined where nothing did. */
export async function lockTopUp(tx: Transaction, receiptId: number): Promise<LockedTopUp | undefined> {
  const topUp = await findTopUp(tx, receiptId)
  if (!topUp) return undefined
  await lockVendorMoney(tx, topUp.vendor)
  return { ...topUp, refundable: await readTopUpRefundable(tx, receiptId) }
}

/** A refund of a locked top-up: how its money came, and what is kept of the request. */
export type TopUpRefund = Readonly<{ topUp: LockedTopUp; provider: string; method: string; amount: number }> &
  Pick<NewRefundRequest, 'key' | 'reason' | 'actor' | 'accountId' | 'state' | 'providerRefundId' | 'now'>

/**
 * Books that money of a top-up goes back the way it came: out of the wallet, and what is not there any more becomes the vendor's debt.
 * Returns the refund's id; the caller has the provider asked.
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

/** Before the refund of a top-up is reversed, what the vendor has repaid of the debt it left is in the wallet again. */
export async function restoreTopUpDebt(tx: Transaction, key: string, now: Date): Promise<void> {
  const [posting] = await listPostings(tx, [key])
  if (posting) await restoreVendorDebt(tx, posting, now)
}
