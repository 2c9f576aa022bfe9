import { AppError } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import { type Database, inTransaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  type Effect,
  type EffectAnswer,
  type EffectAttempt,
  type EffectChange,
  type EffectState,
  getRetryDelay,
  LEASE_MS,
} from './effect.ts'
import {
  type AttemptEnd,
  claimEffect,
  endAttempt,
  lockEffect,
  type StoredEffect,
  updateEffect,
} from './effect-queries.ts'

/** The options of an attempt. */
export type RunEffectOptions = Readonly<{ subject: string; enqueue: Enqueue; now: Date }>

/**
 * The state of an effect after an attempt, and whether the outside system failed to respond; undefined when nothing
 * was due.
 */
export type EffectRun = Readonly<{ state: EffectState; isUnavailable: boolean }> | undefined

/**
 * Attempts a due effect once. The attempt is stored, the outside system is called outside any transaction, and its
 * response is stored. A possible result of an earlier attempt is looked up before a new request. It runs at least
 * once and is harmless twice.
 */
export async function runEffect(
  db: Database,
  effect: Effect,
  { subject, enqueue, now }: RunEffectOptions,
): Promise<EffectRun> {
  const attempt = await beginAttempt(db, effect, { subject, now })
  if (!attempt) return undefined
  const result = await request(effect, attempt, { db, enqueue, now })
  const state = await inTransaction(db, async (tx) => {
    const stored = await lockEffect(tx, { kind: effect.kind, subject })
    if (!stored) throw new Error('an effect that was attempted is gone')
    const { outcome, message } = result.end
    await endAttempt(tx, { id: stored.id, number: attempt.number, outcome, message, now })
    if (!isNews(stored, attempt, result)) return stored.state
    const { requests = 0, refusals = 0, ...change } = result.change
    const externalId = change.externalId ?? null
    await updateEffect(tx, { ...change, externalId, id: stored.id, requests, refusals })
    await effect.settle?.(tx, attempt, { ...change, db, enqueue, now })
    return change.state
  })
  return { state, isUnavailable: result.end.outcome === 'unknown' }
}

async function beginAttempt(
  db: Database,
  effect: Effect,
  { subject, now }: Pick<RunEffectOptions, 'subject' | 'now'>,
): Promise<EffectAttempt | undefined> {
  const until = addMs(now, effect.leaseMs ?? LEASE_MS)
  return inTransaction(db, async (tx) => {
    const claimed = await claimEffect(tx, { kind: effect.kind, subject }, { now, until })
    if (!claimed) return undefined
    const { id, reference, input, attempts, requests, refusals } = claimed
    const attempt = { reference, subject, input, number: attempts, isFirst: requests === 1, refusals, now }
    if (!effect.begin || (await effect.begin(tx, attempt))) return attempt
    const message = 'It is no longer needed: nothing was sent.'
    await endAttempt(tx, { id, number: attempts, outcome: 'refused', message, now })
    const closed = { id, state: 'cancelled', message, externalId: null, nextAttemptAt: null } as const
    await updateEffect(tx, { ...closed, requests: -1, refusals: 0, now })
    return undefined
  })
}

/**
 * The outcome of an attempt, and the new state of the effect; `requests` and `refusals` are added to the stored
 * numbers.
 */
type AttemptResult = Readonly<{
  end: Pick<AttemptEnd, 'outcome' | 'message'>
  change: EffectChange & Readonly<{ requests?: number; refusals?: number }>
}>

type RequestContext = Readonly<{ db: Database; enqueue: Enqueue; now: Date }>

async function request(
  effect: Effect,
  attempt: EffectAttempt,
  context: RequestContext,
): Promise<AttemptResult> {
  try {
    const found = attempt.isFirst ? 'none' : await effect.lookUp(attempt, context)
    if (found === 'none') return toResult(effect, attempt, await effect.perform(attempt, context))
    return toResult(effect, attempt, describeFound(found))
  } catch (error) {
    return toResult(effect, attempt, toFailure(error, attempt))
  }
}

function describeFound(found: EffectAnswer): EffectAnswer {
  if (found.outcome === 'done') return { message: 'Looked up: an earlier attempt had done it.', ...found }
  return found.outcome === 'accepted' ? { message: 'Looked up: it is under way.', ...found } : found
}

/** Converts an error to an outcome. Unexpected errors leave it unknown: they never count as refusals. */
function toFailure(error: unknown, { now }: EffectAttempt): EffectAnswer | UnknownOutcome {
  if (!(error instanceof AppError)) return { outcome: 'unknown', message: String(error) }
  const { kind, message, details } = error
  const isUnsent = details?.['isRequested'] === false
  if (kind !== 'unavailable') return { outcome: 'refused', message, isUnsent }
  return isUnsent
    ? { outcome: 'postponed', message, until: addMs(now, LEASE_MS) }
    : { outcome: 'unknown', message }
}

type UnknownOutcome = Readonly<{ outcome: 'unknown'; message: string }>

function toResult(
  effect: Effect,
  attempt: EffectAttempt,
  answer: EffectAnswer | UnknownOutcome,
): AttemptResult {
  const { now } = attempt
  switch (answer.outcome) {
    case 'done': {
      const { externalId, message = 'Done.' } = answer
      return {
        end: { outcome: 'done', message },
        change: { state: 'done', message, externalId, nextAttemptAt: null, now },
      }
    }
    case 'accepted': {
      const { externalId, message = 'Accepted; it is looked up again until it is done.' } = answer
      // Accepted effects are checked less often than unanswered ones.
      const nextAttemptAt = addMs(now, getRetryDelay(effect, attempt.number + 2))
      return {
        end: { outcome: 'accepted', message },
        change: { state: 'sent', message, externalId, nextAttemptAt, now },
      }
    }
    case 'refused': {
      const { externalId, message, isUnsent = false } = answer
      const counted = isUnsent ? { requests: -1 } : { refusals: 1 }
      return {
        end: { outcome: 'refused', message },
        change: { state: 'refused', message, externalId, nextAttemptAt: null, now, ...counted },
      }
    }
    case 'postponed': {
      const { message, until, isRefusal } = answer
      const state = attempt.isFirst ? 'pending' : 'unknown'
      const counted = { requests: -1, refusals: isRefusal ? 1 : 0 }
      return {
        end: { outcome: 'postponed', message },
        change: { state, message, nextAttemptAt: until, now, ...counted },
      }
    }
    default:
      return toUnknownResult(effect, attempt, answer)
  }
}

function toUnknownResult(
  effect: Effect,
  { number, now }: EffectAttempt,
  { outcome, message }: Readonly<{ outcome: 'unclear' | 'unknown'; message: string }>,
): AttemptResult {
  const isOver = outcome === 'unclear' || (effect.maxRequests !== undefined && number >= effect.maxRequests)
  const nextAttemptAt = isOver ? null : addMs(now, getRetryDelay(effect, number))
  return {
    end: { outcome: 'unknown', message },
    change: { state: 'unknown', message, nextAttemptAt, now },
  }
}

/** Returns whether a result is applied: `done` always, however late; others only from the newest attempt. */
function isNews(
  { state, attempts }: StoredEffect,
  { number }: EffectAttempt,
  { change }: AttemptResult,
): boolean {
  const isOpen = state === 'pending' || state === 'sent' || state === 'unknown'
  return isOpen && (change.state === 'done' || attempts === number)
}
