import type { Transaction } from '#database/database.ts'
import { post, repayVendorDebt, toppedUpPosting } from '#features/money/ledger/service.ts'
import { findTopUpRequest, insertTopUp } from '#features/money/payments/service.ts'
import {
  lockCombinedPayment,
  lockCombinedPurchases,
  lockPayable,
  markCombinedPaid,
  type SupplierOrderLine,
  type UnpayableReason,
} from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { applyMoney } from './apply-money.ts'

/** Money received for a reference, in exactly the requested amount. */
export type ReceivedAmount = Readonly<{ reference: string; amount: number; currency: string }>

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

async function lockPurchaseTarget(
  tx: Transaction,
  { reference: publicId, amount, currency }: ReceivedAmount,
): Promise<PaymentTarget> {
  const payable = await lockPayable(tx, { publicId, amount, currency })
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
