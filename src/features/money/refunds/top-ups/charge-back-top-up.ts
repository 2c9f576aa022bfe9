import type { Transaction } from '#database/database.ts'
import {
  listPostings,
  post,
  readVendorMoney,
  restoreVendorDebt,
  reversePosting,
  topUpChargedBackPosting,
} from '#features/money/ledger/service.ts'
import type { LockedReceipt } from '../unapplied/receipt-queries.ts'
import { type LockedTopUp, lockTopUp } from './refund-top-up.ts'
import { saveTopUpChargeback } from './top-up-queries.ts'

/**
 * A bank's chargeback of a top-up, in minor units: its internal key, its id in the ledger, `amount` from the wallet,
 * and `loss` beyond that.
 */
export type TopUpChargeback = Readonly<{
  money: LockedReceipt
  chargeback: number
  chargebackId: string
  amount: number
  loss: number
  now: Date
}>

/** Charges a top-up back; what the wallet no longer holds becomes the vendor's debt (P10 of P2). */
export async function chargeBackTopUp(
  tx: Transaction,
  { vendor, currency }: LockedTopUp,
  { money, chargeback, chargebackId, amount, loss, now }: TopUpChargeback,
): Promise<void> {
  if (amount + loss === 0) return
  const { provider, method } = money
  const { wallet: balance } = await readVendorMoney(tx, { vendor, currency })
  const wallet = Math.min(balance, amount)
  await saveTopUpChargeback(tx, { id: chargeback, amount, loss })
  const posting = {
    provider,
    method,
    chargebackId,
    vendor,
    currency,
    wallet,
    receivable: amount - wallet,
    loss,
  }
  await post(tx, topUpChargedBackPosting(posting), now)
}

/** Returns a won chargeback's money to the wallet, with the debt that the vendor repaid meanwhile. */
export async function returnTopUpChargeback(
  tx: Transaction,
  { money, chargebackId, now }: Omit<TopUpChargeback, 'amount' | 'loss' | 'chargeback'>,
): Promise<void> {
  const topUp = await lockTopUp(tx, money.receiptId)
  const key = `charged_back:${chargebackId}:${topUp?.vendor ?? ''}`
  const [taken] = await listPostings(tx, [key])
  if (!taken) return
  await restoreVendorDebt(tx, taken, now)
  await reversePosting(tx, { key, memo: `The dispute was won at ${money.provider}` }, now)
}
