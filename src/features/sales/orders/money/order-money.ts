import { newSecretId } from '#core/ids.ts'
import { drawDown } from '#core/money.ts'
import type { Transaction } from '#database/database.ts'
import {
  cancelledPosting,
  earnedPosting,
  paidBackPosting,
  post,
  postAll,
  readBalances,
  releasedPosting,
} from '#features/money/ledger/service.ts'
import type { LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import type { OrderDesk } from '../port.ts'
import type { SupplierOrder } from '../queries.ts'
import {
  COMMISSION_TAX_JURISDICTION,
  earningOf,
  potsOf,
  rateOfSent,
  refundableOf,
  shareOfEscrow,
  shippingLeft,
  worthOf,
} from '../rules.ts'
import { listBorne, notePaidBack } from './liability-queries.ts'
import { findMoney, findSource, insertEarning, insertRefund, releaseEarnings } from './money-queries.ts'

// Every movement of a supplier order's money after it was paid. Each goes with its posting in the same transaction.

/** A parcel that earns: what of the order is in it, in cents. */
export type EarningParcel = Readonly<{ id: number; publicId: string; itemsAmount: number }>

/** P4: a parcel has left. The shipping is earned by the first one. */
export async function earn(
  tx: Transaction,
  { order, lines, supplierPublicId }: LockedOrder,
  { parcel, now }: Readonly<{ parcel: EarningParcel; now: Date }>,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { earned: before } = money
  const worth = parcel.itemsAmount + shippingLeft(order, money)
  // What was given back before it was sent is earned by nobody.
  const gross = shareOfEscrow(worth, { escrow: potsOf(money).escrow, whole: worth + worthOf(lines) })
  if (gross === 0) return
  const earned = earningOf(gross, { before, rate: rateOfSent(order, lines) })
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
 * P5: nobody has complained in time, or a case is over; what was earned may be paid out, as far as it was not given back
 * meanwhile.
 */
export async function release(
  tx: Transaction,
  { order, supplierPublicId }: LockedOrder,
  now: Date,
): Promise<void> {
  const whose = { order: order.publicId, supplier: supplierPublicId, currency: order.currency }
  const released = await releaseEarnings(tx, order.id, now)
  const subledger = `${supplierPublicId}/${order.publicId}`
  const place = { account: 'supplier_pending', subledger, currency: order.currency } as const
  let [pending = 0] = await readBalances(tx, [place], { locked: true })
  const postings = released.flatMap(({ parcel, amount: earned }) => {
    const amount = Math.min(earned, pending)
    pending -= amount
    return amount > 0 ? [releasedPosting({ ...whose, unit: parcel, amount })] : []
  })
  await postAll(tx, postings, now)
}

/**
 * Money to be given back: `reason` for people, and how much of what is in escrow; all of it where no amount is said. `key` names
 * what it is for within the order; the version that the order has come to, where nothing is said.
 */
export type GivingBack = Readonly<{
  reason: string
  amount?: number
  key?: string
  desk: OrderDesk
  now: Date
}>

/**
 * P7: what was not earned goes back the way it came. The posting and the request are written now; the provider is asked by
 * a job.
 */
export async function giveBack(
  tx: Transaction,
  { order }: LockedOrder,
  { reason, amount: asked, key, desk, now }: GivingBack,
): Promise<void> {
  const money = await findMoney(tx, order.id)
  const { escrow } = potsOf(money)
  // Of pieces that are not sent a part may have gone back before.
  const ended = Math.min(asked ?? escrow, escrow)
  const amount = Math.min(ended, refundableOf(money))
  const { publicId: orderId, currency, version } = order
  await payBackShop(tx, order, { amount: ended - amount, key: key ?? String(version), now })
  if (amount === 0) return
  const source = await findSource(tx, order.id)
  if (!source) throw new Error(`nothing was paid for ${order.publicId}`)
  const { receiptId, provider, method } = source
  const refundId = newSecretId('refund')
  await insertRefund(tx, {
    publicId: refundId,
    key: `${orderId}:${key ?? version}`,
    orderId: order.id,
    receiptId,
    currency,
    amount,
    reason,
    now,
  })
  const to = { provider, method }
  await post(tx, cancelledPosting({ refundId, order: orderId, currency, amount, to }), now)
  await desk.refund?.(tx, refundId)
}

/** Money in cents of an order that ended unearned and that its buyer has had already; `key` names the ending within the order. */
type HadAlready = Readonly<{ amount: number; key: string; now: Date }>

/**
 * Of what ended unearned the buyer may have had a part before at the marketplace's cost: refunded in the provider's panel while his
 * bank had the money, for one. What is in escrow for that pays the marketplace back.
 */
async function payBackShop(
  tx: Transaction,
  { id, publicId: order, currency }: SupplierOrder,
  { amount, key, now }: HadAlready,
): Promise<void> {
  if (amount === 0) return
  const borne = await listBorne(tx, id)
  const shares = drawDown(
    amount,
    borne.map((part) => part.amount),
  )
  for (const [place, part] of borne.entries()) {
    const share = shares[place] ?? 0
    if (share === 0) continue
    await notePaidBack(tx, part, { orderId: id, amount: share })
    const { of, account } = part
    await post(tx, paidBackPosting({ of, account, order, currency, amount: share, key }), now)
  }
}
