import { relaxed, type Database } from '#database/database.ts'
import { type AppError, notFound, refused } from '#ground/errors.ts'
import { parseCents } from '#ground/money.ts'
import { findPurchase, type Purchase } from '#features/orders/service.ts'
import {
  askProvider,
  insertNotice,
  ownAddress,
  type PaymentProvider,
  type StartedPayment,
  startPayment,
} from '#features/payments/service.ts'
import type { PaymentMethod } from '#features/payments/contract.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'

/** Where money meets the shop: the provider, and the shop's own public address. */
export type Till = Readonly<{ provider: PaymentProvider | undefined; publicUrl: string; enqueue: Enqueue }>

/** A wish to pay. The amount must be the order's; the addresses must be the shop's own. */
export type PayOrder = Readonly<{
  orderID: string
  amount: string | number
  backURL?: string | undefined
  redirectUrl?: string | undefined
  paymentMethod: PaymentMethod
}>

/**
 * Opens the provider's payment page for an order. Throws `order_not_found`, `already_paid`, `order_expired`,
 * `amount_differs`, `bad_return_url`, `provider_refused`.
 */
export async function payOrder(
  db: Database,
  { till, wish, now }: { till: Till; wish: PayOrder; now: Date },
): Promise<StartedPayment & { transactionId: string }> {
  const purchase = await findPurchase(db, wish.orderID)
  if (!purchase) throw orderNotFound()
  refuseUnpayable(purchase, now)
  if (parseCents(wish.amount) !== purchase.totalAmount) {
    throw refused('amount_differs', 'The amount is not the total of the order. Please reload the page.')
  }
  const redirectUrl = ownAddress(wish.redirectUrl, till.publicUrl, '/paymentSuccess')
  const backUrl = ownAddress(wish.backURL, till.publicUrl, '/paymentError')
  if (!redirectUrl || !backUrl)
    throw refused('bad_return_url', 'The addresses to return to must be those of this shop.')
  return startPayment(db, {
    provider: openTill(till),
    collection: {
      reference: purchase.publicId,
      method: wish.paymentMethod,
      currency: purchase.currency,
      amount: purchase.totalAmount,
      payerEmail: purchase.email,
      redirectUrl,
      backUrl,
      notifyUrl: `${till.publicUrl}/payments/notify/${openTill(till).name}`,
    },
    now,
  })
}

/** There is no such order, or the number is not one (CHK2-12). */
export function orderNotFound(): AppError {
  return notFound('order_not_found', 'There is no order of that number.')
}

/**
 * Asks the provider about a transaction and settles what it says; undefined when neither the shop nor the provider
 * knows it. Throws `unavailable` when the provider does not answer.
 */
export async function confirmPayment(
  db: Database,
  { till, transactionId, now }: { till: Till; transactionId: string; now: Date },
): Promise<Settlement | undefined> {
  if (!till.provider) return undefined
  const asked = await askProvider(db, { provider: till.provider, transactionId })
  const { name: provider } = till.provider
  return asked && settlePayment(db, { provider, known: asked.known, now, enqueue: till.enqueue })
}

/**
 * Takes in a notice: checked, noted by the provider's event id, then settled. A notice that comes again is settled
 * again, which changes nothing, so that one noted by a process that died right after is not lost. Gives how the payment
 * stands, and whether the notice was of money.
 */
export async function takeNotice(
  db: Database,
  { till, provider, body, header, now }: TakeNotice,
): Promise<{ state: Settlement['state']; isMoney: boolean }> {
  if (till.provider?.name !== provider)
    throw notFound('provider_unknown', 'No such payment provider is set up.')
  const notice = till.provider.readNotice(body, header, now)
  // On the disk with the settlement's commit at the latest, which comes before the provider's answer.
  await insertNotice(relaxed(db), { provider, eventId: notice.eventId, body, receivedAt: now })
  const { payment: known } = notice
  const { state } = await settlePayment(db, { provider, known, now, enqueue: till.enqueue })
  return { state, isMoney: known.state === 'paid' }
}

type TakeNotice = {
  till: Till
  provider: string
  body: string
  header: (name: string) => string | undefined
  now: Date
}

function refuseUnpayable({ paidAt, closedAt, expiresAt }: Purchase, now: Date): void {
  if (paidAt) throw refused('already_paid', 'This order has been paid already.')
  if (closedAt || expiresAt <= now) {
    throw refused(
      'order_expired',
      'The time to pay for this order is over. Your cart is still there: please order again.',
    )
  }
}

function openTill({ provider }: Till): PaymentProvider {
  if (provider) return provider
  throw refused('provider_refused', 'Payments are not set up on this marketplace yet.')
}
