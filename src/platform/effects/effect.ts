import type { z } from 'zod'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import type { Database, Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** The state of an effect; `unknown`: it may or may not have been performed. */
export type EffectState = 'pending' | 'sent' | 'unknown' | 'done' | 'refused' | 'cancelled'

/** One attempt at an effect, with the inputs of the calls to the outside system. */
export type EffectAttempt<Input extends object = object> = Readonly<{
  /** Our reference, the same in every attempt, by which the outside system can find it. */
  reference: string
  subject: string
  input: Input
  /** The number of the attempt, from 1. */
  number: number
  /** Whether the outside system cannot have received the effect before. */
  isFirst: boolean
  /** The number of definite refusals by the outside system: after one, the next request is a new one there. */
  refusals: number
  now: Date
}>

/**
 * The response of an outside system. `accepted`: it is processing the effect, and its state is requested later.
 * `postponed`: it has definitely done nothing, and the next attempt is the same. `unclear`: the outcome cannot be
 * found out, and an operator decides.
 */
export type EffectAnswer =
  | Readonly<{ outcome: 'done' | 'accepted'; externalId?: string | undefined; message?: string }>
  | Readonly<{ outcome: 'refused'; message: string; externalId?: string | undefined; isUnsent?: boolean }>
  | Readonly<{ outcome: 'postponed'; message: string; until: Date; isRefusal?: boolean }>
  | Readonly<{ outcome: 'unclear'; message: string }>

/** The change of an effect by an attempt. An `unknown` effect without a next attempt waits for an operator. */
export type EffectChange = Readonly<{
  state: EffectState
  message: string
  externalId?: string | undefined
  nextAttemptAt: Date | null
  now: Date
}>

/** The context of an effect besides its attempt. */
export type EffectContext = Readonly<{ db: Database; enqueue: Enqueue; now: Date }>

/**
 * An action that an outside system performs exactly once for each subject. An attempt is stored before the outside
 * system is called; after one with an unknown outcome `lookUp` searches by our reference, and `perform` follows only
 * if it finds nothing. Both may throw: an `AppError` of kind `unavailable` or a bug leaves the outcome unknown, any
 * other `AppError` is a refusal, and `details.isRequested: false` says that the outside system was not called at all.
 */
export type Effect<Input extends object = object> = Readonly<{
  /** The name of the action, such as `refunds.send`. */
  kind: string
  input: z.ZodType<Input>
  /** The time limit of an attempt, after which another may begin; five minutes by default. */
  leaseMs?: number
  /** The delays after the first, second … attempt without a clear response; the last one repeats. */
  delaysMs?: readonly number[]
  /** The number of attempts without a clear response until an operator decides; unlimited by default. */
  maxRequests?: number
  /**
   * Runs in the transaction that stores the attempt. Returns false when the effect became obsolete, which cancels it.
   */
  begin?(tx: Transaction, attempt: EffectAttempt<Input>): Promise<boolean>
  lookUp(attempt: EffectAttempt<Input>, context: EffectContext): Promise<EffectAnswer | 'none'>
  perform(attempt: EffectAttempt<Input>, context: EffectContext): Promise<EffectAnswer>
  /**
   * Runs in the transaction that retries a refused or unknown effect; throws when its subject does not allow a retry.
   */
  reopen?(tx: Transaction, retry: Readonly<{ subject: string; now: Date }>): Promise<void>
  /** Runs in the transaction that stores the result of an attempt. */
  settle?(tx: Transaction, attempt: EffectAttempt<Input>, change: EffectChange & EffectContext): Promise<void>
}>

/** Declares an effect. The type of its input is hidden, so that effects of all kinds fit in one list. */
export function effect<Input extends object>(definition: Effect<Input>): Effect {
  const { input: schema, begin, lookUp, perform, settle } = definition
  const parse = (attempt: EffectAttempt): EffectAttempt<Input> => ({
    ...attempt,
    input: schema.parse(attempt.input),
  })
  return {
    ...definition,
    input: schema,
    lookUp: async (attempt, context) => lookUp(parse(attempt), context),
    perform: async (attempt, context) => perform(parse(attempt), context),
    ...(begin && { begin: async (tx, attempt) => begin(tx, parse(attempt)) }),
    ...(settle && { settle: async (tx, attempt, change) => settle(tx, parse(attempt), change) }),
  }
}

/** The default time limit of an attempt. */
export const LEASE_MS = 5 * MINUTE

const DELAYS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY]

/**
 * Returns the delay in milliseconds after this many attempts without a clear response. It grows from minutes to a
 * day.
 */
export function getRetryDelay({ delaysMs = DELAYS_MS }: Pick<Effect, 'delaysMs'>, attempts: number): number {
  return delaysMs[Math.min(Math.max(attempts, 1), delaysMs.length) - 1] ?? LEASE_MS
}
