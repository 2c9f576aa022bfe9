import type { Queryable } from '#database/database.ts'
import { refused, unavailable } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { PaymentProvider, PaymentRequest, ProviderPayment, StartedPayment } from './port.ts'
import { insertPayment, listAttempts, savePaymentPage, type Payment, claimDuePayments } from './queries.ts'
import { MAX_ATTEMPTS, POLL_AFTER_SECONDS } from './rules.ts'

export type {
  Capability,
  PaymentWebhookContent,
  PaymentProvider,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
  StartedPayment,
} from './port.ts'
export { type UnavailableReason, findOffer } from './offers.ts'
export { CLOSED_METHODS, METHOD_NAMES, selectOpenMethods } from './open-methods.ts'
export { resolveOwnUrl } from './rules.ts'
export { PRACTICE_MONEY, WALLET } from './wallet.ts'
export {
  findTopUp,
  findTopUpRequest,
  insertInternalPayment,
  insertTopUp,
  insertTopUpRequest,
  type TopUp,
} from './top-up-queries.ts'
export {
  completeDeferredEvent,
  insertWebhookEvent,
  deferWebhookEvent,
  listReadyWebhookEvents,
  type RefundOrDisputeContent,
} from './webhook-event-queries.ts'
export {
  closeOpenPayment,
  findPayment,
  insertReceipt,
  listReceipts,
  lockPayment,
  markPageClosed,
  type Payment,
} from './queries.ts'

/**
 * A payment to collect, and the URLs that the shopper returns to. Here `reference` identifies the purchase or top-up.
 */
export type PaymentInput = Readonly<Omit<PaymentRequest, 'requestedAt'>>

/** The number of payments claimed and polled at a time; if the process dies, they are polled at their next turn. */
const POLL_BATCH = 10

/** A payment page, and our id of the attempt. */
export type PaymentPage = StartedPayment & Readonly<{ transactionId: string }>

/**
 * Returns the open page for the same method and amount, or opens a new one. The intent is stored first; then the
 * provider is called, outside any transaction. If the process dies in between, the poller finds the attempt. Throws
 * `too_many_attempts`, and the errors of the provider.
 */
export async function startPayment(
  db: Queryable,
  { provider, collection, now }: { provider: PaymentProvider; collection: PaymentInput; now: Date },
): Promise<PaymentPage> {
  const attempts = await listAttempts(db, collection.reference, MAX_ATTEMPTS)
  const open = await findOpenPage(provider, { before: attempts, collection })
  if (open) return open
  // Concurrent calls may exceed the limit slightly, which is harmless: it only has to exist.
  if (attempts.length >= MAX_ATTEMPTS) throw tooManyAttempts()
  const publicId = newSecretId('transaction')
  const id = await insertPayment(db, {
    publicId,
    reference: collection.reference,
    provider: provider.name,
    method: collection.method,
    currency: collection.currency,
    amount: collection.amount,
    nextPollAt: addMs(now, MINUTE),
    createdAt: now,
  })
  const started = await provider.start({ ...collection, reference: publicId, requestedAt: now })
  // It is committed before the page is shown, because not every provider finds a payment by our reference.
  await savePaymentPage(db, id, { ...started, now })
  return { ...started, transactionId: publicId }
}

type ReopenContext = Readonly<{ before: readonly Payment[]; collection: PaymentInput }>

/** Two pages of one order could both be paid, and each is polled for a day, so an open page is reused. */
async function findOpenPage(
  provider: PaymentProvider,
  { before, collection }: ReopenContext,
): Promise<PaymentPage | undefined> {
  const { method, currency, amount, redirectUrl, backUrl } = collection
  const last = before.find((one) => one.provider === provider.name && one.method === method)
  if (last?.state !== 'pending' || last.providerRef === null) return undefined
  if (last.currency !== currency || last.amount !== amount) return undefined
  const { publicId: transactionId, providerRef } = last
  const reopenRequest = { reference: transactionId, providerRef, currency, amount, redirectUrl, backUrl }
  const page = await provider.reopen?.(reopenRequest)
  return page && { ...page, transactionId }
}

function tooManyAttempts() {
  const message =
    'Too many payment pages were opened for this order. Pay on one that is still open, or place a new order.'
  return refused('too_many_attempts', message)
}

/** Returns a payment as its provider reports it now; undefined if no configured provider knows it. */
export async function fetchProviderPayment(
  payment: Payment,
  providers: readonly PaymentProvider[],
): Promise<{ provider: string; known: ProviderPayment } | undefined> {
  const provider = providers.find(({ name }) => name === payment.provider)
  if (!provider) return undefined
  const by = payment.providerRef ? { providerRef: payment.providerRef } : { reference: payment.publicId }
  const providerPayment = await provider.find(by)
  if (!providerPayment) return undefined
  if (providerPayment.reference !== payment.publicId)
    throw unavailable('provider_confused', 'The payment provider returned another payment.')
  return { provider: provider.name, known: providerPayment }
}

/** Claims a few silent attempts, postpones each to its next poll, and returns their transaction IDs. */
export async function claimSilentPayments(db: Queryable, now: Date): Promise<string[]> {
  return claimDuePayments(db, { now, waits: POLL_AFTER_SECONDS, limit: POLL_BATCH })
}
