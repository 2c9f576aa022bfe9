import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import type { PaymentProvider, ProviderRefund, RefundRequest } from '#features/money/payments/service.ts'
import { REFUND_EFFECT } from '#features/sales/orders/service.ts'
import { type Effect, effect, type EffectAnswer, type EffectChange } from '#platform/effects/effect.ts'
import { runEffect } from '#platform/effects/run-effect.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { getManualRefundReason } from '../rules.ts'
import type { RefundState } from '../shapes.ts'
import {
  countEarlierRefunds,
  findRefundToSend,
  markRefundSent,
  type StoredRefund,
  updateRefund,
} from './refund-queries.ts'
import { reopenRefund } from './manual-refund.ts'
import { emailWaitingRefund } from './save-refund-change.ts'

/** The dependencies of sending refunds: the configured providers, and how jobs are enqueued. */
export type SendRefundDeps = Readonly<{ providers: readonly PaymentProvider[]; enqueue: Enqueue; now: Date }>

/**
 * Returns the effect that requests a refund from the provider. A refund that the provider will never make, or cannot
 * report on, waits for an operator with the reason.
 */
export function refundEffect(providers: readonly PaymentProvider[]): Effect {
  return effect({
    kind: REFUND_EFFECT,
    input: z.object({}),
    begin: (tx, { subject, now }) => markRefundSent(tx, subject, now),
    async lookUp({ subject, refusals }, { db }) {
      const refund = await getRefund(db, subject)
      const found = await getProvider(providers, refund).findRefund(toRefundRequest(refund, refusals))
      if (found === 'none') return 'none'
      return found === 'cannot_tell' ? { outcome: 'unclear', message: UNCLEAR_PROBLEM } : toAnswer(found)
    },
    async perform({ subject, refusals, isFirst, now }, { db }) {
      const refund = await getRefund(db, subject)
      const provider = getProvider(providers, refund)
      const manualReason = isFirst ? await findManualReason(db, { refund, provider, now }) : undefined
      if (manualReason) return { outcome: 'refused', message: manualReason, isUnsent: true }
      return toAnswer(await provider.refund(toRefundRequest(refund, refusals)))
    },
    reopen: (tx, { subject, now }) => reopenRefund(tx, subject, now),
    async settle(tx, { subject: publicId }, change) {
      const { externalId: providerRefundId, enqueue, now } = change
      const state = toRefundState(change)
      const update = { publicId, from: ['sent', 'unknown'], state, providerRefundId, now } as const
      if (await updateRefund(tx, update)) await emailWaitingRefund(tx, update, enqueue)
    },
  })
}

/** Attempts a refund that is due, as its job does. */
export async function sendRefund(
  db: Database,
  refundId: string,
  { providers, enqueue, now }: SendRefundDeps,
): Promise<void> {
  await runEffect(db, refundEffect(providers), { subject: refundId, enqueue, now })
}

/** Returns the refund's state; without a further attempt, an operator decides. */
function toRefundState({ state, nextAttemptAt }: EffectChange): RefundState {
  if (state === 'pending') return 'asked'
  if (state === 'unknown') return nextAttemptAt ? 'unknown' : 'refused'
  return state === 'cancelled' ? 'refused' : state
}

const UNCLEAR_PROBLEM =
  'The provider can’t say what happened to this refund. Check its dashboard before you pay it again.'

async function getRefund(db: Database, publicId: string): Promise<StoredRefund> {
  const refund = await findRefundToSend(db, publicId)
  if (!refund) throw new Error(`the refund ${publicId} is not there`)
  return refund
}

function getProvider(
  providers: readonly PaymentProvider[],
  { provider: name }: StoredRefund,
): PaymentProvider {
  const provider = providers.find((candidate) => candidate.name === name)
  if (provider) return provider
  const details = { isRequested: false }
  throw new AppError('refused', 'provider_gone', `${name} is no longer set up.`, { details })
}

function toAnswer({ state, providerRefundId: externalId, reason }: ProviderRefund): EffectAnswer {
  if (state === 'succeeded') return { outcome: 'done', externalId }
  if (state === 'failed') return { outcome: 'refused', message: explainFailedRefund(reason), externalId }
  return { outcome: 'accepted', externalId }
}

/** Returns an explanation of a refund that the payer's bank did not accept. */
export function explainFailedRefund(reason: string | undefined): string {
  return `The refund failed at the provider: ${reason ?? 'no reason was given'}.`
}

type RefundAttempt = Readonly<{ refund: StoredRefund; provider: PaymentProvider; now: Date }>

async function findManualReason(
  db: Database,
  { refund, provider, now }: RefundAttempt,
): Promise<string | undefined> {
  const { method, currency, amount, paid, receivedAt } = refund
  const capability = provider.capabilities.find(
    (row) => row.method === method && (row.currencies === 'any' || row.currencies.includes(currency)),
  )
  // A provider that accepts no new payments no longer has capabilities, and reports itself what it cannot refund.
  if (!capability) return undefined
  const earlierCount = await countEarlierRefunds(db, refund)
  return getManualRefundReason(capability, { amount, paid, before: earlierCount, receivedAt, now })
}

function toRefundRequest(refund: StoredRefund, refusals: number): RefundRequest {
  const { publicId, reference, providerRef, externalId, method, currency, amount, paid } = refund
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
