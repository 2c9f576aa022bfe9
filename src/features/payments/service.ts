import { relaxed, type Queryable } from '#database/database.ts'
import { unavailable } from '#ground/errors.ts'
import { newSecretId } from '#ground/ids.ts'
import { later, MINUTE } from '#ground/time.ts'
import type { PaymentProvider, PaymentRequest, ProviderPayment, StartedPayment } from './port.ts'
import { findPayment, insertPayment, notePage, takeDuePayments } from './queries.ts'
import { POLL_AFTER_SECONDS } from './rules.ts'

export type {
  Capability,
  NoticeContent,
  PaymentProvider,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
  StartedPayment,
} from './port.ts'
export { type NotOffered, offerOf } from './offers.ts'
export { ownAddress } from './rules.ts'
export {
  endOpenPayment,
  insertNotice,
  insertReceipt,
  listReceipts,
  lockPayment,
  type Payment,
} from './queries.ts'

/** What is to be collected and where the shopper goes afterwards. Here `reference` names what is paid for. */
export type Collection = Readonly<Omit<PaymentRequest, 'askedAt'>>

/** How many payments one run of the poller asks about. */
const POLL_BATCH = 100

/**
 * Opens a payment page: the intent is noted first, then the provider asked, outside any transaction, so that a
 * process which dies in between leaves an attempt that the poller finds. Throws what the provider throws.
 */
export async function startPayment(
  db: Queryable,
  { provider, collection, now }: { provider: PaymentProvider; collection: Collection; now: Date },
): Promise<StartedPayment & { transactionId: string }> {
  const publicId = newSecretId('transaction')
  const id = await insertPayment(db, {
    publicId,
    reference: collection.reference,
    provider: provider.name,
    method: collection.method,
    currency: collection.currency,
    amount: collection.amount,
    nextPollAt: later(now, MINUTE),
    createdAt: now,
  })
  const started = await provider.start({ ...collection, reference: publicId, askedAt: now })
  // Should this be lost, the payment is found again by our own reference.
  await notePage(relaxed(db), id, { ...started, now })
  return { ...started, transactionId: publicId }
}

/**
 * What the provider of a transaction id (ours or the provider's) says of the payment now; undefined when nobody knows
 * it, or its provider is no longer among these.
 */
export async function askProvider(
  db: Queryable,
  { providers, transactionId }: { providers: readonly PaymentProvider[]; transactionId: string },
): Promise<{ provider: string; known: ProviderPayment } | undefined> {
  const payment = await findPayment(db, transactionId)
  const provider = providers.find(({ name }) => name === payment?.provider)
  if (!payment || !provider) return undefined
  const by = payment.providerRef ? { providerRef: payment.providerRef } : { reference: payment.publicId }
  const known = await provider.find(by)
  if (!known) return undefined
  if (known.reference !== payment.publicId)
    throw unavailable('provider_confused', 'The payment provider gave another payment.')
  return { provider: provider.name, known }
}

/** Transaction ids of attempts about which the provider has been silent for long enough; each is put off to its next turn. */
export async function takeSilentPayments(db: Queryable, now: Date): Promise<string[]> {
  return takeDuePayments(db, { now, waits: POLL_AFTER_SECONDS, limit: POLL_BATCH })
}
