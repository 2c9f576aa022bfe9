import { type Database, inTransaction } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { later, MINUTE } from '#core/time.ts'
import type { PaymentProvider, ProviderRefund, RefundRequest } from '#features/money/payments/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { noteNews } from './note-news.ts'
import {
  claimRefund,
  countEarlier,
  type KeptRefund,
  listDueRefunds,
  type RefundNews,
} from './refund-queries.ts'
import { askAgainAt, refundHindrance } from '../rules.ts'

/** How long whoever asks a provider has for it, before another may ask. */
const LEASE = 5 * MINUTE

/** How many refunds one run of the timer asks for. */
const BATCH = 50

/** What sending refunds needs: the providers that are set up, and how jobs are ordered. */
export type Sending = Readonly<{ providers: readonly PaymentProvider[]; enqueue: Enqueue; now: Date }>

/**
 * Asks the provider for a refund, or how it stands: noted as sent before, so that a process that dies in between asks how it
 * stands and never blindly again. Runs at least once, harmless twice. What the provider never will do, or cannot tell about,
 * waits for a person with the reason.
 */
export async function sendRefund(
  db: Database,
  refundId: string,
  { providers, enqueue, now }: Sending,
): Promise<void> {
  const refund = await claimRefund(db, { publicId: refundId, now, until: later(now, LEASE) })
  if (!refund) return
  const provider = providers.find(({ name }) => name === refund.provider)
  const news = provider
    ? await ask(db, { refund, provider, now })
    : { ...forPerson(`${refund.provider} is not set up any more.`), isUnasked: true }
  await inTransaction(db, (tx) =>
    noteNews(tx, { ...news, publicId: refundId, from: ['sent', 'unknown'], now }, enqueue),
  )
}

/** The refunds about which providers are to be asked now. */
export async function takeDueRefunds(db: Database, now: Date): Promise<string[]> {
  return listDueRefunds(db, now, BATCH)
}

type Asking = Readonly<{ refund: KeptRefund; provider: PaymentProvider; now: Date }>

/** What came of asking. */
type Outcome = Pick<
  RefundNews,
  'state' | 'problem' | 'providerRefundId' | 'askAt' | 'isUnasked' | 'isRefusal'
>

async function ask(db: Database, { refund, provider, now }: Asking): Promise<Outcome> {
  const hindrance = refund.attempts === 1 ? await hindranceOf(db, { refund, provider, now }) : undefined
  if (hindrance) return { ...forPerson(hindrance), isUnasked: true }
  try {
    const answer =
      refund.attempts === 1 ? await provider.refund(requestOf(refund)) : await askAgain(provider, refund)
    return answer === 'cannot_tell' ? forPerson(LOOK) : outcomeOf(answer, { refund, now })
  } catch (error) {
    if (error instanceof AppError && error.details?.['isAsked'] === false) return notAsked(error, now)
    if (error instanceof AppError && error.kind !== 'unavailable')
      return { ...forPerson(error.message), isRefusal: true }
    // Also what nobody expected: whether the money went is not known, so it is never taken for refused.
    return { state: 'unknown', problem: String(error), askAt: askAgainAt(refund.attempts, now) }
  }
}

/** The provider was not asked: doing so later is the first time. */
function notAsked({ kind, message }: AppError, now: Date): Outcome {
  if (kind !== 'unavailable') return { ...forPerson(message), isUnasked: true }
  return { state: 'asked', problem: message, askAt: later(now, LEASE), isUnasked: true }
}

const LOOK =
  'The provider was asked and cannot tell what became of it: look in its panel before paying it again.'

async function askAgain(
  provider: PaymentProvider,
  refund: KeptRefund,
): Promise<ProviderRefund | 'cannot_tell'> {
  const request = requestOf(refund)
  const known = await provider.findRefund(request)
  return known === 'none' ? provider.refund(request) : known
}

function outcomeOf(
  { state, providerRefundId, reason }: ProviderRefund,
  { refund, now }: Pick<Asking, 'refund' | 'now'>,
): Outcome {
  if (state === 'succeeded') return { state: 'done', providerRefundId }
  if (state === 'failed') return { ...forPerson(failedWords(reason)), providerRefundId, isRefusal: true }
  return { state: 'sent', providerRefundId, askAt: askAgainAt(refund.attempts + 2, now) }
}

/** What is told of a refund that the payer's bank did not take. */
export function failedWords(reason: string | undefined): string {
  return `The refund has failed at the provider: ${reason ?? 'no reason was given'}.`
}

function forPerson(problem: string): Outcome {
  return { state: 'refused', problem }
}

async function hindranceOf(db: Database, { refund, provider, now }: Asking): Promise<string | undefined> {
  const { method, currency, amount, paid, receivedAt } = refund
  const capability = provider.capabilities.find(
    (row) => row.method === method && (row.currencies === 'any' || row.currencies.includes(currency)),
  )
  // One that takes nothing new has no table any more: it says itself what it does not do.
  if (!capability) return undefined
  const before = await countEarlier(db, refund)
  return refundHindrance(capability, { amount, paid, before, receivedAt, now })
}

function requestOf(refund: KeptRefund): RefundRequest {
  const { publicId, reference, providerRef, externalId, method, currency, amount, paid, refusals } = refund
  return {
    refundId: publicId,
    reference,
    providerRef: providerRef ?? '',
    receiptId: externalId,
    method,
    currency,
    amount,
    paid,
    refusals,
  }
}
