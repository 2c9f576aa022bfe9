import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { allocateFrom } from '#core/money.ts'
import type { Transaction } from '#database/database.ts'
import {
  cancelledPosting,
  earnedKey,
  type Destination,
  earnedPosting,
  lockVendorMoney,
  lossRecoveredPosting,
  post,
  postAll,
  readBalances,
  releasedPosting,
  reversePosting,
  repayVendorDebt,
} from '#features/money/ledger/service.ts'
import type { LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { storeEffects } from '#platform/effects/request-effects.ts'
import { type OrderDeps, REFUND_EFFECT } from '../port.ts'
import type { SupplierOrder } from '../views/purchase-queries.ts'
import {
  COMMISSION_TAX_JURISDICTION,
  calculateEarning,
  getRemainingMoney,
  getCommissionRate,
  getRefundableAmount,
  shareOfEscrow,
  getUnearnedShipping,
  sumRemainingWorth,
} from '../rules.ts'
import { listLiabilities, recordLiabilityRepayment } from './liability-queries.ts'
import {
  deleteEarning,
  findMoney,
  findPaymentSource,
  insertEarning,
  insertRefund,
  type PaymentSource,
  releaseEarnings,
} from './money-queries.ts'

// Every movement of a supplier order's money after it was paid. Each goes with its posting in the same transaction.

/** A parcel that earns: what of the order is in it, in cents. */
export type EarningParcel = Readonly<{ id: number; publicId: string; itemsAmount: number }>

/** Records the earning of a parcel that was sent (P4). The shipping is earned by the first one. */
export async function recordEarning(
  tx: Transaction,
  { order, lines, supplierPublicId }: LockedOrder,
  { parcel, now }: Readonly<{ parcel: EarningParcel; now: Date }>,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { earned: earnedBefore } = money
  const worth = parcel.itemsAmount + getUnearnedShipping(order, money)
  // What was refunded before it was sent is not earned.
  const gross = shareOfEscrow(worth, {
    escrow: getRemainingMoney(money).escrow,
    whole: worth + sumRemainingWorth(lines),
  })
  if (gross === 0) return
  const earned = calculateEarning(gross, { before: earnedBefore, rate: getCommissionRate(order, lines) })
  const { currency } = order
  await insertEarning(tx, { orderId: order.id, parcelId: parcel.id, currency, earned, now })
  const posting = earnedPosting({
    order: order.publicId,
    supplier: supplierPublicId,
    currency,
    unit: parcel.publicId,
    gross,
    commission: earned.commission,
    taxes: [{ jurisdiction: COMMISSION_TAX_JURISDICTION, amount: earned.tax }],
  })
  await post(tx, posting, now)
}

/**
 * Reverses the earning of a parcel that was not sent (P4r). Its worth is in escrow again. Refuses with `parcel_refunded` where a
 * part of the order's earning was refunded meanwhile.
 */
export async function reverseEarning(
  tx: Transaction,
  { order }: LockedOrder,
  { parcel, now }: Readonly<{ parcel: Pick<EarningParcel, 'id' | 'publicId'>; now: Date }>,
): Promise<void> {
  const { back } = await findMoney(tx, order.id)
  if (back.net > 0 || back.commission > 0)
    throw refused(
      'parcel_refunded',
      'A part of this order was refunded after it was shipped, so its label can’t be refunded here. Contact us instead.',
    )
  if (!(await deleteEarning(tx, parcel.id))) return
  const key = earnedKey({ order: order.publicId, unit: parcel.publicId })
  await reversePosting(tx, { key, memo: 'The parcel was not sent' }, now)
}

/**
 * Releases an order's earnings for payout, less what was refunded meanwhile (P5). The window for complaints has closed,
 * or a case has ended.
 */
export async function releaseOrderEarnings(
  tx: Transaction,
  { order, supplierPublicId }: LockedOrder,
  now: Date,
): Promise<void> {
  const postingContext = { order: order.publicId, supplier: supplierPublicId, currency: order.currency }
  const released = await releaseEarnings(tx, order.id, now)
  const subledger = `${supplierPublicId}/${order.publicId}`
  const balanceKey = { account: 'supplier_pending', subledger, currency: order.currency } as const
  let [pending = 0] = await readBalances(tx, [balanceKey], { locked: true })
  const postings = released.flatMap(({ parcel, amount: earned }) => {
    const amount = Math.min(earned, pending)
    pending -= amount
    return amount > 0 ? [releasedPosting({ ...postingContext, unit: parcel, amount })] : []
  })
  await postAll(tx, postings, now)
}

/**
 * An escrow refund: `reason` as a message, and the amount in escrow; all of it by default. `key` names what it is for
 * within the order; the version that the order has come to, where nothing is said.
 */
export type EscrowRefund = Readonly<{
  reason: string
  amount?: number
  key?: string
  deps: OrderDeps
  now: Date
}>

/**
 * Refunds unearned money the way it came (P7). The posting and the request are written now; the provider is asked by a
 * job.
 */
export async function refundEscrow(
  tx: Transaction,
  { order }: LockedOrder,
  { reason, amount: requestedAmount, key, deps, now }: EscrowRefund,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { escrow } = getRemainingMoney(money)
  // Of items that are not sent a part may have gone back before.
  const cancelledAmount = Math.min(requestedAmount ?? escrow, escrow)
  const amount = Math.min(cancelledAmount, getRefundableAmount(money))
  const { publicId: orderId, currency, version } = order
  await repayMarketplace(tx, order, { amount: cancelledAmount - amount, key: key ?? String(version), now })
  if (amount === 0) return
  const source = await findPaymentSource(tx, order.id)
  if (!source) throw new Error(`nothing was paid for ${order.publicId}`)
  const { receiptId, wallet } = source
  const refundId = newSecretId('refund')
  await insertRefund(tx, {
    publicId: refundId,
    key: `${orderId}:${key ?? version}`,
    orderId: order.id,
    receiptId,
    currency,
    amount,
    reason,
    isDone: wallet !== null,
    now,
  })
  if (!wallet)
    await storeEffects(tx, [{ kind: REFUND_EFFECT, subject: refundId, lane: source.provider }], now)
  const to = toDestination(source)
  if (wallet) await lockVendorMoney(tx, wallet)
  await post(tx, cancelledPosting({ refundId, order: orderId, currency, amount, to }), now)
  if (wallet) await repayVendorDebt(tx, { vendor: wallet, currency, cause: refundId }, now)
  else await deps.refund?.(tx, refundId)
}

/** Returns where an order's refund goes: the wallet that paid it, else the original payment method. */
export function toDestination({ wallet, provider, method }: PaymentSource): Destination {
  return wallet === null ? { provider, method } : { wallet }
}

/** Money in cents of an order that ended unearned and that its buyer has had already; `key` names the ending within the order. */
type MarketplaceRepayment = Readonly<{ amount: number; key: string; now: Date }>

/**
 * Of what ended unearned the buyer may have had a part before at the marketplace's cost: refunded in the provider's panel while
 * the buyer's bank had the money, for one. What is in escrow for that pays the marketplace back.
 */
async function repayMarketplace(
  tx: Transaction,
  { id, publicId: order, currency }: SupplierOrder,
  { amount, key, now }: MarketplaceRepayment,
): Promise<void> {
  if (amount === 0) return
  const liabilities = await listLiabilities(tx, id)
  const shares = allocateFrom(
    amount,
    liabilities.map((liability) => liability.amount),
  )
  for (const [index, liability] of liabilities.entries()) {
    const share = shares[index] ?? 0
    if (share === 0) continue
    await recordLiabilityRepayment(tx, liability, { orderId: id, amount: share })
    const { of, account } = liability
    await post(tx, lossRecoveredPosting({ of, account, order, currency, amount: share, key }), now)
  }
}
