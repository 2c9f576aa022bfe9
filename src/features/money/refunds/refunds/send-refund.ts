import { type Database, inTransaction } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { PaymentProvider, ProviderRefund, RefundRequest } from '#features/money/payments/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { saveRefundChange } from './save-refund-change.ts'
import {
  claimRefund,
  countEarlierRefunds,
  type StoredRefund,
  listDueRefundIds,
  type RefundChange,
} from './refund-queries.ts'
import { getNextAttemptAt, getManualRefundReason } from '../rules.ts'

/** How long one attempt may ask a provider, before another may. */
const LEASE = 5 * MINUTE

/** How many refunds one run of the timer asks for. */
const BATCH = 50

/** What sending refunds needs: the providers that are set up, and how jobs are ordered. */
export type SendRefundDeps = Readonly<{ providers: readonly PaymentProvider[]; enqueue: Enqueue; now: Date }>

/**
 * Asks the provider for a refund, or how it stands: noted as sent before, so that a process that dies in between asks how it
 * stands and never blindly again. Runs at least once, harmless twice. What the provider never will do, or cannot tell about,
 * waits for a person with the reason.
 */
export async function sendRefund(
  db: Database,
  refundId: string,
  { providers, enqueue, now }: SendRefundDeps,
): Promise<void> {
  const refund = await claimRefund(db, { publicId: refundId, now, until: addMs(now, LEASE) })
  if (!refund) return
  const provider = providers.find(({ name }) => name === refund.provider)
  const outcome = provider
    ? await requestRefund(db, { refund, provider, now })
    : { ...toManualOutcome(`${refund.provider} is no longer set up.`), isUnasked: true }
  await inTransaction(db, (tx) =>
    saveRefundChange(tx, { ...outcome, publicId: refundId, from: ['sent', 'unknown'], now }, enqueue),
  )
}

/** The refunds about which providers are to be asked now. */
export async function listRefundsToSend(db: Database, now: Date): Promise<string[]> {
  return listDueRefundIds(db, now, BATCH)
}

type RefundAttempt = Readonly<{ refund: StoredRefund; provider: PaymentProvider; now: Date }>

/** What came of asking. */
type AttemptOutcome = Pick<
  RefundChange,
  'state' | 'problem' | 'providerRefundId' | 'nextAttemptAt' | 'isUnasked' | 'isRefusal'
>

async function requestRefund(
  db: Database,
  { refund, provider, now }: RefundAttempt,
): Promise<AttemptOutcome> {
  const manualReason =
    refund.attempts === 1 ? await findManualReason(db, { refund, provider, now }) : undefined
  if (manualReason) return { ...toManualOutcome(manualReason), isUnasked: true }
  try {
    const answer =
      refund.attempts === 1
        ? await provider.refund(toRefundRequest(refund))
        : await retryRequest(provider, refund)
    return answer === 'cannot_tell' ? toManualOutcome(UNCLEAR_PROBLEM) : toOutcome(answer, { refund, now })
  } catch (error) {
    if (error instanceof AppError && error.details?.['isRequested'] === false)
      return toUnsentOutcome(error, now)
    if (error instanceof AppError && error.kind !== 'unavailable')
      return { ...toManualOutcome(error.message), isRefusal: true }
    // Also what nobody expected: whether the money went is not known, so it is never taken for refused.
    return { state: 'unknown', problem: String(error), nextAttemptAt: getNextAttemptAt(refund.attempts, now) }
  }
}

/** The provider was not asked: doing so later is the first time. */
function toUnsentOutcome({ kind, message }: AppError, now: Date): AttemptOutcome {
  if (kind !== 'unavailable') return { ...toManualOutcome(message), isUnasked: true }
  return { state: 'asked', problem: message, nextAttemptAt: addMs(now, LEASE), isUnasked: true }
}

const UNCLEAR_PROBLEM =
  'The provider can’t say what happened to this refund. Check its dashboard before you pay it again.'

async function retryRequest(
  provider: PaymentProvider,
  refund: StoredRefund,
): Promise<ProviderRefund | 'cannot_tell'> {
  const request = toRefundRequest(refund)
  const existing = await provider.findRefund(request)
  return existing === 'none' ? provider.refund(request) : existing
}

function toOutcome(
  { state, providerRefundId, reason }: ProviderRefund,
  { refund, now }: Pick<RefundAttempt, 'refund' | 'now'>,
): AttemptOutcome {
  if (state === 'succeeded') return { state: 'done', providerRefundId }
  if (state === 'failed')
    return { ...toManualOutcome(explainFailedRefund(reason)), providerRefundId, isRefusal: true }
  return { state: 'sent', providerRefundId, nextAttemptAt: getNextAttemptAt(refund.attempts + 2, now) }
}

/** What is told of a refund that the payer's bank did not take. */
export function explainFailedRefund(reason: string | undefined): string {
  return `The refund failed at the provider: ${reason ?? 'no reason was given'}.`
}

function toManualOutcome(problem: string): AttemptOutcome {
  return { state: 'refused', problem }
}

async function findManualReason(
  db: Database,
  { refund, provider, now }: RefundAttempt,
): Promise<string | undefined> {
  const { method, currency, amount, paid, receivedAt } = refund
  const capability = provider.capabilities.find(
    (row) => row.method === method && (row.currencies === 'any' || row.currencies.includes(currency)),
  )
  // One that takes nothing new has no table any more: it says itself what it does not do.
  if (!capability) return undefined
  const earlierCount = await countEarlierRefunds(db, refund)
  return getManualRefundReason(capability, { amount, paid, before: earlierCount, receivedAt, now })
}

function toRefundRequest(refund: StoredRefund): RefundRequest {
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
