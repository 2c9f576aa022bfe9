import { newId } from '#core/ids.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { EffectState } from './effect.ts'
import { type EffectRef, insertEffects, lockEffect, updateEffect } from './effect-queries.ts'

/** The name of the job that attempts an effect. */
export const RUN_EFFECT_JOB = 'effects.run'

/**
 * An effect to be performed. Effects of the same `lane`, which names the outside system, are attempted one after the
 * other.
 */
export type EffectRequest = Readonly<{ kind: string; subject: string; lane?: string; input?: object }>

/**
 * Stores effects in the transaction that causes them, and attempts them after its commit. Effects that are already
 * stored stay unchanged.
 */
export async function requestEffects(
  tx: Queryable,
  requests: readonly EffectRequest[],
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  await storeEffects(tx, requests, now)
  for (const { kind, subject } of requests)
    await enqueue(tx, { job: RUN_EFFECT_JOB, input: { kind, subject } })
}

/** Stores effects without jobs: the timer attempts them within a minute. */
export async function storeEffects(
  tx: Queryable,
  requests: readonly EffectRequest[],
  now: Date,
): Promise<void> {
  if (requests.length === 0) return
  const effects = requests.map(({ kind, subject, lane = '', input = {} }) => ({
    reference: newId('effect', now.getTime()),
    kind,
    subject,
    lane,
    input,
    now,
  }))
  await insertEffects(tx, effects)
}

/** A change of an effect reported by a webhook event or an operator instead of an attempt. */
export type ReportedEffectChange = Readonly<{
  state: EffectState
  message?: string | undefined
  externalId?: string | undefined
  nextAttemptAt?: Date | undefined
  /** Whether the outside system has definitely refused it. */
  isRefusal?: boolean | undefined
  now: Date
}>

/**
 * Applies a reported change to an effect; does nothing when it does not exist. The caller names the states that the
 * change applies to.
 */
export async function applyReportedChange(
  tx: Transaction,
  ref: EffectRef,
  change: ReportedEffectChange,
): Promise<void> {
  const stored = await lockEffect(tx, ref)
  if (!stored) return
  const { state, message, externalId, nextAttemptAt, isRefusal, now } = change
  await updateEffect(tx, {
    id: stored.id,
    state,
    message: message ?? null,
    externalId: externalId ?? null,
    nextAttemptAt: nextAttemptAt ?? null,
    // The report proves that the outside system has received a request.
    requests: stored.requests === 0 && state !== 'pending' && state !== 'cancelled' ? 1 : 0,
    refusals: isRefusal ? 1 : 0,
    now,
  })
}

/**
 * Requests a further attempt at an effect that was refused, or whose outcome is unknown. A request that the outside
 * system may have received is looked up first. Returns false when it needs no decision.
 */
export async function retryEffect(
  tx: Transaction,
  ref: EffectRef,
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<boolean> {
  const stored = await lockEffect(tx, ref)
  if (stored?.state !== 'refused' && stored?.state !== 'unknown') return false
  await updateEffect(tx, {
    id: stored.id,
    state: stored.requests === 0 ? 'pending' : 'unknown',
    message: stored.message,
    externalId: null,
    nextAttemptAt: now,
    requests: 0,
    refusals: 0,
    now,
  })
  await enqueue(tx, { job: RUN_EFFECT_JOB, input: { kind: ref.kind, subject: ref.subject } })
  return true
}
