import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AppError, refused } from '#core/errors.ts'
import { type Id, newSecretId } from '#core/ids.ts'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import {
  findOffer,
  insertInternalPayment,
  type PaymentPage,
  startPayment,
  WALLET,
  selectOpenMethods,
} from '#features/money/payments/service.ts'
import {
  insertCombinedPayment,
  lockPurchases,
  type Purchase,
  type SupplierOrderLine,
} from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { CheckoutDeps } from './pay-order.ts'
import { explainUnavailableMethod } from './payment-methods.ts'
import { applyMoney } from './payment-targets.ts'

/** Purchases that a vendor pays, by their keys, and the vendor's account. */
export type VendorPayment = Readonly<{
  purchaseIds: readonly number[]
  account: Readonly<{ id: number; publicId: Id<'account'>; email: string }>
  now: Date
}>

/**
 * Pays a vendor's purchases from the wallet, all or none; returns the lines sold. The database serializes concurrent
 * payments. Throws `order_expired` if one of them is paid or has ended, and `not_enough_money`.
 */
export async function payFromWallet(
  tx: Transaction,
  { enqueue, ...payment }: VendorPayment & Readonly<{ enqueue: Enqueue }>,
): Promise<SupplierOrderLine[]> {
  const { account, now } = payment
  const { purchases, amount, currency } = await lockUnpaid(tx, payment)
  const receiptId = await insertInternalPayment(tx, {
    ...WALLET,
    publicId: newSecretId('transaction'),
    reference: purchases[0]?.publicId ?? '',
    currency,
    amount,
    now,
  })
  const source = { kind: 'wallet', vendor: account.publicId } as const
  return applyMoney(tx, { purchases, receiptId, source, enqueue, now })
}

/**
 * Starts one payment for several purchases of a vendor. Throws `order_expired` if one of them is paid or has ended,
 * `provider_refused`, and the errors of the provider.
 */
export async function startVendorPayment(
  db: Database,
  { providers, publicUrl }: CheckoutDeps,
  payment: VendorPayment &
    Readonly<{
      method: PaymentMethod
      returnUrl: string
      backUrl: string
      /** Records the payer, in the transaction that stores the payment. */
      record: (tx: Transaction) => Promise<void>
    }>,
): Promise<PaymentPage> {
  const { account, method, returnUrl, backUrl, now } = payment
  const publicId = newSecretId('combinedPayment')
  const due = await inTransaction(db, async (tx) => {
    const unpaid = await lockUnpaid(tx, payment)
    const { amount, currency, purchases } = unpaid
    const purchaseIds = purchases.map(({ id }) => id)
    await insertCombinedPayment(tx, { publicId, accountId: account.id, currency, amount, purchaseIds, now })
    await payment.record(tx)
    return unpaid
  })
  const { amount, currency, purchases } = due
  const offer = findOffer(await selectOpenMethods(db, providers), { method, currency, amount })
  if (!offer.ok)
    throw refused(
      'provider_refused',
      `${explainUnavailableMethod(offer.reason)} Choose another payment method.`,
    )
  const numbers = purchases.map(({ vendorReference }) => vendorReference ?? '')
  return startPayment(db, {
    provider: offer.provider,
    collection: {
      reference: publicId,
      method,
      currency,
      amount,
      description: describeOrders(numbers),
      payerEmail: account.email,
      redirectUrl: returnUrl,
      backUrl,
      notifyUrl: `${publicUrl}/payments/notify/${offer.provider.name}`,
      payableUntil: new Date(Math.min(...purchases.map(({ expiresAt }) => expiresAt.getTime()))),
    },
    now,
  })
}

/** Returns a payment's description for payers: `Orders 1001, 1002 and 3 more`. */
function describeOrders(numbers: readonly string[]): string {
  const [shown, hidden] = [numbers.slice(0, 3).join(', '), numbers.length - 3]
  return `${numbers.length === 1 ? 'Order' : 'Orders'} ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`
}

type UnpaidPurchases = Readonly<{ purchases: readonly Purchase[]; amount: number; currency: string }>

async function lockUnpaid(
  tx: Transaction,
  { purchaseIds, account, now }: VendorPayment,
): Promise<UnpaidPurchases> {
  const purchases = await lockPurchases(tx, purchaseIds)
  const isPayable = ({ accountId, channel, paidAt, closedAt, expiresAt }: Purchase) =>
    channel === 'vendor' && accountId === account.id && !paidAt && !closedAt && expiresAt > now
  if (purchases.length === 0 || purchases.length < purchaseIds.length || !purchases.every(isPayable))
    throw orderExpired()
  const [first] = purchases
  const currency = first?.currency ?? ''
  if (purchases.some((purchase) => purchase.currency !== currency))
    throw refused('mixed_currencies', 'Practice orders are paid apart from real ones.')
  return { purchases, amount: purchases.reduce((sum, { totalAmount }) => sum + totalAmount, 0), currency }
}

function orderExpired(): AppError {
  return refused(
    'order_expired',
    'One of these orders is paid already or has changed. Reload the page and try again.',
  )
}
