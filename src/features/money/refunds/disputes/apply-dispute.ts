import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { allocateFrom } from '#core/money.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import { chargedBackPosting, post, providerFeePosting } from '#features/money/ledger/service.ts'
import {
  cancelUnsentUnits,
  findMoney,
  type LockedOrder,
  type OrderDeps,
  getRemainingMoney,
  getRefundableAmount,
} from '#features/sales/orders/service.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import {
  type Chargeback,
  insertChargebackShare,
  lockChargeback,
  updateChargeback,
  saveChargebackFee,
  saveChargebackReporter,
  returnChargebackShares,
} from './chargeback-queries.ts'
import { allocateLiability, toSupplierOrderRef } from '../refunds/supplier-funds.ts'
import { lockReceiptByExternalId, type LockedReceipt } from '../unapplied/receipt-queries.ts'
import { splitChargebackLiability, isLaterState, isAboutGoods } from '../rules.ts'
import { reverseOrderPosting } from '../refunds/reverse-refund.ts'
import { returnUnappliedChargeback, chargeBackUnapplied } from '../unapplied/charge-back-unapplied.ts'
import { lockPaidOrders } from '../refunds/paid-orders.ts'
import { chargeBackTopUp, returnTopUpChargeback } from '../top-ups/charge-back-top-up.ts'
import { lockTopUp } from '../top-ups/refund-top-up.ts'

/** A dispute as its provider reports it. `accountId` is the operator who reported it instead of the provider. */
export type DisputeUpdate = Readonly<{
  provider: string
  dispute: ProviderDispute
  accountId?: number
  deps: OrderDeps
  now: Date
}>

/** The outcome of a provider's report of a dispute. */
export type DisputeOutcome = 'asked' | 'taken' | 'returned' | 'known' | 'unknown'

/**
 * Applies a provider's report of a dispute, in any order and any number of times (P10). From `open` on the money is
 * gone, shared among the orders it paid and the wallet it topped up; unsent items of the orders are no longer sent. An
 * unapplied receipt loses its unmatched amount. A won dispute is reversed side for side, and the fee stays. One
 * transaction.
 */
export async function applyDispute(db: Database, update: DisputeUpdate): Promise<DisputeOutcome> {
  const released: string[] = []
  const outcome = await inTransaction<DisputeOutcome>(db, async (tx) => {
    released.length = 0
    const { provider, dispute, now } = update
    const { disputeId, currency, amount, reason, respondBy = null } = dispute
    const money = await lockReceiptByExternalId(tx, { provider, externalId: dispute.receiptId })
    if (!money || money.currency !== currency) return 'unknown'
    const { receiptId } = money
    const newChargeback = { provider, disputeId, receiptId, currency, amount, reason, respondBy, now }
    const chargeback = await lockChargeback(tx, newChargeback)
    if (update.accountId !== undefined) await saveChargebackReporter(tx, chargeback.id, update.accountId)
    const context = { ...update, money, before: chargeback, released }
    await bookFee(tx, context)
    const change = await applyState(tx, context)
    if (change !== 'known') await enqueueDisputeEmail(tx, context, change)
    return change
  })
  announceProducts(db, released)
  return outcome
}

/** A reported dispute, its former state, and the list that collects restocked products. */
type DisputeContext = DisputeUpdate &
  Readonly<{ money: LockedReceipt; before: Chargeback; released: string[] }>

/** Enqueues the email about a change, once however often it is reported. */
async function enqueueDisputeEmail(
  tx: Transaction,
  { before, deps }: DisputeContext,
  change: DisputeChange,
): Promise<void> {
  await deps.enqueue(tx, { job: 'refunds.mail_dispute', input: { chargeback: before.id, news: change } })
}

type DisputeChange = Exclude<DisputeOutcome, 'known' | 'unknown'>

async function applyState(tx: Transaction, context: DisputeContext): Promise<DisputeChange | 'known'> {
  const { dispute, money, before, now } = context
  const { state, amount } = dispute
  if (!isLaterState(before.state, state)) return before.state === 'inquiry' ? 'asked' : 'known'
  const wasDebited = before.state === 'open' || before.state === 'lost'
  const isDebited = state === 'open' || state === 'lost'
  await updateChargeback(tx, { id: before.id, state, amount: wasDebited ? before.amount : amount, now })
  if (isDebited && !wasDebited) {
    if (money.state === 'unapplied') await chargeBackUnapplied(tx, toUnappliedChargeback(context))
    else await chargeBackOrders(tx, context)
    return 'taken'
  }
  if (state === 'won' && wasDebited) {
    if (money.state === 'unapplied') await returnUnappliedChargeback(tx, toUnappliedChargeback(context))
    else await returnToOrders(tx, context)
    return 'returned'
  }
  return 'known'
}

function toUnappliedChargeback(context: DisputeContext) {
  const { dispute, money, before, now } = context
  return { money, chargeback: before.id, chargebackId: toChargebackId(context), amount: dispute.amount, now }
}

async function chargeBackOrders(tx: Transaction, context: DisputeContext): Promise<void> {
  const { dispute, money, before, deps, now } = context
  const orders = await lockPaidOrders(tx, money.receiptId)
  const topUp = await lockTopUp(tx, money.receiptId)
  const ofOrders = await Promise.all(
    orders.map(async ({ order }) => getRefundableAmount(await findMoney(tx, order.id))),
  )
  const refundable = [...ofOrders, topUp?.refundable ?? 0]
  const totalRefundable = refundable.reduce((sum, part) => sum + part, 0)
  const shares = allocateFrom(Math.min(dispute.amount, totalRefundable), refundable)
  // The bank may take money that was already refunded: that is the marketplace's loss.
  const excess = Math.max(0, dispute.amount - totalRefundable)
  if (topUp) {
    const loss = orders.length === 0 ? excess : 0
    const chargebackId = toChargebackId(context)
    await chargeBackTopUp(tx, topUp, {
      money,
      chargeback: before.id,
      chargebackId,
      amount: shares.at(-1) ?? 0,
      loss,
      now,
    })
  }
  for (const [place, locked] of orders.entries()) {
    const extra = place === 0 ? excess : 0
    await chargeBackOrder(tx, locked, { taking: context, amount: shares[place] ?? 0, beyond: extra })
    const reason = 'Charged back by the buyer’s bank'
    context.released.push(
      ...(await cancelUnsentUnits(tx, { locked, cause: { actor: 'payment', reason }, deps, now })),
    )
  }
}

type OrderShareInput = Readonly<{ taking: DisputeContext; amount: number; beyond: number }>

async function chargeBackOrder(
  tx: Transaction,
  locked: LockedOrder,
  { taking, amount, beyond }: OrderShareInput,
): Promise<void> {
  if (amount + beyond === 0) return
  const { dispute, money, before, now } = taking
  const pots = getRemainingMoney(await findMoney(tx, locked.order.id))
  const { loss, ...parts } = splitChargebackLiability(amount, pots, isAboutGoods(dispute.reason))
  const liability = { ...(await allocateLiability(tx, locked, parts)), loss: loss + beyond }
  const share = { orderId: locked.order.id, amount: amount + beyond, ...parts, loss: loss + beyond }
  await insertChargebackShare(tx, before.id, share)
  const { provider, method } = money
  const chargebackId = toChargebackId(taking)
  const posting = chargedBackPosting({
    ...toSupplierOrderRef(locked),
    provider,
    method,
    chargebackId,
    by: liability,
    fee: 0,
  })
  await post(tx, posting, now)
}

async function returnToOrders(tx: Transaction, context: DisputeContext): Promise<void> {
  const { deps, money, now } = context
  const orders = await lockPaidOrders(tx, money.receiptId)
  await returnTopUpChargeback(tx, { money, chargebackId: toChargebackId(context), now })
  const returned = await returnChargebackShares(tx, context.before.id)
  const memo = `The dispute was won at ${context.provider}`
  for (const locked of orders) {
    const share = returned.find(({ order }) => order === locked.order.publicId)
    if (!share) continue
    const key = `charged_back:${toChargebackId(context)}:${share.order}`
    await reverseOrderPosting(tx, locked, { key, memo, paidBack: share.paidBack, deps, now })
  }
}

/**
 * Books the fee that the provider reports for a dispute: the increase since before, or the part returned when the
 * dispute is won.
 */
async function bookFee(
  tx: Transaction,
  { provider, dispute, money, before, now }: DisputeContext,
): Promise<void> {
  const { fee, feeCurrency, disputeId, state } = dispute
  // An older webhook event reports a lower fee; only a won dispute lowers it.
  if (fee === before.fee || (fee < before.fee && (state !== 'won' || before.state === 'won'))) return
  const feeId = fee > before.fee ? `dispute:${disputeId}:${fee}` : `dispute:${disputeId}:won:${fee}`
  const { method } = money
  const feeInput = { provider, method, feeId, currency: feeCurrency, amount: fee - before.fee }
  await post(tx, providerFeePosting(feeInput), now)
  await saveChargebackFee(tx, before.id, fee)
}

/** Returns a chargeback's id in the ledger, with the provider's name, because ids are unique only within a provider. */
function toChargebackId({ provider, dispute }: DisputeUpdate): string {
  return `${provider}:${dispute.disputeId}`
}
