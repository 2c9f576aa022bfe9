import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { drawDown } from '#ground/money.ts'
import { newSecretId } from '#ground/ids.ts'
import {
  goodwillPosting,
  post,
  refundedPosting,
  reverse,
  unappliedGivenBackPosting,
} from '#features/ledger/service.ts'
import {
  findMoney,
  lockOrder,
  type LockedOrder,
  type OrderDesk,
  potsOf,
  refundableOf,
} from '#features/orders/service.ts'
import type { ProviderRefund } from '#features/payments/service.ts'
import { bearersOf, whoseOf } from './legs.ts'
import { listMadeThere, lockHandMade, type MadeThere } from './made-there-queries.ts'
import { takeBack } from './take-back.ts'
import { listPaidOrders, lockMoneyOf, type Money } from './receipt-queries.ts'
import { insertRefund, lockRefund, noteRefund, type RefundNews } from './refund-queries.ts'
import { refundBorne } from './rules.ts'
import { failedWords } from './send-refund.ts'
import { leftUnapplied, UNBORNE } from './unapplied.ts'

/** What was done with a provider's word: noted, booked as made over there, nothing new, or of money nobody knows. */
export type TakenRefund = 'noted' | 'booked' | 'undone' | 'known' | 'unknown'

/** A refund as its provider tells of it. */
export type RefundWord = Readonly<{
  provider: string
  refund: ProviderRefund
  desk: OrderDesk
  now: Date
}>

/**
 * Takes in what a provider says of a refund, in whatever order and however often. One of ours gets its state. One that was made
 * in the provider's panel is booked, shared among the orders that the money paid; should the payer's bank send it back, it is
 * taken back in the books too. One transaction.
 */
export async function takeRefund(db: Database, word: RefundWord): Promise<TakenRefund> {
  return inTransaction(db, async (tx) => {
    const { provider, refund } = word
    const money = await lockMoneyOf(tx, { provider, externalId: refund.receiptId })
    if (!money || money.currency !== refund.currency) return 'unknown'
    if (refund.refundId !== undefined) {
      const ours = await lockRefund(tx, refund.refundId)
      if (ours && ours.receiptId === money.receiptId) return noteOurs(tx, refund.refundId, word)
    }
    return takeMadeThere(tx, money, word)
  })
}

const OPEN = ['asked', 'sent', 'unknown'] as const

async function noteOurs(
  tx: Transaction,
  publicId: string,
  { refund, now }: RefundWord,
): Promise<TakenRefund> {
  const { state, providerRefundId, reason } = refund
  const before = await lockRefund(tx, publicId)
  // What failed stays so, whichever notice comes later; what only seemed refused may have been done.
  const isOver = before?.state === 'refused' && before.providerRefundId === providerRefundId
  const news: Pick<RefundNews, 'from' | 'state' | 'problem'> =
    state === 'succeeded'
      ? { from: isOver ? OPEN : [...OPEN, 'refused'], state: 'done' }
      : state === 'failed'
        ? { from: [...OPEN, 'done', 'refused'], state: 'refused', problem: failedWords(reason) }
        : { from: ['asked', 'unknown'], state: 'sent' }
  const askAt = state === 'pending' ? now : undefined
  return (await noteRefund(tx, { ...news, publicId, providerRefundId, askAt, now })) ? 'noted' : 'known'
}

async function takeMadeThere(tx: Transaction, money: Money, word: RefundWord): Promise<TakenRefund> {
  const { refund, now } = word
  const before = await listMadeThere(tx, money.receiptId, refund.providerRefundId)
  if (before.length > 0) {
    if (refund.state !== 'failed') return 'known'
    return (await undoAll(tx, money, { before, word })) ? 'undone' : 'known'
  }
  if (refund.state === 'failed') return 'known'
  const handMade = await lockHandMade(tx, money.receiptId, refund.amount)
  if (handMade) {
    // What we could not do ourselves, somebody has done over there.
    const { providerRefundId } = refund
    await noteRefund(tx, { publicId: handMade, from: ['refused'], state: 'done', providerRefundId, now })
    return 'noted'
  }
  await book(tx, money, word)
  return 'booked'
}

type Undoing = Readonly<{ before: readonly MadeThere[]; word: RefundWord }>

async function undoAll(tx: Transaction, money: Money, { before, word }: Undoing): Promise<boolean> {
  const { desk, now } = word
  const orders = await lockPaidOrders(tx, money.receiptId)
  const memo = 'The refund has failed at the provider'
  let isNews = false
  for (const { publicId, orderId, isOurs, paidBack } of before) {
    if (isOurs) {
      // The buyer still has to get it.
      const problem = failedWords(word.refund.reason)
      isNews = (await noteRefund(tx, { publicId, from: ['done'], state: 'refused', problem, now })) || isNews
      continue
    }
    if (!(await noteRefund(tx, { publicId, from: ['done'], state: 'undone', now }))) continue
    isNews = true
    const key = `refunded:${publicId}`
    const locked = orders.find(({ order }) => order.id === orderId)
    await (locked
      ? takeBack(tx, locked, { key, memo, paidBack, desk, now })
      : reverse(tx, { key, memo }, now))
  }
  return isNews
}

async function book(tx: Transaction, money: Money, word: RefundWord): Promise<void> {
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

type Share = Readonly<{ money: Money; word: RefundWord; amount: number; goodwill: number }>

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
  word: RefundWord
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
    now: word.now,
  })
  return publicId
}

const MADE_THERE = {
  shipping: 0,
  reason: 'Made at the provider by hand',
  requestHash: null,
  actor: 'provider',
  personId: null,
  state: 'done',
} as const

async function bookUnapplied(tx: Transaction, money: Money, { refund, now }: RefundWord): Promise<void> {
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
  }
  await insertRefund(tx, { ...kept, now })
  const to = { provider, method }
  const posting = unappliedGivenBackPosting({ refundId, receiptId: String(receiptId), currency, amount, to })
  await post(tx, posting, now)
}

/** The orders that money has paid, locked in one order for everybody. */
export async function lockPaidOrders(tx: Transaction, receiptId: number): Promise<LockedOrder[]> {
  const locked: LockedOrder[] = []
  // One after the other: two that lock several would else wait for each other.
  for (const id of await listPaidOrders(tx, receiptId)) {
    const order = await lockOrder(tx, id, {})
    if (order) locked.push(order)
  }
  return locked
}
