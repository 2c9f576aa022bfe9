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

// Every movement of a supplier order's money after its payment. Each has its posting in the same transaction.

/** The earning of a parcel: the order's items in it, in cents. */
export type EarningParcel = Readonly<{ id: number; publicId: string; itemsAmount: number }>

/** Records the earning of a sent parcel (P4). The first parcel earns the shipping. */
export async function recordEarning(
  tx: Transaction,
  { order, lines, supplierPublicId }: LockedOrder,
  { parcel, now }: Readonly<{ parcel: EarningParcel; now: Date }>,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { earned: earnedBefore } = money
  const worth = parcel.itemsAmount + getUnearnedShipping(order, money)
  // Amounts refunded before the parcel was sent are not earned.
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
 * Reverses the earning of a parcel that was not sent (P4r); its amount returns to escrow. Refuses with
 * `parcel_refunded` if a part of the order's earning was refunded meanwhile.
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
 * Releases an order's earnings for payout, less amounts refunded meanwhile (P5). The complaint window has closed, or a
 * case has ended.
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
 * An escrow refund: `reason` as a message, and the amount, by default all of the escrow. `key` identifies its reason
 * within the order, by default the order's version.
 */
export type EscrowRefund = Readonly<{
  reason: string
  amount?: number
  key?: string
  deps: OrderDeps
  now: Date
}>

/**
 * Refunds unearned money to its original payment method (P7). The posting and the request are stored now; a job calls
 * the provider.
 */
export async function refundEscrow(
  tx: Transaction,
  { order }: LockedOrder,
  { reason, amount: requestedAmount, key, deps, now }: EscrowRefund,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { escrow } = getRemainingMoney(money)
  // A part of items that are not sent may have been refunded before.
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

/**
 * The unearned money of an ended order that its buyer has already received, in cents; `key` identifies the ending
 * within the order.
 */
type MarketplaceRepayment = Readonly<{ amount: number; key: string; now: Date }>

/**
 * Repays the marketplace from the escrow of an ended order. The buyer may have received a part of it before at the
 * marketplace's expense, for example by a refund in the provider's panel during a dispute.
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
