import type { Database, Queryable, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import { post, receivedUnappliedPosting } from '#features/money/ledger/service.ts'
import type { SupplierOrderLine } from '#features/sales/orders/service.ts'
import {
  closeOpenPayment,
  insertReceipt,
  listReceipts,
  lockPayment,
  type Payment,
  type ProviderPayment,
} from '#features/money/payments/service.ts'
import { refundUnapplied, type LockedReceipt } from '#features/money/refunds/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { lockPaymentTarget, type PaymentTarget, type UnpayableReason } from './payment-targets.ts'

/** The state of a payment after a provider's report was applied. */
export type PaymentResult = Readonly<{
  reference: string
  state: 'paid' | 'pending' | 'failed' | 'cancelled' | 'unapplied' | 'unknown'
}>

/** A report of the named provider, which is trusted only for its own payments. */
export type PaymentUpdate = Readonly<{
  provider: string
  known: ProviderPayment
  now: Date
  enqueue: Enqueue
}>

/**
 * Applies a provider's report of a payment, once, in any order and any number of times. It comes by webhook event,
 * returning shopper or poller. One transaction: the receipt is stored, the purchase paid, its supplier orders
 * forwarded, the sale counted and the emails enqueued. Money that pays nothing is stored as unapplied.
 */
export async function applyPayment(
  db: Database,
  { provider, known, now, enqueue }: PaymentUpdate,
): Promise<PaymentResult> {
  let sold: readonly SupplierOrderLine[] = []
  const result = await inTransaction<PaymentResult>(db, async (tx) => {
    const payment = await lockPayment(tx, { provider, publicId: known.reference })
    if (!payment || isOtherPage(payment, known)) return { reference: '', state: 'unknown' }
    if (known.state === 'paid') {
      const receiptResult = await recordReceivedMoney(tx, { payment, known, now, enqueue })
      sold = receiptResult.sold
      return receiptResult.result
    }
    if (payment.state === 'paid') return getPaymentResult(tx, payment)
    if (known.state !== 'pending') {
      await closeOpenPayment(tx, payment.id, { state: known.state, now })
    }
    return { reference: payment.reference, state: known.state }
  })
  announceProducts(
    db,
    sold.map((line) => line.productPublicId),
  )
  return result
}

/**
 * Returns whether the provider reports another page than the one it opened: another party may have used our reference.
 */
function isOtherPage({ providerRef }: Payment, providerPayment: ProviderPayment): boolean {
  return providerRef !== null && providerRef !== providerPayment.providerRef
}

/** The state of the payment, and the lines that it just sold. */
type ReceiptResult = { result: PaymentResult; sold: readonly SupplierOrderLine[] }

type ReceivedMoney = { payment: Payment; known: ProviderPayment; now: Date; enqueue: Enqueue }

async function recordReceivedMoney(
  tx: Transaction,
  { payment, known, now, enqueue }: ReceivedMoney,
): Promise<ReceiptResult> {
  const externalId = known.receiptId ?? known.providerRef
  if (await isRecorded(tx, payment, externalId))
    return { result: await getPaymentResult(tx, payment), sold: [] }
  const { amount, currency } = known
  const isExpectedAmount = amount === payment.amount && currency === payment.currency
  const target: PaymentTarget = isExpectedAmount
    ? await lockPaymentTarget(tx, { reference: payment.reference, amount, currency })
    : { ok: false, reason: 'amount_differs' }
  const receiptId = await insertReceipt(tx, {
    paymentId: payment.id,
    providerRef: known.providerRef,
    provider: payment.provider,
    externalId,
    amount,
    currency,
    state: target.ok ? 'applied' : 'unapplied',
    reason: target.ok ? null : target.reason,
    receivedAt: now,
  })
  if (receiptId === undefined) throw new Error('a receipt of this id belongs to another payment')
  const { reference, provider, method } = payment
  if (!target.ok) {
    const { reason } = target
    const received = { receiptId: String(receiptId), provider, method, currency, amount, reason }
    await post(tx, receivedUnappliedPosting(received), now)
    await refundUnpayable(tx, { ...received, receiptId, reason, enqueue, now })
    return { result: { reference, state: 'unapplied' }, sold: [] }
  }
  const sold = await target.apply({ receiptId, provider, method, enqueue, now })
  return { result: { reference, state: 'paid' }, sold }
}

/** Messages about late and duplicate payments. */
const RETURN_REASONS: Readonly<Partial<Record<UnpayableReason, string>>> = {
  already_paid: 'The order was paid already',
  order_expired: 'The order had ended when the payment arrived',
}

type UnpayableMoney = Omit<LockedReceipt, 'state'> &
  Readonly<{ reason: UnpayableReason; enqueue: Enqueue; now: Date }>

/** Refunds late and duplicate payments; unexplained ones wait for an operator. */
async function refundUnpayable(
  tx: Transaction,
  { reason, enqueue, now, ...money }: UnpayableMoney,
): Promise<void> {
  const reasonText = RETURN_REASONS[reason]
  if (!reasonText) return
  const unapplied = { ...money, state: 'unapplied' } as const
  const refundInput = {
    money: unapplied,
    reason: reasonText,
    actor: 'unapplied',
    accountId: null,
    enqueue,
    now,
  } as const
  await refundUnapplied(tx, refundInput)
}

/** Returns whether this receipt was recorded before; only paid attempts, which are locked here, have receipts. */
async function isRecorded(tx: Transaction, payment: Payment, externalId: string): Promise<boolean> {
  if (payment.state !== 'paid') return false
  const receipts = await listReceipts(tx, payment.id)
  return receipts.some((receipt) => receipt.externalId === externalId)
}

/** Returns the result of a captured payment: paid if it paid its purchase, else unapplied. */
export async function getPaymentResult(db: Queryable, payment: Payment): Promise<PaymentResult> {
  const receipts = await listReceipts(db, payment.id)
  const isApplied = receipts.some((receipt) => receipt.state === 'applied')
  return { reference: payment.reference, state: isApplied ? 'paid' : 'unapplied' }
}
