import type { Database } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import type { OrderDesk } from '#features/sales/orders/service.ts'
import { lockMoneyOf } from '../unapplied/receipt-queries.ts'
import { type TakenDispute, takeDispute } from '../disputes/take-dispute.ts'
import { type TakenRefund, takeRefund } from './take-refund.ts'

/** Who tells the shop of something at a provider, and what then has to be done. */
export type Teller = Readonly<{ personId: number; desk: OrderDesk; now: Date }>

type ToldMoney = Readonly<{ provider: string; receiptId: string; currency: string; amount: number }>
type ToldDispute = Omit<Parameters<typeof takeDispute>[1]['dispute'], 'feeCurrency'>
type ToldRefund = Pick<
  Parameters<typeof takeRefund>[1]['refund'],
  'providerRefundId' | 'receiptId' | 'currency' | 'amount' | 'state'
>

/**
 * Takes a dispute in by an operator's word, where its provider sends no notices of them. Throws `receipt_not_found`,
 * `other_currency` and `more_than_paid`.
 */
export async function tellOfDispute(
  db: Database,
  { provider, dispute, teller }: Readonly<{ provider: string; dispute: ToldDispute; teller: Teller }>,
) {
  await checkMoney(db, { provider, ...dispute })
  const told = { ...dispute, feeCurrency: dispute.currency }
  const taken = await takeDispute(db, { provider, dispute: told, ...teller })
  return known<Exclude<TakenDispute, 'unknown'>>(taken)
}

/** Takes a refund in that was made in the provider's panel, by an operator's word. Throws as above. */
export async function tellOfRefundThere(
  db: Database,
  { provider, refund, teller }: Readonly<{ provider: string; refund: ToldRefund; teller: Teller }>,
) {
  await checkMoney(db, { provider, ...refund })
  const told = { ...refund, refundId: undefined, reason: undefined }
  const taken = await takeRefund(db, { provider, refund: told, ...teller })
  return known<Exclude<TakenRefund, 'unknown'>>(taken)
}

async function checkMoney(db: Database, { provider, receiptId, currency, amount }: ToldMoney): Promise<void> {
  const money = await lockMoneyOf(db, { provider, externalId: receiptId })
  if (!money) throw receiptNotFound()
  if (money.currency !== currency)
    throw refused('other_currency', `This payment came in ${money.currency}.`, { currency: money.currency })
  if (amount > money.amount)
    throw refused('more_than_paid', 'That is more than this payment brought.', { paidCents: money.amount })
}

function known<Taken extends TakenDispute | TakenRefund>(taken: Taken | 'unknown'): Taken {
  if (taken === 'unknown') throw receiptNotFound()
  return taken
}

function receiptNotFound() {
  return notFound('receipt_not_found', 'No money came from this provider under that name.')
}
