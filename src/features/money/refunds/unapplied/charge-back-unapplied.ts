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

/** A chargeback of money without an order: its internal key, what the ledger calls it, and what it is over, in cents. */
export type UnappliedChargeback = Readonly<{
  money: LockedReceipt
  chargeback: number
  chargebackId: string
  amount: number
  now: Date
}>

/**
 * P10 of P11: the bank takes what still waits to be matched, which then cannot be matched or given back any more. What had gone
 * back to the payer before, the marketplace has paid twice.
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

/** The dispute was won: what was taken waits again for somebody's decision. */
export async function returnUnappliedChargeback(
  tx: Transaction,
  { money, chargebackId, now }: UnappliedChargeback,
): Promise<void> {
  const key = `charged_back:${chargebackId}:${money.receiptId}`
  const [taken] = await listPostings(tx, [key])
  if (taken) await reversePosting(tx, { key, memo: `The dispute was won at ${money.provider}` }, now)
}
