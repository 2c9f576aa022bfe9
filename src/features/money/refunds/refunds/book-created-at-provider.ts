import type { Transaction } from '#database/database.ts'
import { allocateFrom } from '#core/money.ts'
import { newSecretId } from '#core/ids.ts'
import {
  goodwillPosting,
  post,
  refundedPosting,
  unappliedRefundedPosting,
} from '#features/money/ledger/service.ts'
import {
  findMoney,
  type LockedOrder,
  type OrderDeps,
  getRemainingMoney,
  getRefundableAmount,
} from '#features/sales/orders/service.ts'
import type { ProviderRefund } from '#features/money/payments/service.ts'
import { allocateLiability, toSupplierOrderRef } from './supplier-funds.ts'
import { lockPaidOrders } from './paid-orders.ts'
import { type LockedTopUp, lockTopUp, refundTopUp } from '../top-ups/refund-top-up.ts'
import type { LockedReceipt } from '../unapplied/receipt-queries.ts'
import { insertRefundRequest } from './refund-queries.ts'
import { splitRefundLiability } from '../rules.ts'
import { readUnappliedBalance, NO_LIABILITY } from '../unapplied/unapplied.ts'

/** A refund created at the provider. `accountId` is the operator who reported it instead of the provider. */
export type ProviderRefundUpdate = Readonly<{
  refund: ProviderRefund
  accountId?: number
  deps: OrderDeps
  now: Date
}>

/**
 * Books a refund created in the provider's panel. It is shared among the orders and the wallet that its receipt paid,
 * or deducted from the unapplied rest.
 */
export async function bookRefundCreatedAtProvider(
  tx: Transaction,
  money: LockedReceipt,
  update: ProviderRefundUpdate,
): Promise<void> {
  if (money.state === 'unapplied') return bookUnappliedRefund(tx, money, update)
  const orders = await lockPaidOrders(tx, money.receiptId)
  const topUp = await lockTopUp(tx, money.receiptId)
  const ofOrders = await Promise.all(
    orders.map(async ({ order }) => getRefundableAmount(await findMoney(tx, order.id))),
  )
  const refundable = [...ofOrders, topUp?.refundable ?? 0]
  const totalRefundable = refundable.reduce((sum, part) => sum + part, 0)
  const shares = allocateFrom(Math.min(update.refund.amount, totalRefundable), refundable)
  // The provider refunded more than is left: the marketplace alone is liable for the excess.
  const excess = Math.max(0, update.refund.amount - totalRefundable)
  if (topUp)
    await bookTopUpRefund(tx, topUp, {
      money,
      word: update,
      // An excess refund of a wallet becomes the vendor's debt.
      amount: (shares.at(-1) ?? 0) + (orders.length === 0 ? excess : 0),
    })
  for (const [place, locked] of orders.entries()) {
    await bookRefundShare(tx, locked, {
      money,
      word: update,
      amount: shares[place] ?? 0,
      goodwill: place === 0 ? excess : 0,
    })
  }
}

async function bookTopUpRefund(
  tx: Transaction,
  topUp: LockedTopUp,
  { money, word, amount }: Pick<RefundShare, 'money' | 'word' | 'amount'>,
): Promise<void> {
  if (amount === 0) return
  const { provider, method } = money
  const { providerRefundId } = word.refund
  const { reason, actor, state } = PROVIDER_REFUND_FIELDS
  await refundTopUp(tx, {
    topUp,
    provider,
    method,
    amount,
    key: `${provider}:${providerRefundId}:wallet`,
    reason,
    actor,
    state,
    providerRefundId,
    accountId: word.accountId ?? null,
    now: word.now,
  })
}

type RefundShare = Readonly<{
  money: LockedReceipt
  word: ProviderRefundUpdate
  amount: number
  goodwill: number
}>

async function bookRefundShare(
  tx: Transaction,
  locked: LockedOrder,
  { money, word, amount, goodwill }: RefundShare,
): Promise<void> {
  const to = { provider: money.provider, method: money.method }
  const orderRef = toSupplierOrderRef(locked)
  if (amount > 0) {
    const parts = splitRefundLiability(amount, getRemainingMoney(await findMoney(tx, locked.order.id)))
    const liabilityBreakdown = await allocateLiability(tx, locked, parts)
    const refundId = await insertProviderRefund(tx, locked, {
      money,
      word,
      amount,
      liability: { ...parts, goodwill: 0 },
    })
    await post(tx, refundedPosting({ ...orderRef, refundId, by: liabilityBreakdown, to }), word.now)
  }
  if (goodwill > 0) {
    const liability = { escrow: 0, net: 0, commission: 0, tax: 0, goodwill }
    const refundId = await insertProviderRefund(tx, locked, {
      money,
      word,
      amount: goodwill,
      liability,
    })
    await post(tx, goodwillPosting({ ...orderRef, refundId, amount: goodwill, to }), word.now)
  }
}

type ProviderRefundRecord = Readonly<{
  money: LockedReceipt
  word: ProviderRefundUpdate
  amount: number
  liability: Parameters<typeof insertRefundRequest>[1]['liability']
}>

async function insertProviderRefund(
  tx: Transaction,
  { order }: LockedOrder,
  { money, word, amount, liability }: ProviderRefundRecord,
) {
  const { providerRefundId } = word.refund
  const publicId = newSecretId('refund')
  await insertRefundRequest(tx, {
    ...PROVIDER_REFUND_FIELDS,
    publicId,
    key: `${money.provider}:${providerRefundId}:${order.publicId}${liability.goodwill > 0 ? ':beyond' : ''}`,
    orderId: order.id,
    receiptId: money.receiptId,
    currency: money.currency,
    amount,
    liability,
    providerRefundId,
    accountId: word.accountId ?? null,
    now: word.now,
  })
  await word.deps.enqueue(tx, { job: 'refunds.mail_refunded', input: { refundId: publicId } })
  return publicId
}

/** The fields that all refunds created at a provider share. */
export const PROVIDER_REFUND_FIELDS = {
  shipping: 0,
  reason: 'Made by hand at the provider',
  requestHash: null,
  actor: 'provider',
  state: 'done',
} as const

async function bookUnappliedRefund(
  tx: Transaction,
  money: LockedReceipt,
  { refund, accountId, now }: ProviderRefundUpdate,
): Promise<void> {
  const { receiptId, provider, method, currency } = money
  const amount = Math.min(refund.amount, await readUnappliedBalance(tx, money))
  if (amount === 0) return
  const { providerRefundId } = refund
  const refundId = newSecretId('refund')
  const key = `${provider}:${providerRefundId}`
  const refundRequest = {
    ...PROVIDER_REFUND_FIELDS,
    ...NO_LIABILITY,
    publicId: refundId,
    key,
    receiptId,
    currency,
    amount,
    providerRefundId,
    accountId: accountId ?? null,
  }
  await insertRefundRequest(tx, { ...refundRequest, now })
  const to = { provider, method }
  const posting = unappliedRefundedPosting({ refundId, receiptId: String(receiptId), currency, amount, to })
  await post(tx, posting, now)
}
