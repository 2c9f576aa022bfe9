import { newId } from '#core/ids.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { EffectState } from './effect.ts'
import { type EffectRef, insertEffects, lockEffect, updateEffect } from './effect-queries.ts'

/** The name of the job that attempts an effect. */
export const RUN_EFFECT_JOB = 'effects.run'

/** An effect that is to be done. Effects of one `lane` are tried one after the other: it names the outside system. */
export type EffectRequest = Readonly<{ kind: string; subject: string; lane?: string; input?: object }>

/**
 * Stores effects in the transaction that causes them, and has them attempted once it commits. Effects that were requested
 * before are left as they are.
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

/** Stores effects as above without a job: the timer attempts them within a minute. */
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

/** News of an effect from a webhook event or an operator, not from an attempt. */
export type EffectNews = Readonly<{
  state: EffectState
  message?: string | undefined
  externalId?: string | undefined
  nextAttemptAt?: Date | undefined
  /** Whether the outside system has surely refused it. */
  isRefusal?: boolean | undefined
  now: Date
}>

/** Stores what became known of an effect; does nothing where there is no such effect. The caller says in which states it is news. */
export async function applyEffectNews(tx: Transaction, ref: EffectRef, news: EffectNews): Promise<void> {
  const stored = await lockEffect(tx, ref)
  if (!stored) return
  const { state, message, externalId, nextAttemptAt, isRefusal, now } = news
  await updateEffect(tx, {
    id: stored.id,
    state,
    message: message ?? null,
    externalId: externalId ?? null,
    nextAttemptAt: nextAttemptAt ?? null,
    // The outside system knows of it.
    requests: stored.requests === 0 && state !== 'pending' && state !== 'cancelled' ? 1 : 0,
    refusals: isRefusal ? 1 : 0,
    now,
  })
}

/**
 * Requests a further attempt at an effect that was refused, or whose outcome is unknown. What the outside system
 * may have received is looked up first. Returns false where it needs no decision.
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
