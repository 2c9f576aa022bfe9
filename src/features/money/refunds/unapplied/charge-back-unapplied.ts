import type { Transaction } from '#database/database.ts'
import {
  listPostings,
  post,
  reversePosting,
  unappliedChargedBackPosting,
} from '#features/money/ledger/service.ts'
import { saveUnappliedChargeback } from '../disputes/chargeback-queries.ts'
import type { LockedReceipt } from './receipt-queries.ts'
import { readUnappliedBalance } from './unapplied.ts'

/** A chargeback of an unapplied receipt: internal key, id in the ledger, and amount in cents. */
export type UnappliedChargeback = Readonly<{
  money: LockedReceipt
  chargeback: number
  chargebackId: string
  amount: number
  now: Date
}>

/**
 * Charges back an unapplied receipt, which can then be neither matched nor refunded (P10 of P11). A part that had been
 * refunded before is the marketplace's loss.
 */
export async function chargeBackUnapplied(
  tx: Transaction,
  { money, chargeback, chargebackId, amount, now }: UnappliedChargeback,
): Promise<void> {
  if (amount === 0) return
  const { receiptId, currency, provider, method } = money
  const waiting = Math.min(amount, await readUnappliedBalance(tx, money))
  const chargedBack = {
    receiptId: String(receiptId),
    currency,
    provider,
    method,
    waiting,
    loss: amount - waiting,
  }
  await saveUnappliedChargeback(tx, { id: chargeback, waiting, loss: chargedBack.loss })
  await post(tx, unappliedChargedBackPosting({ ...chargedBack, chargebackId }), now)
}

/** Returns a won chargeback's money to the unapplied receipt, which waits for a decision again. */
export async function returnUnappliedChargeback(
  tx: Transaction,
  { money, chargebackId, now }: UnappliedChargeback,
): Promise<void> {
  const key = `charged_back:${chargebackId}:${money.receiptId}`
  const [taken] = await listPostings(tx, [key])
  if (taken) await reversePosting(tx, { key, memo: `The dispute was won at ${money.provider}` }, now)
}
