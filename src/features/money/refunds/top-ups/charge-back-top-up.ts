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
 * What a bank takes of a top-up: its internal key, what the ledger calls it, `amount` of what had gone into the wallet, and `loss`
 * beyond that, in minor units.
 */
export type TopUpChargeback = Readonly<{
  money: LockedReceipt
  chargeback: number
  chargebackId: string
  amount: number
  loss: number
  now: Date
}>

/** P10 of P2: the bank takes what was topped up; what is not in the wallet any more, the vendor owes. */
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

/** The dispute was won: what was taken is in the wallet again, and what the vendor has repaid meanwhile. */
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
