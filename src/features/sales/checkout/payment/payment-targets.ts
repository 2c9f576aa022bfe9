import { addMs, SECOND } from '#core/time.ts'
import type { Transaction } from '#database/database.ts'
import { recordSale } from '#features/catalogue/catalog/service.ts'
import { post, repayVendorDebt, toppedUpPosting } from '#features/money/ledger/service.ts'
import { findTopUpRequest, insertTopUp } from '#features/money/payments/service.ts'
import {
  capturePurchases,
  type CaptureSource,
  isPractice,
  lockCombinedPayment,
  lockCombinedPurchases,
  lockPurchase,
  markCombinedPaid,
  type Purchase,
  type SupplierOrderLine,
} from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** Money received for a reference, in exactly the requested amount. */
export type ReceivedAmount = Readonly<{ reference: string; amount: number; currency: string }>

/** Why money could not be applied to a purchase. */
export type UnpayableReason = 'order_unknown' | 'already_paid' | 'order_expired' | 'amount_differs'

/** The receipt of that money, and its provider and method. */
export type AppliedReceipt = Readonly<{
  receiptId: number
  provider: string
  method: string
  enqueue: Enqueue
  now: Date
}>

/**
 * The purchases that a payment pays, locked until the transaction ends, or why none; applying it returns the lines
 * sold.
 */
export type PaymentTarget = Readonly<
  | { ok: true; apply(receipt: AppliedReceipt): Promise<SupplierOrderLine[]> }
  | { ok: false; reason: UnpayableReason }
>

/** Locks the target of a payment: a purchase, several of one account, or a vendor's wallet. */
export function lockPaymentTarget(tx: Transaction, received: ReceivedAmount): Promise<PaymentTarget> {
  const { reference } = received
  if (reference.startsWith('cmb_')) return lockCombinedTarget(tx, received)
  if (reference.startsWith('top_')) return lockWalletTarget(tx, received)
  return lockPurchaseTarget(tx, received)
}

async function lockPurchaseTarget(tx: Transaction, received: ReceivedAmount): Promise<PaymentTarget> {
  const payable = await lockPayable(tx, received)
  if (!payable.ok) return payable
  return {
    ok: true,
    apply: ({ provider, method, ...receipt }) =>
      applyMoney(tx, {
        ...receipt,
        purchases: [payable.purchase],
        source: { kind: 'received', provider, method },
      }),
  }
}

/** Whether a payment would pay the purchase, which is locked until the transaction ends. */
type PayableResult = Readonly<{ ok: true; purchase: Purchase } | { ok: false; reason: UnpayableReason }>

/**
 * Locks the purchase and returns whether `amount` cents of `currency` pay it now. A purchase whose reservation has
 * ended but was not yet released still has its items, so such a payment is accepted.
 */
export async function lockPayable(
  tx: Transaction,
  { reference, amount, currency }: ReceivedAmount,
): Promise<PayableResult> {
  const purchase = await lockPurchase(tx, reference)
  if (purchase?.channel !== 'marketplace') return { ok: false, reason: 'order_unknown' }
  if (purchase.paidAt) return { ok: false, reason: 'already_paid' }
  if (purchase.closedAt) return { ok: false, reason: 'order_expired' }
  if (purchase.totalAmount !== amount || purchase.currency !== currency)
    return { ok: false, reason: 'amount_differs' }
  return { ok: true, purchase }
}

/** Purchases that have ended meanwhile are not paid: their share goes into the vendor's wallet. */
async function lockCombinedTarget(
  tx: Transaction,
  { reference, amount, currency }: ReceivedAmount,
): Promise<PaymentTarget> {
  const combined = await lockCombinedPayment(tx, reference)
  if (!combined) return { ok: false, reason: 'order_unknown' }
  if (combined.paidAt) return { ok: false, reason: 'already_paid' }
  if (combined.amount !== amount || combined.currency !== currency)
    return { ok: false, reason: 'amount_differs' }
  const all = await lockCombinedPurchases(tx, combined.id)
  const purchases = all.filter(({ paidAt, closedAt }) => !paidAt && !closedAt)
  const due = purchases.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
  if (purchases.length === 0 || due > amount) return { ok: false, reason: 'order_expired' }
  const { accountId, vendor } = combined
  const topUp = due < amount ? { vendor, amount: amount - due } : undefined
  return {
    ok: true,
    async apply({ provider, method, ...receipt }) {
      const { receiptId, now } = receipt
      await markCombinedPaid(tx, combined.id, now)
      const source = { kind: 'received', provider, method, ...(topUp ? { topUp } : {}) } as const
      const sold = await applyMoney(tx, { ...receipt, purchases, source })
      if (topUp) {
        await insertTopUp(tx, { receiptId, accountId, currency, amount: topUp.amount, now })
        await repayVendorDebt(tx, { vendor, currency, cause: `received:${receiptId}` }, now)
      }
      return sold
    },
  }
}

async function lockWalletTarget(
  tx: Transaction,
  { reference, amount, currency }: ReceivedAmount,
): Promise<PaymentTarget> {
  const request = await findTopUpRequest(tx, reference)
  if (!request) return { ok: false, reason: 'order_unknown' }
  if (request.amount !== amount || request.currency !== currency)
    return { ok: false, reason: 'amount_differs' }
  const { accountId, vendor } = request
  return {
    ok: true,
    async apply({ receiptId, provider, method, enqueue, now }) {
      await insertTopUp(tx, { receiptId, accountId, currency, amount, now })
      const received = { receiptId: String(receiptId), provider, method, vendor, currency, amount }
      await post(tx, toppedUpPosting(received), now)
      await repayVendorDebt(tx, { vendor, currency, cause: `received:${receiptId}` }, now)
      await enqueue(tx, { job: WALLET_CREDITED_JOB, input: { accountId, currency } })
      return []
    },
  }
}

/** The name of the job that pays waiting orders from a wallet after a top-up. */
const WALLET_CREDITED_JOB = 'forwarding.pay_waiting_orders'

/** Money for locked purchases of one channel and currency, and its source. */
type MoneyApplication = Readonly<{
  purchases: readonly Purchase[]
  receiptId: number
  source: CaptureSource
  enqueue: Enqueue
  now: Date
}>

/**
 * Applies money to the purchases that it pays; returns the lines sold. Throws `not_enough_money` if a wallet has too
 * little.
 */
export async function applyMoney(
  tx: Transaction,
  { enqueue, ...capture }: MoneyApplication,
): Promise<SupplierOrderLine[]> {
  const sold = await capturePurchases(tx, capture)
  // Neither needs the other's result, so they run concurrently.
  await Promise.all([
    ...(capture.purchases.every(isPractice) ? [] : [recordSale(tx, sold)]),
    ...capture.purchases.map(({ channel, publicId, vendorOrder }) =>
      enqueue(
        tx,
        channel === 'vendor'
          ? { job: VENDOR_PURCHASE_JOB, input: { shopOrderId: vendorOrder } }
          : { job: 'checkout.mail_paid_order', input: { purchaseId: publicId } },
      ),
    ),
  ])
  await Promise.all(
    capture.purchases.map((purchase) => enqueueHoldEnd(tx, enqueue, { ...purchase, now: capture.now })),
  )
  return sold
}

/**
 * Schedules the timers for the end of a vendor's hold, so that its suppliers get the purchase without waiting for the
 * next minute.
 */
async function enqueueHoldEnd(
  tx: Transaction,
  enqueue: Enqueue,
  { channel, holdSeconds, now }: Pick<Purchase, 'channel' | 'holdSeconds'> & Readonly<{ now: Date }>,
): Promise<void> {
  if (channel !== 'vendor' || holdSeconds === null) return
  await enqueue(tx, { job: TIMERS_JOB, input: {}, startAfter: addMs(now, holdSeconds * SECOND) })
}

/** The name of the job that runs the due timers of supplier orders. */
const TIMERS_JOB = 'orders.run_timers'

/** The name of the job that updates a vendor's store order after a change of its purchase. */
const VENDOR_PURCHASE_JOB = 'forwarding.follow_order'
