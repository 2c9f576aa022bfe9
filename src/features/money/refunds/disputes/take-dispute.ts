import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { drawDown } from '#core/money.ts'
import { announceSoon } from '#features/catalogue/catalog/service.ts'
import { chargedBackPosting, post, providerFeePosting } from '#features/money/ledger/service.ts'
import {
  cancelRest,
  findMoney,
  type LockedOrder,
  type OrderDesk,
  potsOf,
  refundableOf,
} from '#features/sales/orders/service.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import {
  type Chargeback,
  insertPart,
  lockChargeback,
  noteChargeback,
  noteFee,
  noteTeller,
  returnParts,
} from './chargeback-queries.ts'
import { bearersOf, whoseOf } from '../refunds/legs.ts'
import { lockMoneyOf, type Money } from '../unapplied/receipt-queries.ts'
import { chargebackBorne, isLaterWord, isSuppliersFault } from '../rules.ts'
import { takeBack } from '../refunds/reverse-refund.ts'
import { returnUnapplied, takeUnapplied } from '../unapplied/take-unapplied.ts'
import { lockPaidOrders } from '../refunds/paid-orders.ts'

/** A dispute as its provider tells of it; `personId` is which operator has told of it, where the provider has not. */
export type DisputeWord = Readonly<{
  provider: string
  dispute: ProviderDispute
  personId?: number
  desk: OrderDesk
  now: Date
}>

/** What was done with a provider's word on a dispute. */
export type TakenDispute = 'asked' | 'taken' | 'returned' | 'known' | 'unknown'

/**
 * P10: takes in what a provider says of a dispute, in whatever order and however often. From open on the money is gone, shared
 * among the orders it had paid; what of these is not sent is not sent any more. Money that paid none is taken from what waits to
 * be matched. Won it is back, side for side, and the fee stays. One transaction.
 */
export async function takeDispute(db: Database, word: DisputeWord): Promise<TakenDispute> {
  const released: string[] = []
  const taken = await inTransaction<TakenDispute>(db, async (tx) => {
    released.length = 0
    const { provider, dispute, now } = word
    const { disputeId, currency, amount, reason, respondBy = null } = dispute
    const money = await lockMoneyOf(tx, { provider, externalId: dispute.receiptId })
    if (!money || money.currency !== currency) return 'unknown'
    const { receiptId } = money
    const told = { provider, disputeId, receiptId, currency, amount, reason, respondBy, now }
    const before = await lockChargeback(tx, told)
    if (word.personId !== undefined) await noteTeller(tx, before.id, word.personId)
    const taking = { ...word, money, before, released }
    await takeFee(tx, taking)
    const news = await takeState(tx, taking)
    if (news !== 'known') await tell(tx, taking, news)
    return news
  })
  announceSoon(db, released)
  return taken
}

/** A dispute that is taken in, what was known of it, and where to note what goes back on sale. */
type Taking = DisputeWord & Readonly<{ money: Money; before: Chargeback; released: string[] }>

/** People are written to once of each, however often it is told. */
async function tell(tx: Transaction, { before, desk }: Taking, news: Told): Promise<void> {
  await desk.enqueue(tx, { job: 'refunds.mail_dispute', input: { chargeback: before.id, news } })
}

type Told = Exclude<TakenDispute, 'known' | 'unknown'>

async function takeState(tx: Transaction, taking: Taking): Promise<Told | 'known'> {
  const { dispute, money, before, now } = taking
  const { state, amount } = dispute
  if (!isLaterWord(before.state, state)) return before.state === 'inquiry' ? 'asked' : 'known'
  const wasGone = before.state === 'open' || before.state === 'lost'
  const isGone = state === 'open' || state === 'lost'
  await noteChargeback(tx, { id: before.id, state, amount: wasGone ? before.amount : amount, now })
  if (isGone && !wasGone) {
    if (money.state === 'unapplied') await takeUnapplied(tx, unappliedOf(taking))
    else await takeMoney(tx, taking)
    return 'taken'
  }
  if (state === 'won' && wasGone) {
    if (money.state === 'unapplied') await returnUnapplied(tx, unappliedOf(taking))
    else await giveMoneyBack(tx, taking)
    return 'returned'
  }
  return 'known'
}

function unappliedOf(taking: Taking) {
  const { dispute, money, before, now } = taking
  return { money, chargeback: before.id, chargebackId: idOf(taking), amount: dispute.amount, now }
}

async function takeMoney(tx: Transaction, taking: Taking): Promise<void> {
  const { dispute, money, desk, now } = taking
  const orders = await lockPaidOrders(tx, money.receiptId)
  const left = await Promise.all(orders.map(async ({ order }) => refundableOf(await findMoney(tx, order.id))))
  const inAll = left.reduce((sum, part) => sum + part, 0)
  const shares = drawDown(Math.min(dispute.amount, inAll), left)
  // The bank may take what was given back already: that is the marketplace's loss.
  const beyond = Math.max(0, dispute.amount - inAll)
  for (const [place, locked] of orders.entries()) {
    const extra = place === 0 ? beyond : 0
    await takeShare(tx, locked, { taking, amount: shares[place] ?? 0, beyond: extra })
    const reason = 'The buyer’s bank has taken the money back'
    taking.released.push(
      ...(await cancelRest(tx, { locked, cause: { actor: 'payment', reason }, desk, now })),
    )
  }
}

type Share = Readonly<{ taking: Taking; amount: number; beyond: number }>

async function takeShare(
  tx: Transaction,
  locked: LockedOrder,
  { taking, amount, beyond }: Share,
): Promise<void> {
  if (amount + beyond === 0) return
  const { dispute, money, before, now } = taking
  const pots = potsOf(await findMoney(tx, locked.order.id))
  const { loss, ...parts } = chargebackBorne(amount, pots, isSuppliersFault(dispute.reason))
  const by = { ...(await bearersOf(tx, locked, parts)), loss: loss + beyond }
  const part = { orderId: locked.order.id, amount: amount + beyond, ...parts, loss: loss + beyond }
  await insertPart(tx, before.id, part)
  const { provider, method } = money
  const chargebackId = idOf(taking)
  const posting = chargedBackPosting({ ...whoseOf(locked), provider, method, chargebackId, by, fee: 0 })
  await post(tx, posting, now)
}

async function giveMoneyBack(tx: Transaction, taking: Taking): Promise<void> {
  const { desk, now } = taking
  const orders = await lockPaidOrders(tx, taking.money.receiptId)
  const returned = await returnParts(tx, taking.before.id)
  const memo = `The dispute was won at ${taking.provider}`
  for (const locked of orders) {
    const part = returned.find(({ order }) => order === locked.order.publicId)
    if (!part) continue
    const key = `charged_back:${idOf(taking)}:${part.order}`
    await takeBack(tx, locked, { key, memo, paidBack: part.paidBack, desk, now })
  }
}

/**
 * The fee that the provider keeps for a dispute, as it tells of it: what is more than before is booked, and what it gives back when
 * the dispute is won.
 */
async function takeFee(tx: Transaction, { provider, dispute, money, before, now }: Taking): Promise<void> {
  const { fee, feeCurrency, disputeId, state } = dispute
  // An older notice knows of less; the last word is that it was won.
  if (fee === before.fee || (fee < before.fee && (state !== 'won' || before.state === 'won'))) return
  const feeId = fee > before.fee ? `dispute:${disputeId}:${fee}` : `dispute:${disputeId}:won:${fee}`
  const { method } = money
  const more = { provider, method, feeId, currency: feeCurrency, amount: fee - before.fee }
  await post(tx, providerFeePosting(more), now)
  await noteFee(tx, before.id, fee)
}

/** What a chargeback is called in the ledger: a provider's ids are its own. */
function idOf({ provider, dispute }: DisputeWord): string {
  return `${provider}:${dispute.disputeId}`
}
