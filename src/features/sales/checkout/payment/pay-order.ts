import type { Database } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { parseCents } from '#core/money.ts'
import { findPurchase, type Purchase } from '#features/sales/orders/service.ts'
import {
  fetchProviderPayment,
  findPayment,
  findOffer,
  resolveOwnUrl,
  type PaymentPage,
  type PaymentProvider,
  startPayment,
  selectOpenMethods,
} from '#features/money/payments/service.ts'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { explainUnavailableMethod } from './payment-methods.ts'
import { applyPayment, type PaymentResult, getPaymentResult } from './apply-payment.ts'

/**
 * The dependencies of checkout: the providers in order of preference, and the shop's public URL. A provider without
 * capabilities accepts no new payments, but its reports about earlier ones are applied.
 */
export type CheckoutDeps = Readonly<{
  providers: readonly PaymentProvider[]
  publicUrl: string
  enqueue: Enqueue
}>

/** A request to pay. The amount must be the order's; the URLs must be the shop's own. */
export type PayOrderInput = Readonly<{
  orderID: string
  amount: string | number
  backURL?: string | undefined
  redirectUrl?: string | undefined
  paymentMethod: PaymentMethod
}>

/**
 * Opens the provider's payment page for an order, or returns the one that is still open. Throws `order_not_found`,
 * `already_paid`, `order_expired`, `amount_differs`, `bad_return_url`, `provider_refused`, `too_many_attempts`.
 */
export async function payOrder(
  db: Database,
  { checkoutDeps, input, now }: { checkoutDeps: CheckoutDeps; input: PayOrderInput; now: Date },
): Promise<PaymentPage> {
  const purchase = await findPurchase(db, input.orderID)
  if (purchase?.channel !== 'marketplace') throw orderNotFound()
  refuseUnpayable(purchase, now)
  if (parseCents(input.amount) !== purchase.totalAmount) {
    throw refused('amount_differs', 'The amount doesn’t match the order total. Please reload the page.')
  }
  const redirectUrl = resolveOwnUrl(input.redirectUrl, checkoutDeps.publicUrl, '/paymentSuccess')
  const backUrl = resolveOwnUrl(input.backURL, checkoutDeps.publicUrl, '/paymentError')
  if (!redirectUrl || !backUrl)
    throw refused('bad_return_url', 'The return addresses must belong to this shop.')
  const provider = chooseProvider(
    await selectOpenMethods(db, checkoutDeps.providers),
    purchase,
    input.paymentMethod,
  )
  return startPayment(db, {
    provider,
    collection: {
      reference: purchase.publicId,
      method: input.paymentMethod,
      currency: purchase.currency,
      amount: purchase.totalAmount,
      description: `Order ${purchase.number}`,
      payerEmail: purchase.email,
      redirectUrl,
      backUrl,
      notifyUrl: `${checkoutDeps.publicUrl}/payments/notify/${provider.name}`,
      payableUntil: purchase.expiresAt,
    },
    now,
  })
}

/** Returns the error for a missing order or an invalid number (CHK2-12). */
export function orderNotFound(): AppError {
  return notFound('order_not_found', 'There is no order with this number.')
}

/**
 * Fetches a transaction from its provider and applies it; undefined if neither side knows it. A paid one stays paid, so
 * its provider is not called. Throws `unavailable` when the provider does not answer.
 */
export async function confirmPayment(
  db: Database,
  { checkoutDeps, transactionId, now }: { checkoutDeps: CheckoutDeps; transactionId: string; now: Date },
): Promise<PaymentResult | undefined> {
  const payment = await findPayment(db, transactionId)
  if (!payment) return undefined
  if (payment.state === 'paid') return getPaymentResult(db, payment)
  const answer = await fetchProviderPayment(payment, checkoutDeps.providers)
  return answer && applyPayment(db, { ...answer, now, enqueue: checkoutDeps.enqueue })
}

function refuseUnpayable({ paidAt, closedAt, expiresAt }: Purchase, now: Date): void {
  if (paidAt) throw refused('already_paid', 'This order has already been paid.')
  if (closedAt || expiresAt <= now) {
    throw refused(
      'order_expired',
      'The time to pay for this order has run out. Your cart is still there, so you can order again.',
    )
  }
}

function chooseProvider(
  providers: readonly PaymentProvider[],
  purchase: Purchase,
  method: PaymentMethod,
): PaymentProvider {
  const { currency, totalAmount: amount } = purchase
  const offer = findOffer(providers, { method, currency, amount })
  if (offer.ok) return offer.provider
  throw refused(
    'provider_refused',
    `${explainUnavailableMethod(offer.reason)} Please choose another payment method.`,
  )
}
