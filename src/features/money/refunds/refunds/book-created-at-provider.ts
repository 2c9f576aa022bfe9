import type { Transaction } from '#database/database.ts'
import { drawDown } from '#core/money.ts'
import { newSecretId } from '#core/ids.ts'
import {
  goodwillPosting,
  post,
  refundedPosting,
  unappliedGivenBackPosting,
} from '#features/money/ledger/service.ts'
import {
  findMoney,
  type LockedOrder,
  type OrderDesk,
  potsOf,
  refundableOf,
} from '#features/sales/orders/service.ts'
import type { ProviderRefund } from '#features/money/payments/service.ts'
import { bearersOf, whoseOf } from './legs.ts'
import { lockPaidOrders } from './paid-orders.ts'
import type { Money } from '../unapplied/receipt-queries.ts'
import { insertRefund } from './refund-queries.ts'
import { refundBorne } from '../rules.ts'
import { leftUnapplied, UNBORNE } from '../unapplied/unapplied.ts'

/** A refund that was made at the provider by hand; `personId` is which operator has told of it, where the provider has not. */
export type MadeWord = Readonly<{ refund: ProviderRefund; personId?: number; desk: OrderDesk; now: Date }>

/**
 * Books a refund that was made in the provider's panel: shared among the orders that its money paid, or of what waits to be matched.
 */
export async function bookMadeThere(tx: Transaction, money: Money, word: MadeWord): Promise<void> {
  if (money.state === 'unapplied') return bookUnapplied(tx, money, word)
  const orders = await lockPaidOrders(tx, money.receiptId)
  const left = await Promise.all(orders.map(async ({ order }) => refundableOf(await findMoney(tx, order.id))))
  const inAll = left.reduce((sum, part) => sum + part, 0)
  const shares = drawDown(Math.min(word.refund.amount, inAll), left)
  // More than is left was given over there: nobody else answers for that.
  const beyond = Math.max(0, word.refund.amount - inAll)
  for (const [place, locked] of orders.entries()) {
    await bookShare(tx, locked, {
      money,
      word,
      amount: shares[place] ?? 0,
      goodwill: place === 0 ? beyond : 0,
    })
  }
}

type Share = Readonly<{ money: Money; word: MadeWord; amount: number; goodwill: number }>

async function bookShare(
  tx: Transaction,
  locked: LockedOrder,
  { money, word, amount, goodwill }: Share,
): Promise<void> {
  const to = { provider: money.provider, method: money.method }
  const whose = whoseOf(locked)
  if (amount > 0) {
    const parts = refundBorne(amount, potsOf(await findMoney(tx, locked.order.id)))
    const by = await bearersOf(tx, locked, parts)
    const refundId = await keep(tx, locked, { money, word, amount, borne: { ...parts, goodwill: 0 } })
    await post(tx, refundedPosting({ ...whose, refundId, by, to }), word.now)
  }
  if (goodwill > 0) {
    const borne = { escrow: 0, net: 0, commission: 0, tax: 0, goodwill }
    const refundId = await keep(tx, locked, { money, word, amount: goodwill, borne })
    await post(tx, goodwillPosting({ ...whose, refundId, amount: goodwill, to }), word.now)
  }
}

type Kept = Readonly<{
  money: Money
  word: MadeWord
  amount: number
  borne: Parameters<typeof insertRefund>[1]['borne']
}>

async function keep(tx: Transaction, { order }: LockedOrder, { money, word, amount, borne }: Kept) {
  const { providerRefundId } = word.refund
  const publicId = newSecretId('refund')
  await insertRefund(tx, {
    ...MADE_THERE,
    publicId,
    key: `${money.provider}:${providerRefundId}:${order.publicId}${borne.goodwill > 0 ? ':beyond' : ''}`,
    orderId: order.id,
    receiptId: money.receiptId,
    currency: money.currency,
    amount,
    borne,
    providerRefundId,
    personId: word.personId ?? null,
    now: word.now,
  })
  await word.desk.enqueue(tx, { job: 'refunds.mail_refunded', input: { refundId: publicId } })
  return publicId
}

/** What is kept alike of all refunds that were made there. */
export const MADE_THERE = {
  shipping: 0,
  reason: 'Made at the provider by hand',
  requestHash: null,
  actor: 'provider',
  state: 'done',
} as const

async function bookUnapplied(
  tx: Transaction,
  money: Money,
  { refund, personId, now }: MadeWord,
): Promise<void> {
  const { receiptId, provider, method, currency } = money
  const amount = Math.min(refund.amount, await leftUnapplied(tx, money))
  if (amount === 0) return
  const { providerRefundId } = refund
  const refundId = newSecretId('refund')
  const key = `${provider}:${providerRefundId}`
  const kept = {
    ...MADE_THERE,
    ...UNBORNE,
    publicId: refundId,
    key,
    receiptId,
    currency,
    amount,
    providerRefundId,
    personId: personId ?? null,
  }
  await insertRefund(tx, { ...kept, now })
  const to = { provider, method }
  const posting = unappliedGivenBackPosting({ refundId, receiptId: String(receiptId), currency, amount, to })
  await post(tx, posting, now)
}
