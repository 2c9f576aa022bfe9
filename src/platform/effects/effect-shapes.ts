import { z } from '@hono/zod-openapi'

/** The states of an effect. */
export const EFFECT_STATES = ['pending', 'sent', 'unknown', 'done', 'refused', 'cancelled'] as const

/** The outcome of an attempt; null while it is running. */
const ATTEMPT_OUTCOMES = ['done', 'accepted', 'refused', 'postponed', 'unknown', 'interrupted'] as const

/**
 * The history of an effect in an outside system, with every attempt, oldest first. `needsDecision`: no further
 * attempt is made without an operator's request.
 */
export const EffectTrailShape = z
  .object({
    id: z.string(),
    kind: z.string(),
    subject: z.string(),
    state: z.enum(EFFECT_STATES),
    needsDecision: z.boolean(),
    message: z.string().nullable(),
    externalId: z.string().nullable(),
    createdAt: z.string(),
    changedAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    attempts: z.array(
      z.object({
        number: z.number(),
        startedAt: z.string(),
        endedAt: z.string().nullable(),
        outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
        message: z.string(),
      }),
    ),
  })
  .openapi('EffectTrail')

export type EffectTrailData = z.input<typeof EffectTrailShape>
