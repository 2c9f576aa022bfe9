import type { z } from 'zod'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import type { Database, Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** The state of an effect; `unknown`: it may have been done. */
export type EffectState = 'pending' | 'sent' | 'unknown' | 'done' | 'refused' | 'cancelled'

/** One attempt at an effect, with what it needs to ask the outside system. */
export type EffectAttempt<Input extends object = object> = Readonly<{
  /** Our reference, the same in every attempt: what the outside system is asked by. */
  reference: string
  subject: string
  input: Input
  /** Which attempt it is, from 1. */
  number: number
  /** Whether the effect is certainly new to the outside system. */
  isFirst: boolean
  /** How often the outside system has surely refused: the next request is another one to it. */
  refusals: number
  now: Date
}>

/**
 * The response of an outside system. `accepted`: it works on it and is asked again how it stands. `postponed`: it
 * has surely done nothing, and the next attempt is like this one. `unclear`: it cannot be known, and an operator
 * decides.
 */
export type EffectAnswer =
  | Readonly<{ outcome: 'done' | 'accepted'; externalId?: string | undefined; message?: string }>
  | Readonly<{ outcome: 'refused'; message: string; externalId?: string | undefined; isUnsent?: boolean }>
  | Readonly<{ outcome: 'postponed'; message: string; until: Date; isRefusal?: boolean }>
  | Readonly<{ outcome: 'unclear'; message: string }>

/** The change of an effect by an attempt. Without a next attempt an `unknown` one waits for an operator. */
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
 * Something that an outside system does for us exactly once for each subject. An attempt is stored before the outside system is
 * asked; after one whose answer is not known `lookUp` asks by our reference, and `perform` follows only where nothing was found.
 * Either may throw: an `AppError` of kind `unavailable` or a bug leaves the outcome unknown, another `AppError` is a refusal, and
 * `details.isRequested: false` says that the outside system was not asked at all.
 */
export type Effect<Input extends object = object> = Readonly<{
  /** What is done, such as `refunds.send`. */
  kind: string
  input: z.ZodType<Input>
  /** How long one attempt may take, before another may begin. Five minutes unless said. */
  leaseMs?: number
  /** How long to wait after the first, second … attempt without a clear answer; the last one again and again. */
  delaysMs?: readonly number[]
  /** After so many attempts without a clear answer an operator decides. Never unless said. */
  maxRequests?: number
  /** In the transaction that stores the attempt. False where it is no longer to be done: then it is cancelled. */
  begin?(tx: Transaction, attempt: EffectAttempt<Input>): Promise<boolean>
  lookUp(attempt: EffectAttempt<Input>, context: EffectContext): Promise<EffectAnswer | 'none'>
  perform(attempt: EffectAttempt<Input>, context: EffectContext): Promise<EffectAnswer>
  /** In the transaction that has a refused or unknown one attempted again; throws where its subject does not allow that. */
  reopen?(tx: Transaction, retry: Readonly<{ subject: string; now: Date }>): Promise<void>
  /** In the transaction that stores how it stands. */
  settle?(tx: Transaction, attempt: EffectAttempt<Input>, change: EffectChange & EffectContext): Promise<void>
}>

/** Declares an effect. The type of its input is hidden, so that effects of all kinds fit one list. */
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

/** The longest duration of one attempt. */
export const LEASE_MS = 5 * MINUTE

const DELAYS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY]

/**
 * Returns the delay in milliseconds after so many attempts without a clear answer. At first it is minutes, then a
 * day.
 */
export function getRetryDelay({ delaysMs = DELAYS_MS }: Pick<Effect, 'delaysMs'>, attempts: number): number {
  return delaysMs[Math.min(Math.max(attempts, 1), delaysMs.length) - 1] ?? LEASE_MS
}
