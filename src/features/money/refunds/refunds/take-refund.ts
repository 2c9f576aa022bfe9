import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { newSecretId } from '#core/ids.ts'
import { reverse } from '#features/money/ledger/service.ts'
import type { ProviderRefund } from '#features/money/payments/service.ts'
import { bookMadeThere, MADE_THERE, type MadeWord } from './book-created-at-provider.ts'
import { type HandMade, listMadeThere, lockHandMade, type MadeThere } from './created-at-provider-queries.ts'
import { noteNews } from './note-news.ts'
import { lockPaidOrders } from './paid-orders.ts'
import { lockMoneyOf, type Money } from '../unapplied/receipt-queries.ts'
import { insertRefund, type KeptRefund, lockRefund, noteRefund, type RefundNews } from './refund-queries.ts'
import { madeThere } from '../rules.ts'
import { failedWords } from './send-refund.ts'
import { takeBack } from './reverse-refund.ts'
import { UNBORNE } from '../unapplied/unapplied.ts'

/** What was done with a provider's word: noted, booked as made over there, nothing new, or of money nobody knows. */
export type TakenRefund = 'noted' | 'booked' | 'undone' | 'known' | 'unknown'

/** A refund as its provider tells of it. */
export type RefundWord = MadeWord & Readonly<{ provider: string }>

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
      if (ours && ours.receiptId === money.receiptId && !isAnother(ours, refund))
        return noteOurs(tx, ours, word)
    }
    return takeMadeThere(tx, money, word)
  })
}

const OPEN = ['asked', 'sent', 'unknown'] as const

/** Whether the provider has given money back once more under the id of a refund that was done. */
function isAnother({ state, providerRefundId }: KeptRefund, told: ProviderRefund): boolean {
  return (
    state === 'done' &&
    told.state === 'succeeded' &&
    providerRefundId !== null &&
    providerRefundId !== told.providerRefundId
  )
}

async function noteOurs(
  tx: Transaction,
  ours: KeptRefund,
  { refund, desk, now }: RefundWord,
): Promise<TakenRefund> {
  const { publicId } = ours
  const { state, providerRefundId, reason } = refund
  // Asked for anew after one that failed, what is still told of that one is old.
  if (state === 'failed' && ours.providerRefundId !== null && ours.providerRefundId !== providerRefundId)
    return 'known'
  // What failed stays so, whichever notice comes later; what only seemed refused may have been done.
  const isOver = ours.state === 'refused' && ours.providerRefundId === providerRefundId
  const news: Pick<RefundNews, 'from' | 'state' | 'problem' | 'isRefusal'> =
    state === 'succeeded'
      ? { from: isOver ? OPEN : [...OPEN, 'refused'], state: 'done' }
      : state === 'failed'
        ? {
            from: [...OPEN, 'done', 'refused'],
            state: 'refused',
            problem: failedWords(reason),
            isRefusal: true,
          }
        : { from: ['asked', 'unknown'], state: 'sent' }
  const askAt = state === 'pending' ? now : undefined
  const told = { ...news, publicId, providerRefundId, askAt, now }
  return (await noteNews(tx, told, desk.enqueue)) ? 'noted' : 'known'
}

async function takeMadeThere(tx: Transaction, money: Money, word: RefundWord): Promise<TakenRefund> {
  const { refund, now } = word
  const { providerRefundId } = refund
  const before = await listMadeThere(tx, money.receiptId, providerRefundId)
  if (before.length > 0) {
    if (refund.state !== 'failed') return 'known'
    return (await undoAll(tx, money, { before, word })) ? 'undone' : 'known'
  }
  const waiting = await lockHandMade(tx, money.receiptId)
  if (refund.state === 'failed') return takeFailedThere(tx, money, { waiting, word })
  // What we could not do ourselves, somebody has done over there.
  const handMade = madeThere(refund, waiting)
  for (const publicId of handMade)
    await noteRefund(tx, {
      publicId,
      from: ['refused', 'paid_by_hand'],
      state: 'done',
      providerRefundId,
      now,
    })
  if (handMade.length > 0) return 'noted'
  await bookMadeThere(tx, money, word)
  return 'booked'
}

/** Of a refund that failed before it was told of, nothing is booked when that is told later; one noted as made waits again. */
async function takeFailedThere(
  tx: Transaction,
  money: Money,
  { waiting, word }: Readonly<{ waiting: readonly HandMade[]; word: RefundWord }>,
): Promise<TakenRefund> {
  const { providerRefundId, amount, reason } = word.refund
  const problem = failedWords(reason)
  const { now } = word
  const noted = waiting.find((one) => one.noted === providerRefundId)
  if (noted) {
    const { publicId } = noted
    await noteNews(
      tx,
      { publicId, from: ['paid_by_hand'], state: 'refused', providerRefundId, problem, now },
      word.desk.enqueue,
    )
    return 'undone'
  }
  await insertRefund(tx, {
    ...MADE_THERE,
    ...UNBORNE,
    publicId: newSecretId('refund'),
    key: `${money.provider}:${providerRefundId}:failed`,
    receiptId: money.receiptId,
    currency: money.currency,
    amount,
    state: 'undone',
    providerRefundId,
    personId: word.personId ?? null,
    now,
  })
  return 'known'
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
      const waits = { publicId, from: ['done'], state: 'refused', problem, now } as const
      isNews = (await noteNews(tx, waits, desk.enqueue)) || isNews
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
